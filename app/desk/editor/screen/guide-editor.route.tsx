import { data, redirect } from "react-router";
import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/guide-editor.route";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import { editorPath, parseGuideId } from "../editing-paths.ts";
import { findExceededLimit } from "../document/guide-document.ts";
import { GuideEditor } from "./guide-editor.tsx";
import { addIssueItem } from "#app/desk/newsletter/issue/issue-items.server.ts";
import { DONE_LABELS, type EditorPageData, type EditorRefusal } from "../draft/editor-page-data.ts";
import { editorPageData } from "./editor-page.server.ts";
import { parseDraftVersion, parseGuideForm } from "../draft/guide-form.ts";
import { readSaveSession } from "../draft/save-session.ts";
import { type EditorOutcome, EDITOR_OPERATIONS, stepPlace } from "./editor-operations.server.ts";

export const handle = {
  audience: "admin",
  query: ["done", "issue"],
  uploadBytesMax: UPLOAD_BYTES_MAX,
  isFullWindow: true,
} as const satisfies RouteHandle;

/** The editor of one post. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<EditorPageData> {
  const site = siteOf(context);
  requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (id === null || opened === null) throw noSuchPage();
  const query = readQuery(request, handle);
  return { ...(await editorPageData(site, { id, opened })), done: parseDone(query.get("done"), query.get("issue")) };
}

function parseDone(what: string | null, issue: string | null): EditorPageData["done"] {
  if (what === null || !isDone(what)) return null;
  return { what, issue: issue === "added" || issue === "not-added" ? issue : null };
}

function isDone(what: string): what is keyof typeof DONE_LABELS {
  return Object.hasOwn(DONE_LABELS, what);
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(site.db, id);
  if (id === null || opened === null) throw noSuchPage();
  const form = await readForm(request);
  const document = parseGuideForm(form, opened.document.stops);
  const version = parseDraftVersion(form);
  const typed = {
    document: document ?? opened.document,
    version: document === null ? opened.version : (version ?? opened.version),
    at: form.text("when") === "later" ? form.text("at") : "",
  };
  const refuse = ({ status, ...refused }: Exclude<EditorOutcome, { to: string }>) =>
    data<EditorRefusal>(
      {
        ...typed,
        storedAs: "no",
        savedBy: null,
        isOwn: false,
        problems: {},
        diff: [],
        isTimeAmbiguous: false,
        ...refused,
      },
      { status },
    );
  if (document === null || version === null) {
    return refuse({ status: 400, why: "We couldn’t read the form. Below is the saved post." });
  }
  const long = findExceededLimit(document);
  if (long !== null) {
    const why = `${long.label} has ${long.characters} characters. The limit is ${long.max}. The post wasn’t saved.`;
    return refuse({ status: 413, why });
  }
  const isDeleted = opened.post.deletedAt !== null;
  const addToIssue = (issueId: string) =>
    addIssueItem(site.db, { id: issueId, by, now: site.now, item: { guideId: id } });
  const sent = { site, form, id, by, document, version, isDeleted, addToIssue, ...readSaveSession(form) };
  const [, step, place = ""] = /^(up|down):([a-z0-9-]{1,80})$/.exec(form.text("do")) ?? [];
  const outcome =
    step === undefined
      ? await EDITOR_OPERATIONS.get(form.text("do"))?.(sent)
      : await stepPlace(sent, { place, by: step === "up" ? -1 : 1 });
  if (outcome === undefined) return refuse({ status: 400, why: "Choose an action for the post." });
  return "to" in outcome ? redirect(outcome.to, 303) : refuse(outcome);
}

export const meta: Route.MetaFunction = ({ loaderData: { id, document }, matches }) =>
  pageMeta({
    matches,
    title: document.title === "" ? "Untitled post" : document.title,
    description: "A draft of a post.",
    path: editorPath(id),
  });

export default function GuideEditorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <GuideEditor key={loaderData.id} opened={loaderData} refused={actionData ?? null} />;
}
