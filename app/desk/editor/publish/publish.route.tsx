import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { requireRole } from "#app/people/accounts/guards.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/publish.route";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import type { EditorRefusal } from "../draft/editor-page-data.ts";
import { parseDraftVersion } from "../draft/guide-form.ts";
import { editorPath, parseGuideId, publishPath } from "../editing-paths.ts";
import { EDITOR_OPERATIONS } from "../screen/editor-operations.server.ts";
import { addIssueItem } from "#app/desk/newsletter/issue/issue-items.server.ts";
import { editorPageData } from "../screen/editor-page.server.ts";
import { PublishButtons, PublishFields } from "./publish-fields.tsx";
import { GUIDE_FIELD_LABELS, guideFieldId } from "./validate-guide.ts";

export const handle = { audience: "admin", isFullWindow: true } satisfies RouteHandle;

type Refusal = Pick<EditorRefusal, "why" | "at" | "problems" | "isTimeAmbiguous">;

/** What the editor's dialog asks, as a page for browsers without script. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (id === null || opened === null || opened.post.deletedAt !== null) throw noSuchPage();
  return editorPageData(site, { id, opened });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (id === null || opened === null) throw noSuchPage();
  const form = await readForm(request);
  const operation = ["publish", "unpublish"].includes(form.text("do")) ? EDITOR_OPERATIONS.get(form.text("do")) : null;
  const typed = { at: form.text("when") === "later" ? form.text("at") : "", problems: {}, isTimeAmbiguous: false };
  const version = parseDraftVersion(form);
  if (operation == null || version === null) {
    return data<Refusal>({ ...typed, why: "Choose Publish or go back to the post." }, { status: 400 });
  }
  if (version !== opened.version) {
    const why = "Someone saved this post in the meantime. Check it, then publish again.";
    return data<Refusal>({ ...typed, why }, { status: 409 });
  }
  const access = form.text("access") === "members" ? "members" : "everyone";
  const outcome = await operation({
    site,
    form,
    id,
    by,
    document: { ...opened.document, access, isEarly: form.text("early") === "yes" },
    version,
    isDeleted: opened.post.deletedAt !== null,
    window: null,
    seedDigest: opened.post.seedDigest,
    addToIssue: (issueId) => addIssueItem(site.db, { id: issueId, by, now: site.now, item: { guideId: id } }),
  });
  if ("to" in outcome) return redirect(outcome.to, 303);
  return data<Refusal>({ ...typed, ...outcome }, { status: outcome.status });
}

export const meta: Route.MetaFunction = ({ loaderData: { id, document }, matches }) =>
  pageMeta({
    matches,
    title: `Publish ${document.title === "" ? "an untitled post" : document.title}`,
    description: "Publish or schedule a post.",
    path: publishPath(id),
  });

export default function PublishRoute({ loaderData: opened, actionData }: Route.ComponentProps) {
  const { id, document, state, status } = opened;
  const refused = actionData ?? null;
  // A refusal names the problems of the time too.
  const problems = Object.entries({ ...state.problems, ...refused?.problems });
  return (
    <form method="post" action={publishPath(id)} className="wrap guide-publish-page" noValidate>
      <Link className="link" to={editorPath(id)} reloadDocument>
        Back to editing
      </Link>
      <h1 className="d3">Publish {document.title === "" ? "an untitled post" : `“${document.title}”`}</h1>
      <p className="text-muted">{status.label}</p>
      <input type="hidden" name="version" value={opened.version} />
      {(problems.length > 0 || refused !== null) && (
        <div className="form-problem" role="alert">
          <p>
            <strong>{refused?.why ?? "Before you can publish"}</strong>
          </p>
          <ul>
            {problems.map(([field, text]) => (
              <li key={field}>
                <a className="link" href={field === "at" ? "#guide-at" : `${editorPath(id)}#${guideFieldId(field)}`}>
                  {GUIDE_FIELD_LABELS[field] ?? field}
                </a>
                : {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <PublishFields opened={opened} document={document} refused={refused} />
      <PublishButtons status={status} />
    </form>
  );
}
