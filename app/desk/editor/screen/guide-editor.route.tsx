import { data, redirect } from "react-router";
import { isVisibleToAnyone } from "#app/guide/guides/write/write-guide.server.ts";
import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDcTimeInput } from "#app/lib/dc-time.ts";
import { formatWeekdayInstant } from "#app/lib/format-time.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import type { Route } from "./+types/guide-editor.route";
import { describeDeletion } from "../publish/guide-deletion.server.ts";
import { findGuideWithDraft } from "../draft/drafts.server.ts";
import { editorPath, previewPath, parseGuideId } from "../editing-paths.ts";
import { diffGuides } from "../draft/guide-diff.server.ts";
import { isSameGuide, findExceededLimit } from "../document/guide-document.ts";
import { GuideEditor } from "./guide-editor.tsx";
import type { EditorRefusal } from "../draft/editor-page-data.ts";
import { listEditorOptions, computeGuideState } from "../publish/guide-facts.server.ts";
import { parseDraftVersion, parseGuideForm } from "../draft/guide-form.ts";
import { readSaveSession } from "../draft/save-session.ts";
import { guideStatus } from "../draft/guide-status.ts";
import { findValidPreview } from "../publish/preview.server.ts";
import { type EditorOutcome, EDITOR_OPERATIONS, stepPlace } from "./editor-operations.server.ts";

export const handle = { audience: "admin", uploadBytesMax: UPLOAD_BYTES_MAX } satisfies RouteHandle;

/** The editor of one guide. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, now, env } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const id = parseGuideId(params.id);
  const opened = id === null ? null : await findGuideWithDraft(db, id);
  if (id === null || opened === null) throw noSuchPage();
  const { document, post, published, version, savedAt } = opened;
  const choices = await listEditorOptions(db);
  const preview = await findValidPreview(db, { postId: id, now });
  const status = guideStatus(post, { isSeen: isVisibleToAnyone(post, now), now });
  return {
    id,
    document,
    version,
    savedAt: savedAt?.toISOString() ?? null,
    status,
    deletion: await describeDeletion(db, { post, now }),
    slug: post.slug,
    at: status.state === "scheduled" ? formatDcTimeInput(post.publishedAt) : "",
    hasUnpublishedChanges: post.status === "published" && !isSameGuide(document, published),
    choices,
    state: await computeGuideState(db, { id, document, choices }),
    preview:
      preview === null
        ? null
        : { address: env.siteUrl + previewPath(preview.key), ends: formatWeekdayInstant(preview.expiresAt) },
    seedDigest: post.seedDigest ?? "",
    seedDiff: opened.hasNewerSeed ? diffGuides(published, document) : null,
    host: new URL(env.siteUrl).host,
  };
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
    at: form.text("at"),
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
    return refuse({ status: 400, why: "We couldn’t read the form. Below is the saved guide." });
  }
  const long = findExceededLimit(document);
  if (long !== null) {
    const why = `${long.label} has ${long.characters} characters. The limit is ${long.max}. The guide wasn’t saved.`;
    return refuse({ status: 413, why });
  }
  const isDeleted = opened.post.deletedAt !== null;
  const sent = { site, form, id, by, document, version, isDeleted, ...readSaveSession(form) };
  const [, step, place = ""] = /^(up|down):([a-z0-9-]{1,80})$/.exec(form.text("do")) ?? [];
  const outcome =
    step === undefined
      ? await EDITOR_OPERATIONS.get(form.text("do"))?.(sent)
      : await stepPlace(sent, { place, by: step === "up" ? -1 : 1 });
  if (outcome === undefined) return refuse({ status: 400, why: "Choose an action for the guide." });
  return "to" in outcome ? redirect(outcome.to, 303) : refuse(outcome);
}

export const meta: Route.MetaFunction = ({ loaderData: { id, document }, matches }) =>
  pageMeta({
    matches,
    title: document.title === "" ? "Untitled guide" : document.title,
    description: "A draft of a guide.",
    path: editorPath(id),
  });

export default function GuideEditorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <GuideEditor key={loaderData.id} opened={loaderData} refused={actionData ?? null} />;
}
