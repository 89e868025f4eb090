import type { SentForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { readIssueForm, readNote, type TypedIssue } from "./issue-form.ts";
import { ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";
import {
  addItem,
  type Change,
  deleteIssue,
  moveItem,
  noteItem,
  removeItem,
  saveWords,
  scheduleIssue,
} from "./issues.server.ts";
import { readMailAddress } from "./mail-address.ts";
import { newsletterNeighborhoods } from "./preferences.server.ts";
import { readSchedule, type ScheduleProblem } from "./schedule-form.ts";
import { goOnWithIssue, sendTest, START_TROUBLE, startIssue, stopIssue } from "./send-issue.server.ts";

/** Why something was not done, with what was typed. */
export type Refusal = {
  status: number;
  why: string;
  problems: Partial<Record<string, string>>;
  typed: TypedIssue | null;
  schedule: ScheduleProblem | null;
  /** The item whose note was too long, and the note. */
  note: { itemId: number; typed: string } | null;
  test: string | null;
};

/** What was done, and where on the page to go on. */
type Done = { done: string; hash: string };
type Outcome = Done | Refusal;
type Asked = { id: string; by: string; form: SentForm };

/** Does what a form of an issue's page asks for. */
export async function changeIssue(site: Site, asked: Asked): Promise<Outcome> {
  switch (asked.form.text("do")) {
    case "save":
      return save(site, asked);
    case "add":
      return add(site, asked);
    case "up":
    case "down":
    case "remove":
    case "note":
      return changeItem(site, asked);
    case "test":
      return test(site, asked);
    case "schedule":
    case "unschedule":
      return schedule(site, asked);
    case "send":
      return start(site, asked);
    case "stop":
    case "go-on":
      return holdOrGoOn(site, asked);
    case "delete":
      return doneOr(await deleteIssue(site.db, { id: asked.id, by: asked.by, now: site.now }), {
        done: "deleted",
        hash: "",
      });
    default:
      return refuse(400, "Choose what to do with the issue.");
  }
}

function refuse(status: number, why: string, more: Partial<Refusal> = {}): Refusal {
  return { status, why, problems: {}, typed: null, schedule: null, note: null, test: null, ...more };
}

const STALE = "Somebody else has changed the issue since you opened it, so nothing was saved.";
const CLOSED = "It is being sent already, or is gone: nothing of it can be changed any more.";

function doneOr(change: Change, done: Done, more: Partial<Refusal> = {}): Outcome {
  if (change === "changed") return done;
  return refuse(
    409,
    change === "stale" ? `${STALE} Copy what you want to keep, then open the page again.` : CLOSED,
    more,
  );
}

async function save({ db, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const { words, typed, problems } = readIssueForm(form, await newsletterNeighborhoods(db));
  if (words === null) return refuse(400, "Nothing is saved yet.", { problems, typed });
  const version = versionOf(form);
  return doneOr(await saveWords(db, { id, by, version, words, now }), { done: "kept", hash: "" }, { typed });
}

/** The version that the form was opened with; one that nobody wrote counts as none. */
function versionOf(form: SentForm): number {
  const version = Number(form.text("version"));
  return Number.isSafeInteger(version) ? version : 0;
}

async function add({ db, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const [, kind, digits] = /^(guide|place)-(\d{1,15})$/.exec(form.text("item")) ?? [];
  if (kind === undefined) return refuse(400, "Choose what to add.");
  const item = kind === "guide" ? { guideId: Number(digits) } : { placeId: Number(digits) };
  const outcome = await addItem(db, { id, by, item, now });
  if (outcome === "full") return refuse(409, `An issue holds ${ITEMS_MAX} guides and places at most.`);
  if (outcome === "no-such-item") return refuse(404, "That isn’t there any more.");
  return doneOr(outcome, { done: "kept", hash: "#items" });
}

async function changeItem({ db, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const itemId = Number(form.text("item"));
  if (!Number.isSafeInteger(itemId)) return refuse(400, "Choose an item.");
  const which = { id, by, itemId, now };
  const done = { done: "kept", hash: "#items" };
  const asked = form.text("do");
  if (asked === "remove") return doneOr(await removeItem(db, which), done);
  if (asked === "up" || asked === "down") {
    return doneOr(await moveItem(db, { ...which, step: asked === "up" ? -1 : 1 }), done);
  }
  const typed = form.text("note").slice(0, NOTE_CHARACTERS_MAX * 4);
  const note = readNote(typed);
  if (note === null) {
    return refuse(400, `Write at most ${NOTE_CHARACTERS_MAX} characters about it.`, { note: { itemId, typed } });
  }
  return doneOr(await noteItem(db, { ...which, note }), done);
}

async function test({ db, env, now }: Site, { id, form }: Asked): Promise<Outcome> {
  const typed = form.text("test").slice(0, 400);
  const address = readMailAddress(typed);
  if (address === null) {
    return refuse(400, "No test was sent.", { problems: { test: "Write it as name@example.com." }, test: typed });
  }
  const outcome = await sendTest(db, { id, address, postalAddress: env.postalAddress, now });
  if (outcome === "too-large") return refuse(409, START_TROUBLE["too-large"] ?? CLOSED, { test: typed });
  return outcome === "sent" ? { done: "tested", hash: "#sending" } : refuse(409, CLOSED);
}

async function schedule({ db, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const version = versionOf(form);
  if (form.text("do") === "unschedule") {
    const change = await scheduleIssue(db, { id, by, version, sendAt: null, now });
    return doneOr(change, { done: "unscheduled", hash: "#sending" });
  }
  const read = readSchedule(form, now);
  if (!("sendAt" in read)) {
    return refuse(400, "It isn’t scheduled yet.", { problems: { at: read.why }, schedule: read });
  }
  const change = await scheduleIssue(db, { id, by, version, sendAt: read.sendAt, now });
  return doneOr(change, { done: "scheduled", hash: "#sending" });
}

async function start({ db, env, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const { postalAddress } = env;
  const outcome = await startIssue(db, { id, by: { id: by, seenAt: Number(form.text("seen")) }, postalAddress, now });
  const trouble = START_TROUBLE[outcome];
  if (trouble !== null) return refuse(409, trouble);
  return outcome === "closed" ? refuse(409, CLOSED) : { done: "started", hash: "" };
}

async function holdOrGoOn({ db, now }: Site, { id, by, form }: Asked): Promise<Outcome> {
  const isStop = form.text("do") === "stop";
  const isDone = await (isStop ? stopIssue : goOnWithIssue)(db, { id, by, now });
  if (!isDone) return refuse(409, isStop ? "It isn’t being sent." : "It isn’t stopped.");
  return { done: isStop ? "stopped" : "gone-on", hash: "" };
}
