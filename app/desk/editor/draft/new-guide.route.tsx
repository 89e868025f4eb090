import "./new-guide.css";

import { data, redirect } from "react-router";

import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/new-guide.route";
import { beginDraftGuide, createDraftGuide } from "./drafts.server.ts";
import { editorPath, NEW_GUIDE_PATH } from "../editing-paths.ts";
import { GUIDE_FILE_BYTES_MAX, parseGuideFile } from "../publish/guide-file.server.ts";
import { guideFieldId } from "../publish/validate-guide.ts";

export const handle = { audience: "admin", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  return { fileKilobytes: GUIDE_FILE_BYTES_MAX / 1024 };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { viewer, db, now } = siteOf(context);
  const { id: by } = requireRole(viewer, request, ["admin"]);
  const form = await readForm(request);
  const refuse = (text: string) => data({ text }, { status: 400 });
  if (form.text("do") === "import") {
    const file = await form.file("file");
    if (file === null) return refuse("Choose a file.");
    const { document, problem } = parseGuideFile(file.bytes, file.name);
    if (document === null) return refuse(problem);
    return redirect(editorPath(await createDraftGuide(db, { document, by, now })), 303);
  }
  if (form.text("do") !== "begin") return refuse("Choose a file, or start a new post.");
  return redirect(`${editorPath(await beginDraftGuide(db, { by, now }))}#${guideFieldId("title")}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "New Post",
    description: "Start a post, or import one from a file.",
    path: NEW_GUIDE_PATH,
  });

export default function NewGuide({ loaderData: { fileKilobytes }, actionData }: Route.ComponentProps) {
  const problem = actionData?.text;
  return (
    <AdminPage section="content" title="New Post">
      <div className="new-guide">
        {problem !== undefined && (
          <FormSummary
            why="We couldn’t create the post."
            problems={[{ id: "new-file", label: "File", text: problem }]}
          />
        )}
        <form method="post" className="new-guide-form">
          <button type="submit" className="button button-primary" name="do" value="begin">
            New Post
          </button>
        </form>
        <h2 className="h4">Import from a file</h2>
        <form method="post" encType="multipart/form-data" className="new-guide-form" noValidate>
          <div className={problem === undefined ? "field" : "field field-error"}>
            <label htmlFor="new-file">Markdown file</label>
            <input
              className="input"
              id="new-file"
              name="file"
              type="file"
              accept=".md,.markdown,text/markdown,text/plain"
            />
            <small>
              {problem ??
                `Up to ${fileKilobytes} KB, with or without YAML front matter. “Download as Markdown” creates such a file.`}
            </small>
          </div>
          <button type="submit" className="button button-outline" name="do" value="import">
            Import file
          </button>
        </form>
      </div>
    </AdminPage>
  );
}
