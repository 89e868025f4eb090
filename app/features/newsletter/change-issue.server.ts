import type { Database } from "#app/db/database.server.ts";
import { plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { readIssueForm, readNote, type TypedIssue } from "./issue-form.ts";
import { ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";
import {
  addItem,
  type Change,
  deleteIssue,
  findIssue,
  moveItem,
  noteItem,
  removeItem,
  saveWords,
  scheduleIssue,
  showInArchive,
} from "./issues.server.ts";
import { readMailAddress } from "./mail-address.ts";
import type { IssueSaved } from "./issue-saved.ts";
import { newsletterNeighborhoods } from "./preferences.server.ts";
import { readSchedule, type TypedTime, typedTime } from "./schedule-form.ts";
import { returnItem } from "./taken-out.server.ts";
import { endIssue, goOnWithIssue, sendTest, START_TROUBLE, startIssue, stopIssue } from "./send-issue.server.ts";

/** Why something was not done, with what was typed. */
export type Refusal = {
  status: number;
  why: string;
  problems: Partial<Record<string, string>>;
  typed: TypedIssue | null;
  time: TypedTime | null;
  /** The version that the refused form was opened with, so that sending it again overwrites nobody's words either. */
  version: number | null;
  notes: TypedNote[];
  test: string | null;
};

/** A note as it was typed, the note that it is to replace, and why it was not kept; null where it was, or nobody tried. */
export type TypedNote = { itemId: number; typed: string; was: string; why: string | null };

/** What was done, and where on the page to go on. */
type Done = { done: string; hash: string; asking?: "send" | "delete" };
type Refused = Pick<Refusal, "status" | "why"> & Partial<Refusal>;
type Outcome = Done | Refused;
/** What of the site it takes. */
type Work = Pick<Site, "db" | "env" | "now">;
/** `what`: the item that it is about, or what is to be added. */
type Asked = { id: string; by: string; form: SentForm; deed: string; what: string; version: number };

/**
 * Does what a form of an issue's page asks for. The page is one form: whatever is pressed, the words and notes that stand
 * there are kept first, and where they can't be, nothing else is done either.
 */
export async function changeIssue(
  site: Work,
  { id, by, form }: Pick<Asked, "id" | "by" | "form">,
): Promise<Done | Refusal> {
  const [, deed = "", what = ""] = /^([a-z-]{1,20})(?::([a-z0-9-]{1,40}))?$/.exec(form.text("do")) ?? [];
  const asked = { id, by, form, deed, what, version: versionOf(form) };
  const notes = typedNotes(form);
  const kept = KEEPING.has(deed) ? await keepTyped(site, { ...asked, notes }) : { version: asked.version, notes };
  const outcome = "status" in kept ? kept : await doAsked(site, { ...asked, version: kept.version });
  if ("done" in outcome) return outcome;
  const hasWords = form.text("words") === "yes";
  return {
    problems: {},
    time: hasWords ? timeOf(form) : null,
    typed: hasWords ? readIssueForm(form, []).typed : null,
    test: hasWords ? form.text("test").slice(0, TEST_CHARACTERS_MAX) : null,
    version: kept.version ?? asked.version,
    notes: kept.notes ?? notes,
    ...outcome,
  };
}

/** What is pressed while there are words to be typed; not what lets them go. */
const KEEPING = new Set([
  "save",
  "enter",
  "add",
  "up",
  "down",
  "remove",
  "return",
  "find",
  "look",
  "test",
  "schedule",
  "unschedule",
  "ask-send",
  "ask-delete",
  "send",
]);

async function doAsked(site: Work, asked: Asked): Promise<Outcome> {
  switch (asked.deed) {
    case "save":
      return { done: "kept", hash: "" };
    case "enter":
      // In the field for what is to be found it finds.
      return asked.form.text("q") === asked.form.text("asked")
        ? { done: "kept", hash: "" }
        : { done: "", hash: "#offers" };
    case "find":
      return { done: "", hash: "#offers" };
    case "look":
      return { done: "", hash: "#preview" };
    case "ask-send":
      return { done: "", hash: "#sending", asking: "send" };
    case "ask-delete":
      return { done: "", hash: "#sending", asking: "delete" };
    case "add":
      return add(site, asked);
    case "up":
    case "down":
    case "remove":
      return changeItem(site, asked);
    case "return":
      return putBackItem(site, asked);
    case "test":
      return test(site, asked);
    case "schedule":
    case "unschedule":
      return schedule(site, asked);
    case "send":
      return start(site, asked);
    case "stop":
    case "go-on":
    case "end":
      return holdOrGoOn(site, asked);
    case "take-down":
    case "put-back":
      return showOrHide(site, asked);
    case "delete":
      return doneOr(await deleteIssue(site.db, { id: asked.id, by: asked.by, now: site.now }), {
        done: "deleted",
        hash: "",
      });
    default:
      return refuse(400, "Choose what to do with the issue.");
  }
}

function refuse(status: number, why: string, more: Partial<Refusal> = {}): Refused {
  return { status, why, ...more };
}

const STALE = "Somebody else has changed the issue since you opened it, so nothing was saved.";
const CLOSED = "It is being sent already, or is gone: nothing of it can be changed any more.";

function doneOr(change: Change, done: Done): Outcome {
  if (change === "changed") return done;
  return refuse(409, change === "stale" ? `${STALE} Copy what you want to keep, then open the page again.` : CLOSED);
}

type Keeping = Pick<Asked, "id" | "by" | "form" | "deed" | "version"> & { notes: TypedNote[] };

/** Keeps the words and the notes of the form; those that are as they were are left alone. */
async function keepTyped(
  { db, now }: Work,
  { id, by, form, deed, version, notes }: Keeping,
): Promise<{ version: number; notes: TypedNote[] } | Refused> {
  if (form.text("words") !== "yes" && deed !== "save") return { version, notes };
  const { words, typed, problems } = readIssueForm(form, await newsletterNeighborhoods(db));
  if (words === null) return refuse(400, "Nothing is saved yet.", { problems, typed, version });
  const { change, ...saved } = await saveWords(db, { id, by, version, words, now });
  // A window that never heard of its save sends the same again: nobody's words are lost by it.
  const isAgain = deed === AUTOSAVE && change === "stale" && saved.isSame;
  const outcome = doneOr(isAgain ? "changed" : change, { done: "kept", hash: "" });
  if ("status" in outcome) return { ...outcome, typed, version };
  const tried = [];
  let refused: Refused | null = null;
  for (const note of notes) {
    const trouble = await keepNote(db, { id, by, now, note });
    if (trouble !== null) refused ??= trouble;
    tried.push({ ...note, why: trouble?.why ?? null, was: trouble === null ? plainText(note.typed) : note.was });
  }
  const kept = { version: saved.version, notes: tried };
  return refused === null ? kept : { ...refused, ...kept };
}

const AUTOSAVE = "autosave";

/**
 * Keeps what is typed of a draft while somebody types it, from the page's script. One that goes out by itself is left to the
 * button: nobody's half sentence is to be in the mails.
 */
export async function autosaveIssue(
  site: Work,
  { id, by, form }: Pick<Asked, "id" | "by" | "form">,
): Promise<IssueSaved & { status: number }> {
  const version = versionOf(form);
  const issue = await findIssue(site.db, id);
  const isDraft = issue?.state === "draft" && issue.deletedAt === null;
  const asked = { id, by, form, deed: AUTOSAVE, version, notes: typedNotes(form) };
  const kept = isDraft ? await keepTyped(site, asked) : refuse(409, issue?.state === "scheduled" ? SCHEDULED : CLOSED);
  const { notes = [], version: own } = kept;
  const after = await findIssue(site.db, id);
  return {
    status: "status" in kept ? kept.status : 200,
    why: "status" in kept ? whyOf(kept) : null,
    version: own ?? version,
    newest: isDraft && after !== null ? after.version : (own ?? version),
    seenAt: after?.updatedAt.getTime() ?? 0,
    savedAt: site.now.getTime(),
    notes: notes.filter(({ why }) => why === null).map(({ itemId, was }) => ({ itemId, was })),
  };
}

const SCHEDULED = "It is scheduled by now, so it is no longer saved by itself. Press Save.";

/** In one sentence, since a line beside the form is all there is room for. */
function whyOf({ why, problems = {} }: Refused): string {
  const [problem] = Object.values(problems);
  return problem === undefined ? why : `${why} ${problem}`;
}

/** The version that the form was opened with; one that nobody wrote counts as none. */
function versionOf(form: SentForm): number {
  const version = Number(form.text("version"));
  return Number.isSafeInteger(version) ? version : 0;
}

/** The notes of the form, by the numbers of the items that the page had. */
function typedNotes(form: SentForm): TypedNote[] {
  const ids = form.text("notes").slice(0, NOTES_CHARACTERS_MAX).split(",");
  return ids
    .filter((digits) => /^\d{1,15}$/.test(digits))
    .slice(0, ITEMS_MAX)
    .map((digits) => ({
      itemId: Number(digits),
      typed: form.text(`note-${digits}`).slice(0, NOTE_CHARACTERS_MAX * 4),
      was: plainText(form.text(`was-${digits}`).slice(0, NOTE_CHARACTERS_MAX * 4)),
      why: null,
    }));
}

/** As long as the numbers of the items of a full issue may be. */
const NOTES_CHARACTERS_MAX = ITEMS_MAX * 16;

/** Null once it is kept. */
async function keepNote(
  db: Database,
  { note: { itemId, typed, was }, ...which }: { id: string; by: string; now: Date; note: TypedNote },
): Promise<Refused | null> {
  const note = readNote(typed);
  if (note === null) return refuse(400, `Write at most ${NOTE_CHARACTERS_MAX} characters about it.`);
  if (note === was) return null;
  const outcome = await noteItem(db, { ...which, itemId, was, note });
  if (outcome === "changed") return null;
  if (outcome === "gone") {
    const words = note === "" ? "" : ` You wrote: “${note}”`;
    return refuse(409, `Somebody has taken that out of the issue, so nothing was saved.${words}`);
  }
  if (outcome === "closed") return refuse(409, CLOSED);
  return refuse(
    409,
    "Somebody else has written something else here. Copy what you want to keep, then open the page again.",
  );
}

async function add({ db, now }: Work, { id, by, what }: Asked): Promise<Outcome> {
  const [, kind, digits] = /^(guide|place)-(\d{1,15})$/.exec(what) ?? [];
  if (kind === undefined) return refuse(400, "Choose what to add.");
  const item = kind === "guide" ? { guideId: Number(digits) } : { placeId: Number(digits) };
  return added(await addItem(db, { id, by, item, now }));
}

function added(outcome: Awaited<ReturnType<typeof addItem>>): Outcome {
  if (outcome === "full") return refuse(409, `An issue holds ${ITEMS_MAX} guides and places at most.`);
  if (outcome === "no-such-item") return refuse(404, "That isn’t there any more.");
  return doneOr(outcome, { done: "kept", hash: "#items" });
}

/** What was taken out, where it stood, with our words on it. */
async function putBackItem({ db, now }: Work, { id, by, what }: Asked): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(what)) return refuse(400, "Choose what to put back.");
  return added(await returnItem(db, { id, by, entryId: Number(what), now }));
}

async function changeItem({ db, now }: Work, { id, by, deed, what }: Asked): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(what)) return refuse(400, "Choose an item.");
  const which = { id, by, itemId: Number(what), now };
  const done = { done: "kept", hash: "#items" };
  if (deed === "remove") return doneOr(await removeItem(db, which), done);
  return doneOr(await moveItem(db, { ...which, step: deed === "up" ? -1 : 1 }), done);
}

async function showOrHide({ db, now }: Work, { id, by, deed }: Asked): Promise<Outcome> {
  const isShown = deed === "put-back";
  if (await showInArchive(db, { id, by, isShown, now })) return { done: isShown ? "put-back" : "taken-down", hash: "" };
  return refuse(409, isShown ? "It stands in the archive already." : "It doesn’t stand in the archive.");
}

/** Longer than any address. */
export const TEST_CHARACTERS_MAX = 400;

async function test({ db, env, now }: Work, { id, by, form }: Asked): Promise<Outcome> {
  const typed = form.text("test").slice(0, TEST_CHARACTERS_MAX);
  const address = readMailAddress(typed);
  if (address === null) {
    return refuse(400, "No test was sent.", { problems: { test: "Write it as name@example.com." }, test: typed });
  }
  const outcome = await sendTest(db, { id, by, address, postalAddress: env.postalAddress, now });
  if (outcome === "too-large") return refuse(409, START_TROUBLE["too-large"] ?? CLOSED, { test: typed });
  return outcome === "sent" ? { done: "tested", hash: "#sending" } : refuse(409, CLOSED);
}

async function schedule({ db, now }: Work, { id, by, form, deed, version }: Asked): Promise<Outcome> {
  if (deed === "unschedule") {
    const change = await scheduleIssue(db, { id, by, version, sendAt: null, now });
    return doneOr(change, { done: "unscheduled", hash: "#sending" });
  }
  const time = timeOf(form);
  const read = readSchedule(time, now);
  if (!("sendAt" in read)) return refuse(400, "It isn’t scheduled yet.", { problems: { at: read.why }, time });
  const change = await scheduleIssue(db, { id, by, version, sendAt: read.sendAt, now });
  return doneOr(change, { done: "scheduled", hash: "#sending" });
}

function timeOf(form: SentForm): TypedTime {
  return typedTime({ at: form.text("at"), fold: form.text("fold") });
}

async function start({ db, env, now }: Work, { id, by, form }: Asked): Promise<Outcome> {
  const { postalAddress } = env;
  const outcome = await startIssue(db, { id, by: { id: by, seenAt: Number(form.text("seen")) }, postalAddress, now });
  const trouble = START_TROUBLE[outcome];
  if (trouble !== null) return refuse(409, trouble);
  return outcome === "closed" ? refuse(409, CLOSED) : { done: "started", hash: "" };
}

async function holdOrGoOn({ db, now }: Work, { id, by, deed }: Asked): Promise<Outcome> {
  if (deed === "end") {
    return (await endIssue(db, { id, by, now })) ? { done: "ended", hash: "" } : refuse(409, "It isn’t stopped.");
  }
  const isStop = deed === "stop";
  const isDone = await (isStop ? stopIssue : goOnWithIssue)(db, { id, by, now });
  if (!isDone) return refuse(409, isStop ? "It isn’t being sent." : "It isn’t stopped.");
  return { done: isStop ? "stopped" : "gone-on", hash: "" };
}
