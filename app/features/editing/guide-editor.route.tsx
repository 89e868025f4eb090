import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { restorePost } from "#app/features/guides/delete-post.server.ts";
import { embeddedPlaces } from "#app/features/guides/guide-body.ts";
import { isOutToAnyone } from "#app/features/guides/write-guide.server.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dcTimeTyped } from "#app/lib/dc-clock.ts";
import { readForm, type SentFiles, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { requireRole } from "../accounts/guards.ts";
import { PHOTO_REFUSALS } from "../gallery/photo-refusals.ts";
import type { Route } from "./+types/guide-editor.route";
import { dcTimeLabel, readGuideTime } from "./dc-time.ts";
import { deletionOf } from "./deletion.server.ts";
import { openGuide, saveGuide } from "./drafts.server.ts";
import { editorPath, previewPath, readGuideId } from "./editing-paths.ts";
import { guideDiff } from "./guide-diff.server.ts";
import { type GuideDocument, isSameGuide, orderedStops, tooLong } from "./guide-document.ts";
import { GuideEditor } from "./guide-editor.tsx";
import type { EditorRefusal } from "./opened-editor.ts";
import { guideChoices, guideState } from "./guide-facts.server.ts";
import { readGuideForm } from "./guide-form.ts";
import { readWindow, type SaveWindow } from "./save-window.ts";
import { guideStatus } from "./guide-status.ts";
import { addGuidePicture } from "./pictures.server.ts";
import { endPreview, livePreview, renewPreview } from "./preview.server.ts";
import { publishDraft, settleSeedNews, unpublishDraft } from "./publish.server.ts";
import { ACROSS_THE_LINE, crossesMembersLine, movePlace } from "./move-place.ts";
import { writePicture } from "./write-markdown.ts";

/** One guide, to be written. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, page, now, env } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const id = readGuideId(params.id);
  const opened = id === null ? null : await openGuide(db, id);
  if (id === null || opened === null) throw noSuchPage();
  const { document, post, published, version, savedAt } = opened;
  const choices = await guideChoices(db);
  const preview = await livePreview(db, { postId: id, now });
  const status = guideStatus(post, { isSeen: isOutToAnyone(post, now), now });
  return {
    id,
    document,
    version,
    savedAt: savedAt?.toISOString() ?? null,
    status,
    deletion: await deletionOf(db, { post, now }),
    slug: post.slug,
    at: status.state === "scheduled" ? dcTimeTyped(post.publishedAt) : "",
    hasNews: post.status === "published" && !isSameGuide(document, published),
    choices,
    state: await guideState(db, { id, document, choices }),
    preview:
      preview === null ? null : { address: env.siteUrl + previewPath(preview.key), ends: dcTimeLabel(preview.endsAt) },
    seedDigest: post.seedDigest ?? "",
    seedNews: opened.hasSeedNews ? guideDiff(published, document) : null,
    host: new URL(env.siteUrl).host,
  };
}

type Sent = SaveWindow & {
  site: Site;
  form: SentForm & SentFiles;
  id: number;
  by: string;
  document: GuideDocument;
  version: number;
  isDeleted: boolean;
};
type Outcome = { to: string } | (Partial<EditorRefusal> & { status: number; why: string });

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: by } = requireRole(site.viewer, request, ["admin"]);
  const id = readGuideId(params.id);
  const opened = id === null ? null : await openGuide(site.db, id);
  if (id === null || opened === null) throw noSuchPage();
  const form = await readForm(request);
  const document = readGuideForm(form, opened.document.stops);
  const isOurs = document !== null && /^\d{1,9}$/.test(form.text("version"));
  const version = isOurs ? Number(form.text("version")) : opened.version;
  const typed = { document: document ?? opened.document, version, at: form.text("at") };
  const refuse = ({ status, ...refused }: Exclude<Outcome, { to: string }>) =>
    data<EditorRefusal>(
      { ...typed, kept: "no", savedBy: null, isOwn: false, problems: {}, diff: [], asksWhich: false, ...refused },
      { status },
    );
  if (document === null || !isOurs) {
    return refuse({ status: 400, why: "That isn’t a form of ours. Here is the guide as it is kept." });
  }
  const long = tooLong(document);
  if (long !== null) {
    const why = `${long.of} has ${long.characters} characters; at most ${long.most} fit. It was not saved.`;
    return refuse({ status: 413, why });
  }
  const isDeleted = opened.post.deletedAt !== null;
  const sent = { site, form, id, by, document, version, isDeleted, ...readWindow(form) };
  const [, step, place = ""] = /^(up|down):([a-z0-9-]{1,80})$/.exec(form.text("do")) ?? [];
  const outcome =
    step === undefined
      ? await DEEDS.get(form.text("do"))?.(sent)
      : await stepPlace(sent, { place, by: step === "up" ? -1 : 1 });
  if (outcome === undefined) return refuse({ status: 400, why: "Choose what to do with it." });
  return "to" in outcome ? redirect(outcome.to, 303) : refuse(outcome);
}

/** A map, since what a form sends may be the name of something that every object has. */
const DEEDS = new Map<string, (sent: Sent) => Promise<Outcome>>([
  ["save", (sent) => afterSaving(sent, async () => ({ to: editorPath(sent.id) }))],
  ["publish", (sent) => publish(sent, null)],
  [
    "schedule",
    async (sent) => {
      const which = sent.form.text("which");
      const read = readGuideTime(sent.form.text("at"), which === "first" || which === "second" ? which : null);
      if (read.at !== null) return publish(sent, read.at);
      const why = "It was saved, but not scheduled.";
      const refused = { status: 400, why, problems: { at: read.text }, asksWhich: read.problem === "twice" };
      return afterSaving(sent, async (version) => ({ ...refused, version, kept: "saved" }));
    },
  ],
  [
    "unpublish",
    (sent) =>
      afterSaving(sent, async () => {
        const { site, id, by } = sent;
        await unpublishDraft(site.db, { id, by, now: site.now });
        site.log.info({ guide: id, by }, "A guide was taken back");
        return { to: editorPath(id) };
      }),
  ],
  [
    "preview",
    (sent) =>
      afterSaving(sent, async (version) => {
        const { site, id, by, isDeleted } = sent;
        if (isDeleted) return noPreview(version);
        const { db, now } = site;
        const { key } = (await livePreview(db, { postId: id, now })) ?? (await renewPreview(db, { id, by, now }));
        return { to: previewPath(key) };
      }),
  ],
  [
    "new-preview",
    (sent) =>
      afterSaving(sent, async (version) => {
        const { site, id, by, isDeleted } = sent;
        if (isDeleted) return noPreview(version);
        await renewPreview(site.db, { id, by, now: site.now });
        return { to: `${editorPath(id)}#guide-preview` };
      }),
  ],
  [
    "end-preview",
    (sent) =>
      afterSaving(sent, async () => {
        const { site, id, by } = sent;
        await endPreview(site.db, { id, by, now: site.now });
        return { to: `${editorPath(id)}#guide-preview` };
      }),
  ],
  ["keep-draft", (sent) => settleSeed(sent, "draft")],
  ["take-seed", (sent) => settleSeed(sent, "seed")],
  ["add-picture", addPicture],
  [
    "bring-back",
    (sent) =>
      afterSaving(sent, async () => {
        const { site, id, by } = sent;
        // One that somebody else has brought back meanwhile is back.
        await restorePost(site.db, { postId: id, actor: { kind: "staff", id: by }, now: site.now });
        site.log.info({ guide: id, by }, "A deleted guide was brought back");
        return { to: editorPath(id) };
      }),
  ],
]);

/** A window that was open when the guide was deleted offers one for some seconds. */
function noPreview(version: number): Outcome {
  const why = "It was saved. A deleted guide has no preview: bring it back first.";
  return { status: 409, why, version, kept: "saved" };
}

/** Decides about a draft over which a seed file has brought readers another text; what was typed is kept first. */
function settleSeed(sent: Sent, keeps: "draft" | "seed"): Promise<Outcome> {
  return afterSaving(sent, async (version) => {
    const { site, id, by, document, window } = sent;
    const seedDigest = sent.seedDigest ?? "";
    const saving = { id, by, document, version, window, now: site.now };
    const settled = await settleSeedNews(site.db, { ...saving, keeps, seedDigest });
    if (settled === "settled") return { to: editorPath(id) };
    if (settled !== "newer") return conflictOf({ ...settled, document });
    const why =
      "It was saved, but the catalogue has brought yet another text meanwhile. Look at what differs once more.";
    return { status: 409, why, version, kept: "saved" };
  });
}

/** Without script: a place goes up or down among the others, with the words below it. */
async function stepPlace(sent: Sent, { place, by }: { place: string; by: -1 | 1 }): Promise<Outcome> {
  const { document } = sent;
  const order = [...new Set(embeddedPlaces(document.body))];
  const from = order.indexOf(place);
  const to = from + by;
  const back = { to: `${editorPath(sent.id)}#guide-stops` };
  if (from === -1 || to < 0 || to >= order.length) return afterSaving(sent, async () => back);
  const body = movePlace(document.body, { from, to });
  if (crossesMembersLine(document.body, body)) {
    const why = `It was saved, but not moved. ${ACROSS_THE_LINE}`;
    return afterSaving(sent, async (version) => ({ status: 409, why, version, kept: "saved" }));
  }
  const stops = orderedStops(embeddedPlaces(body), document.stops);
  return afterSaving({ ...sent, document: { ...document, body, stops } }, async () => back);
}

/** Whatever is done with a guide, what was typed is kept first; over somebody else's words nothing is done. */
async function afterSaving(sent: Sent, then: (version: number) => Promise<Outcome>): Promise<Outcome> {
  const { site, id, by, document, version, window, seedDigest } = sent;
  const { db, now } = site;
  const saved = await saveGuide(db, { id, by, document, version, window, seedDigest, now });
  if (saved === "no-such-guide") throw noSuchPage();
  return saved.outcome === "saved" ? then(saved.version) : conflictOf({ ...saved, document });
}

type ConflictWords = {
  savedBy: string | null;
  isOwn: boolean;
  theirs: GuideDocument;
  document: GuideDocument;
  version: number;
};

function conflictOf({ savedBy, isOwn, theirs, document, version }: ConflictWords): Outcome {
  const who = isOwn ? "You, in another window," : (savedBy ?? "Somebody else");
  const why = `${who} ${isOwn ? "have" : "has"} saved this guide since you opened it. Below is yours, which is kept in the history too. Save it again to have it instead of theirs.`;
  return { status: 409, why, diff: guideDiff(theirs, document), version, kept: "conflict", savedBy, isOwn };
}

async function publish(sent: Sent, at: Date | null): Promise<Outcome> {
  const { site, id, by, document, version, window, seedDigest } = sent;
  const { db, now, log } = site;
  const published = await publishDraft(db, { id, by, document, version, window, seedDigest, now, at });
  if (published === "no-such-guide") throw noSuchPage();
  if (published.outcome === "conflict") return conflictOf({ ...published, document });
  if (published.outcome === "seed-news") {
    const why =
      "It was saved, but not published: readers have a newer text of the catalogue. Decide below which is to stay.";
    return { status: 409, why, version: published.version, kept: "saved" };
  }
  if (published.outcome === "deleted") {
    const why = "It was saved, but not published: somebody has deleted this guide. Bring it back first.";
    return { status: 409, why, version: published.version, kept: "saved" };
  }
  if (published.outcome === "problems") {
    const { problems } = published;
    const { version: saved } = published;
    return { status: 400, why: "It was saved, but can’t be published yet.", problems, version: saved, kept: "saved" };
  }
  log.info({ guide: id, by, at: published.publishedAt }, "A guide was published");
  return { to: editorPath(id) };
}

/** Without script: the picture comes to stand at the end of the text. */
async function addPicture(sent: Sent): Promise<Outcome> {
  const { site, form, by, document } = sent;
  const { db, env, log, now } = site;
  const [file, alt, credit] = [
    await form.file("picture-file"),
    form.text("picture-alt").trim(),
    form.text("picture-credit").trim(),
  ];
  const refuse = (text: string): Outcome => ({
    status: 400,
    why: "The picture was not added.",
    problems: { "picture-file": text },
  });
  if (file === null) return refuse("Choose a file.");
  if (alt === "") return refuse("Say what the picture shows, for whoever can’t see it.");
  const added = await addGuidePicture({ db, storage: storageOf(env), log, by, now }, file.bytes);
  if (typeof added === "string") return refuse(PHOTO_REFUSALS[added]);
  const body = `${document.body}\n\n${writePicture({ src: added.path, alt, credit })}`.trim();
  return afterSaving({ ...sent, document: { ...document, body } }, async () => ({ to: editorPath(sent.id) }));
}

export const meta: Route.MetaFunction = ({ loaderData: { id, document }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: document.title === "" ? "Untitled guide" : document.title,
    description: "A guide that is being written.",
    path: editorPath(id),
    robots: "noindex, follow",
  });

export default function GuideEditorRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <GuideEditor key={loaderData.id} opened={loaderData} refused={actionData ?? null} />;
}
