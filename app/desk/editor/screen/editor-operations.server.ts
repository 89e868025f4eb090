import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { restoreGuide } from "#app/guide/guides/write/delete-guide.server.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { FormFiles, FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { PHOTO_REFUSAL_MESSAGES } from "#app/guide/photos/place/upload/photo-refusals.ts";

import { normalizeLine } from "../draft/guide-form.ts";
import { parseGuideTime } from "../draft/guide-time.ts";
import { saveGuideDraft } from "../draft/drafts.server.ts";
import { editorPath, publishPath, viewGuidePath } from "../editing-paths.ts";
import { diffGuides } from "../draft/guide-diff.server.ts";
import { sortStops } from "../document/guide-document.ts";
import type { EditorRefusal } from "../draft/editor-page-data.ts";
import type { SaveSession } from "../draft/save-session.ts";
import { addGuidePicture } from "../pictures/guide-pictures.server.ts";
import { revokePreview, renewPreview } from "../publish/preview.server.ts";
import { publishDraft, resolveNewerSeed, unpublishDraft } from "../publish/publish.server.ts";
import { CROSSES_MEMBERS_LINE_MESSAGE, crossesMembersLine, movePlace } from "./move-place.ts";
import { pictureToMarkdown } from "../document/write-markdown.ts";

type EditorForm = SaveSession & {
  site: Site;
  form: FormFields & FormFiles;
  id: number;
  by: string;
  document: GuideDocument;
  version: number;
  isDeleted: boolean;
  /** Adds the post to an issue of the newsletter. */
  addToIssue: (issueId: string) => Promise<string>;
};

export type EditorOutcome = { to: string } | (Partial<EditorRefusal> & { status: number; why: string });

/** A Map, because the form value may be the name of an Object.prototype property. */
export const EDITOR_OPERATIONS = new Map<string, (sent: EditorForm) => Promise<EditorOutcome>>([
  ["save", (sent) => afterSaving(sent, async () => ({ to: editorPath(sent.id) }))],
  ["publish", publishNowOrLater],
  ["ask-publish", (sent) => afterSaving(sent, async () => ({ to: publishPath(sent.id) }))],
  [
    "unpublish",
    (sent) =>
      afterSaving(sent, async () => {
        const { site, id, by } = sent;
        await unpublishDraft(site.db, { id, by, now: site.now });
        site.log.info({ guide: id, by }, "A guide was unpublished");
        return { to: `${editorPath(id)}?done=unpublished` };
      }),
  ],
  [
    "preview",
    (sent) =>
      afterSaving(sent, async (version) => (sent.isDeleted ? noPreview(version) : { to: viewGuidePath(sent.id) })),
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
        await revokePreview(site.db, { id, by, now: site.now });
        return { to: `${editorPath(id)}#guide-preview` };
      }),
  ],
  ["keep-draft", (sent) => settleSeed(sent, "draft")],
  ["take-seed", (sent) => settleSeed(sent, "seed")],
  ["add-picture", addPicture],
  ["set-cover", setCover],
  [
    "remove-cover",
    (sent) =>
      afterSaving({ ...sent, document: { ...sent.document, cover: null } }, async () => ({
        to: `${editorPath(sent.id)}#guide-cover`,
      })),
  ],
  [
    "bring-back",
    (sent) =>
      afterSaving(sent, async () => {
        const { site, id, by } = sent;
        // If someone else has restored it in the meantime, there is nothing left to do.
        await restoreGuide(site.db, { postId: id, actor: { kind: "staff", id: by }, now: site.now });
        site.log.info({ guide: id, by }, "A deleted guide was restored");
        return { to: `${editorPath(id)}?done=restored` };
      }),
  ],
]);

/** As the dialog, or the page without script, asked for. */
async function publishNowOrLater(sent: EditorForm): Promise<EditorOutcome> {
  if (sent.form.text("when") !== "later") return publish(sent, null);
  const which = sent.form.text("which");
  const read = parseGuideTime(sent.form.text("at"), which === "first" || which === "second" ? which : null);
  if (read.at !== null) return publish(sent, read.at);
  const why = "The post was saved, but not scheduled.";
  const refused = { status: 400, why, problems: { at: read.text }, isTimeAmbiguous: read.problem === "twice" };
  return afterSaving(sent, async (version) => ({ ...refused, version, storedAs: "saved" }));
}

/** A page that was open when the guide was deleted still has the button for some seconds. */
function noPreview(version: number): EditorOutcome {
  const why = "The post was saved. A deleted post has no preview. Restore it first.";
  return { status: 409, why, version, storedAs: "saved" };
}

/** Saves the form, then decides between the draft and a newer text from a seed file. */
function settleSeed(sent: EditorForm, preferred: "draft" | "seed"): Promise<EditorOutcome> {
  return afterSaving(sent, async (version) => {
    const { site, id, by, document, window } = sent;
    const seedDigest = sent.seedDigest ?? "";
    const saving = { id, by, document, version, window, now: site.now };
    const settled = await resolveNewerSeed(site.db, { ...saving, preferred, seedDigest });
    if (settled === "settled") return { to: editorPath(id) };
    if (settled !== "newer") return conflictOutcome({ ...settled, document });
    const why = "The post was saved, but a seed file has changed again in the meantime. Check the differences again.";
    return { status: 409, why, version, storedAs: "saved" };
  });
}

/** Without script: moves a place up or down, with the text below it. */
export async function stepPlace(
  sent: EditorForm,
  { place, by }: { place: string; by: -1 | 1 },
): Promise<EditorOutcome> {
  const { document } = sent;
  const order = [...new Set(placeSlugsInText(document.body))];
  const from = order.indexOf(place);
  const to = from + by;
  const back = { to: `${editorPath(sent.id)}#guide-stops` };
  if (from === -1 || to < 0 || to >= order.length) return afterSaving(sent, async () => back);
  const body = movePlace(document.body, { from, to });
  if (crossesMembersLine(document.body, body)) {
    const why = `The post was saved, but the place wasn’t moved. ${CROSSES_MEMBERS_LINE_MESSAGE}`;
    return afterSaving(sent, async (version) => ({ status: 409, why, version, storedAs: "saved" }));
  }
  const stops = sortStops(placeSlugsInText(body), document.stops);
  return afterSaving({ ...sent, document: { ...document, body, stops } }, async () => back);
}

/** Saves the form before any other operation. After a conflict, the operation isn't carried out. */
async function afterSaving(
  sent: EditorForm,
  then: (version: number) => Promise<EditorOutcome>,
): Promise<EditorOutcome> {
  const { site, id, by, document, version, window, seedDigest } = sent;
  const { db, now } = site;
  const saved = await saveGuideDraft(db, { id, by, document, version, window, seedDigest, now });
  if (saved === "no-such-guide") throw noSuchPage();
  return saved.outcome === "saved" ? then(saved.version) : conflictOutcome({ ...saved, document });
}

type ConflictInput = {
  savedBy: string | null;
  isOwn: boolean;
  theirs: GuideDocument;
  document: GuideDocument;
  version: number;
};

function conflictOutcome({ savedBy, isOwn, theirs, document, version }: ConflictInput): EditorOutcome {
  const who = isOwn ? "You saved this post in another window" : `${savedBy ?? "Someone else"} saved this post`;
  const why = `${who} since you opened it. Your version is below and in the history. Save again to replace the other version.`;
  return { status: 409, why, diff: diffGuides(theirs, document), version, storedAs: "conflict", savedBy, isOwn };
}

async function publish(sent: EditorForm, at: Date | null): Promise<EditorOutcome> {
  const { site, id, by, document, version, window, seedDigest } = sent;
  const { db, now, log } = site;
  const published = await publishDraft(db, { id, by, document, version, window, seedDigest, now, at });
  if (published === "no-such-guide") throw noSuchPage();
  if (published.outcome === "conflict") return conflictOutcome({ ...published, document });
  if (published.outcome === "newer-seed") {
    const why = "The post was saved, but not published: a seed file has a newer text. Choose one of them below.";
    return { status: 409, why, version: published.version, storedAs: "saved" };
  }
  if (published.outcome === "deleted") {
    const why = "The post was saved, but not published because it’s deleted. Restore it first.";
    return { status: 409, why, version: published.version, storedAs: "saved" };
  }
  if (published.outcome === "problems") {
    const { problems } = published;
    const { version: saved } = published;
    return {
      status: 400,
      why: "The post was saved, but can’t be published yet.",
      problems,
      version: saved,
      storedAs: "saved",
    };
  }
  log.info({ guide: id, by, at: published.publishedAt }, "A guide was published");
  const done = new URLSearchParams({
    done: published.wasPublished ? "updated" : at === null ? "published" : "scheduled",
  });
  const issue = sent.form.text("issue");
  if (isUuid(issue)) done.set("issue", (await sent.addToIssue(issue)) === "changed" ? "added" : "not-added");
  return { to: `${editorPath(id)}?${done}` };
}

/** Without script: adds the picture at the end of the text. */
async function addPicture(sent: EditorForm): Promise<EditorOutcome> {
  const { site, form, by, document } = sent;
  const { db, env, log, now } = site;
  const [file, alt, credit] = [
    await form.file("picture-file"),
    form.text("picture-alt").trim(),
    form.text("picture-credit").trim(),
  ];
  const refuse = (text: string): EditorOutcome => ({
    status: 400,
    why: "We couldn’t add the picture.",
    problems: { "picture-file": text },
  });
  if (file === null) return refuse("Choose a file.");
  if (alt === "") return refuse("Describe the picture for people who can’t see it.");
  const added = await addGuidePicture({ db, storage: openStorage(env), log, by, now }, file.bytes);
  if (typeof added === "string") return refuse(PHOTO_REFUSAL_MESSAGES[added]);
  const body = `${document.body}\n\n${pictureToMarkdown({ src: added.path, alt, credit })}`.trim();
  return afterSaving({ ...sent, document: { ...document, body } }, async () => ({ to: editorPath(sent.id) }));
}

/** Without script: uploads the cover. */
async function setCover(sent: EditorForm): Promise<EditorOutcome> {
  const { site, form, by, document } = sent;
  const { db, env, log, now } = site;
  const file = await form.file("cover-file");
  const refuse = (text: string): EditorOutcome => ({
    status: 400,
    why: "We couldn’t set the cover.",
    problems: { "cover-file": text },
  });
  if (file === null) return refuse("Choose a file.");
  const added = await addGuidePicture({ db, storage: openStorage(env), log, by, now }, file.bytes);
  if (typeof added === "string") return refuse(PHOTO_REFUSAL_MESSAGES[added]);
  const cover = {
    path: added.path,
    alt: normalizeLine(form.text("cover-alt")),
    credit: normalizeLine(form.text("cover-credit")),
  };
  const back = { to: `${editorPath(sent.id)}#guide-cover` };
  return afterSaving({ ...sent, document: { ...document, cover } }, async () => back);
}
