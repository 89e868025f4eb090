import "./new-guide.css";

import { data, redirect } from "react-router";

import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import { slugify } from "#app/lib/slug.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import type { Route } from "./+types/new-guide.route";
import { createDraftGuide } from "./drafts.server.ts";
import { editorPath, NEW_GUIDE_PATH } from "../editing-paths.ts";
import { TITLE_CHARACTERS_MAX } from "../document/guide-document.ts";
import { GUIDE_FILE_BYTES_MAX, parseGuideFile } from "../publish/guide-file.server.ts";

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
  const refuse = (field: "file" | "title", text: string, status = 400) => data({ field, text }, { status });
  if (form.text("do") === "import") {
    const file = await form.file("file");
    if (file === null) return refuse("file", "Choose a file.");
    const { document, problem } = parseGuideFile(file.bytes, file.name);
    if (document === null) return refuse("file", problem);
    return redirect(editorPath(await createDraftGuide(db, { document, by, now })), 303);
  }
  const title = normalizeText(form.text("title")).replaceAll(/\s*\n\s*/g, " ");
  if (title === "") return refuse("title", "Enter a title. You can change it later.");
  if (characterCount(title) > TITLE_CHARACTERS_MAX)
    return refuse("title", `Write at most ${TITLE_CHARACTERS_MAX} characters.`);
  const id = await createDraftGuide(db, { document: { title, slug: slugify(title) }, by, now });
  return redirect(editorPath(id), 303);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "New guide",
    description: "Start a guide, or import one from a file.",
    path: NEW_GUIDE_PATH,
  });

export default function NewGuide({ loaderData: { fileKilobytes }, actionData }: Route.ComponentProps) {
  const problemOf = (field: "file" | "title") => (actionData?.field === field ? actionData.text : undefined);
  return (
    <AdminPage section="content" title="New guide">
      <div className="new-guide">
        {actionData !== undefined && (
          <FormSummary
            why="We couldn’t create the guide."
            problems={[
              {
                id: `new-${actionData.field}`,
                label: actionData.field === "file" ? "File" : "Title",
                text: actionData.text,
              },
            ]}
          />
        )}
        <form method="post" className="new-guide-form" noValidate>
          <div className={problemOf("title") === undefined ? "field" : "field field-error"}>
            <label htmlFor="new-title">Title</label>
            <input className="input" id="new-title" name="title" maxLength={TITLE_CHARACTERS_MAX} />
            {problemOf("title") !== undefined && <small>{problemOf("title")}</small>}
          </div>
          <button type="submit" className="button button-primary" name="do" value="begin">
            Start writing
          </button>
        </form>
        <h2 className="h4">Import from a file</h2>
        <form method="post" encType="multipart/form-data" className="new-guide-form" noValidate>
          <div className={problemOf("file") === undefined ? "field" : "field field-error"}>
            <label htmlFor="new-file">Markdown file</label>
            <input
              className="input"
              id="new-file"
              name="file"
              type="file"
              accept=".md,.markdown,text/markdown,text/plain"
            />
            <small>
              {problemOf("file") ??
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
