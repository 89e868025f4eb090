import type { Database } from "#app/db/database.server.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { parseIssueForm, parseItemNote, type IssueFormValues } from "./issue-form.ts";
import { ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";
import { addIssueItem, moveIssueItem, saveItemNote, removeIssueItem } from "./issue-items.server.ts";
import {
  type ChangeOutcome,
  deleteIssue,
  findIssue,
  saveIssueText,
  scheduleIssue,
  setArchiveVisibility,
} from "./issues.server.ts";
import { parseEmailAddress } from "../subscribers/email-address.ts";
import type { IssueSaveResponse } from "./issue-save-response.ts";
import { listNewsletterNeighborhoods } from "../subscribers/change-preferences.server.ts";
import { parseSchedule, type ScheduleFormValues, parseTimeFields } from "./schedule-form.ts";
import { restoreRemovedItem } from "../subscribers/removed-items.server.ts";
import { endIssue, resumeIssue, stopIssue } from "../sending/stop-issue.server.ts";
import { sendTest } from "../sending/send-test.server.ts";
import { START_ERRORS, startIssue } from "../sending/start-issue.server.ts";

/** Why an action failed, with the submitted values. */
export type IssueFormError = {
  status: number;
  why: string;
  problems: Partial<Record<string, string>>;
  typed: IssueFormValues | null;
  time: ScheduleFormValues | null;
  /** The version that the form was opened with, so that sending it again doesn't overwrite another editor's text. */
  version: number | null;
  notes: SubmittedNote[];
  test: string | null;
};

/** A submitted note, the note it replaces, and why it wasn't saved (null if it was saved or not tried). */
export type SubmittedNote = { itemId: number; text: string; original: string; problem: string | null };

/** What was done, and the part of the page to return to. */
type Done = { done: string; hash: string; confirm?: "send" | "delete" };
type ActionError = Pick<IssueFormError, "status" | "why"> & Partial<IssueFormError>;
type Outcome = Done | ActionError;
/** The parts of the site that the actions need. */
type IssueSite = Pick<Site, "db" | "env" | "now">;
/** `target`: the item to change or add. */
type IssueRequest = { id: string; by: string; form: FormFields; action: string; target: string; version: number };

/**
 * Performs the action of an issue's page. The page is one form: each button saves the text and notes first, and does
 * nothing else if they can't be saved.
 */
export async function changeIssue(
  site: IssueSite,
  { id, by, form }: Pick<IssueRequest, "id" | "by" | "form">,
): Promise<Done | IssueFormError> {
  const [, action = "", target = ""] = /^([a-z-]{1,20})(?::([a-z0-9-]{1,40}))?$/.exec(form.text("do")) ?? [];
  const requested = { id, by, form, action, target, version: versionOf(form) };
  const notes = typedNotes(form);
  const saved = SAVING_ACTIONS.has(action)
    ? await saveForm(site, { ...requested, notes })
    : { version: requested.version, notes };
  const outcome = "status" in saved ? saved : await performAction(site, { ...requested, version: saved.version });
  if ("done" in outcome) return outcome;
  const hasText = form.text("words") === "yes";
  return {
    problems: {},
    time: hasText ? timeOf(form) : null,
    typed: hasText ? parseIssueForm(form, []).typed : null,
    test: hasText ? form.text("test").slice(0, TEST_CHARACTERS_MAX) : null,
    version: saved.version ?? requested.version,
    notes: saved.notes ?? notes,
    ...outcome,
  };
}

/** Actions that save the form first. Deleting and actions on sent issues don't. */
const SAVING_ACTIONS = new Set([
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

async function performAction(site: IssueSite, request: IssueRequest): Promise<Outcome> {
  switch (request.action) {
    case "save":
      return { done: "saved", hash: "" };
    case "enter":
      // Enter in the search field searches.
      return request.form.text("q") === request.form.text("searched")
        ? { done: "saved", hash: "" }
        : { done: "", hash: "#offers" };
    case "find":
      return { done: "", hash: "#offers" };
    case "look":
      return { done: "", hash: "#preview" };
    case "ask-send":
      return { done: "", hash: "#sending", confirm: "send" };
    case "ask-delete":
      return { done: "", hash: "#sending", confirm: "delete" };
    case "add":
      return add(site, request);
    case "up":
    case "down":
    case "remove":
      return changeItem(site, request);
    case "return":
      return restoreItem(site, request);
    case "test":
      return sendTestMail(site, request);
    case "schedule":
    case "unschedule":
      return schedule(site, request);
    case "send":
      return start(site, request);
    case "stop":
    case "go-on":
    case "end":
      return stopResumeOrEnd(site, request);
    case "take-down":
    case "put-back":
      return changeArchiveVisibility(site, request);
    case "delete":
      return doneOr(await deleteIssue(site.db, { id: request.id, by: request.by, now: site.now }), {
        done: "deleted",
        hash: "",
      });
    default:
      return refuse(400, "Choose what to do with the issue.");
  }
}

function refuse(status: number, why: string, more: Partial<IssueFormError> = {}): ActionError {
  return { status, why, ...more };
}

const STALE = "Another editor has changed the issue since you opened it, so we didn’t save.";
const CLOSED = "The issue is being sent or was deleted, so it can’t be changed.";

function doneOr(change: ChangeOutcome, done: Done): Outcome {
  if (change === "changed") return done;
  return refuse(409, change === "stale" ? `${STALE} Copy your text, then open the page again.` : CLOSED);
}

type SaveInput = Pick<IssueRequest, "id" | "by" | "form" | "action" | "version"> & { notes: SubmittedNote[] };

/** Saves the form's text and notes, except unchanged ones. */
async function saveForm(
  { db, now }: IssueSite,
  { id, by, form, action, version, notes }: SaveInput,
): Promise<{ version: number; notes: SubmittedNote[] } | ActionError> {
  if (form.text("words") !== "yes" && action !== "save") return { version, notes };
  const { text: words, typed, problems } = parseIssueForm(form, await listNewsletterNeighborhoods(db));
  if (words === null) return refuse(400, "We couldn’t save.", { problems, typed, version });
  const { change, ...saved } = await saveIssueText(db, { id, by, version, text: words, now });
  // A window that missed the answer to its save sends the same text again, which is harmless.
  const isRetry = action === AUTOSAVE && change === "stale" && saved.isSame;
  const outcome = doneOr(isRetry ? "changed" : change, { done: "saved", hash: "" });
  if ("status" in outcome) return { ...outcome, typed, version };
  const results = [];
  let error: ActionError | null = null;
  for (const note of notes) {
    const noteError = await saveNote(db, { id, by, now, note });
    if (noteError !== null) error ??= noteError;
    results.push({
      ...note,
      problem: noteError?.why ?? null,
      original: noteError === null ? normalizeText(note.text) : note.original,
    });
  }
  const state = { version: saved.version, notes: results };
  return error === null ? state : { ...error, ...state };
}

const AUTOSAVE = "autosave";

/**
 * Autosaves a draft for the page's script. Scheduled issues are saved only by the button, so that no half sentence is
 * mailed.
 */
export async function autosaveIssue(
  site: IssueSite,
  { id, by, form }: Pick<IssueRequest, "id" | "by" | "form">,
): Promise<IssueSaveResponse & { status: number }> {
  const version = versionOf(form);
  const issue = await findIssue(site.db, id);
  const isDraft = issue?.state === "draft" && issue.deletedAt === null;
  const requested = { id, by, form, action: AUTOSAVE, version, notes: typedNotes(form) };
  const result = isDraft
    ? await saveForm(site, requested)
    : refuse(409, issue?.state === "scheduled" ? SCHEDULED : CLOSED);
  const { notes = [], version: own } = result;
  const after = await findIssue(site.db, id);
  return {
    status: "status" in result ? result.status : 200,
    why: "status" in result ? errorMessage(result) : null,
    version: own ?? version,
    newest: isDraft && after !== null ? after.version : (own ?? version),
    seenAt: after?.updatedAt.getTime() ?? 0,
    savedAt: site.now.getTime(),
    notes: notes.filter(({ problem: why }) => why === null).map(({ itemId, original: was }) => ({ itemId, was })),
  };
}

const SCHEDULED = "The issue is now scheduled, so it doesn’t save automatically. Press Save.";

/** The error in one line, for the status line beside the form. */
function errorMessage({ why, problems = {} }: ActionError): string {
  const [problem] = Object.values(problems);
  return problem === undefined ? why : `${why} ${problem}`;
}

/** The version that the form was opened with; 0 if it is invalid. */
function versionOf(form: FormFields): number {
  const version = Number(form.text("version"));
  return Number.isSafeInteger(version) ? version : 0;
}

/** The form's notes, for the item ids that the page listed. */
function typedNotes(form: FormFields): SubmittedNote[] {
  const ids = form.text("notes").slice(0, NOTES_CHARACTERS_MAX).split(",");
  return ids
    .filter((digits) => /^\d{1,15}$/.test(digits))
    .slice(0, ITEMS_MAX)
    .map((digits) => ({
      itemId: Number(digits),
      text: form.text(`note-${digits}`).slice(0, NOTE_CHARACTERS_MAX * 4),
      original: normalizeText(form.text(`was-${digits}`).slice(0, NOTE_CHARACTERS_MAX * 4)),
      problem: null,
    }));
}

/** Room for the item ids of a full issue. */
const NOTES_CHARACTERS_MAX = ITEMS_MAX * 16;

/** @returns Null on success. */
async function saveNote(
  db: Database,
  {
    note: { itemId, text: typed, original: was },
    ...which
  }: { id: string; by: string; now: Date; note: SubmittedNote },
): Promise<ActionError | null> {
  const note = parseItemNote(typed);
  if (note === null) return refuse(400, `Write at most ${NOTE_CHARACTERS_MAX} characters in a note.`);
  if (note === was) return null;
  const outcome = await saveItemNote(db, { ...which, itemId, was, note });
  if (outcome === "changed") return null;
  if (outcome === "gone") {
    const yourText = note === "" ? "" : ` You wrote: “${note}”`;
    return refuse(409, `Another editor has removed that item, so your note wasn’t saved.${yourText}`);
  }
  if (outcome === "closed") return refuse(409, CLOSED);
  return refuse(409, "Another editor has changed this note. Copy your text, then open the page again.");
}

async function add({ db, now }: IssueSite, { id, by, target }: IssueRequest): Promise<Outcome> {
  const [, kind, digits] = /^(guide|place)-(\d{1,15})$/.exec(target) ?? [];
  if (kind === undefined) return refuse(400, "Choose what to add.");
  const item = kind === "guide" ? { guideId: Number(digits) } : { placeId: Number(digits) };
  return addOutcome(await addIssueItem(db, { id, by, item, now }));
}

function addOutcome(outcome: Awaited<ReturnType<typeof addIssueItem>>): Outcome {
  if (outcome === "full") return refuse(409, `An issue can have at most ${ITEMS_MAX} guides and places.`);
  if (outcome === "no-such-item") return refuse(404, "That guide or place no longer exists.");
  return doneOr(outcome, { done: "saved", hash: "#items" });
}

/** Adds a removed item back at its position with its note. */
async function restoreItem({ db, now }: IssueSite, { id, by, target }: IssueRequest): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(target)) return refuse(400, "Choose an item to add back.");
  return addOutcome(await restoreRemovedItem(db, { id, by, entryId: Number(target), now }));
}

async function changeItem({ db, now }: IssueSite, { id, by, action, target }: IssueRequest): Promise<Outcome> {
  if (!/^\d{1,15}$/.test(target)) return refuse(400, "Choose an item.");
  const which = { id, by, itemId: Number(target), now };
  const done = { done: "saved", hash: "#items" };
  if (action === "remove") return doneOr(await removeIssueItem(db, which), done);
  return doneOr(await moveIssueItem(db, { ...which, step: action === "up" ? -1 : 1 }), done);
}

async function changeArchiveVisibility({ db, now }: IssueSite, { id, by, action }: IssueRequest): Promise<Outcome> {
  const isShown = action === "put-back";
  if (await setArchiveVisibility(db, { id, by, isShown, now }))
    return { done: isShown ? "put-back" : "taken-down", hash: "" };
  return refuse(409, isShown ? "It’s already in the archive." : "It isn’t in the archive.");
}

/** Longer than any email address. */
export const TEST_CHARACTERS_MAX = 400;

async function sendTestMail({ db, env, now }: IssueSite, { id, by, form }: IssueRequest): Promise<Outcome> {
  const typed = form.text("test").slice(0, TEST_CHARACTERS_MAX);
  const address = parseEmailAddress(typed);
  if (address === null) {
    return refuse(400, "We couldn’t send the test.", {
      problems: { test: "Enter an address like name@example.com." },
      test: typed,
    });
  }
  const outcome = await sendTest(db, { id, by, address, postalAddress: env.postalAddress, now });
  if (outcome === "too-large") return refuse(409, START_ERRORS["too-large"] ?? CLOSED, { test: typed });
  return outcome === "sent" ? { done: "tested", hash: "#sending" } : refuse(409, CLOSED);
}

async function schedule({ db, now }: IssueSite, { id, by, form, action, version }: IssueRequest): Promise<Outcome> {
  if (action === "unschedule") {
    const change = await scheduleIssue(db, { id, by, version, sendAt: null, now });
    return doneOr(change, { done: "unscheduled", hash: "#sending" });
  }
  const time = timeOf(form);
  const read = parseSchedule(time, now);
  if (!("sendAt" in read)) return refuse(400, "We couldn’t schedule the issue.", { problems: { at: read.why }, time });
  const change = await scheduleIssue(db, { id, by, version, sendAt: read.sendAt, now });
  return doneOr(change, { done: "scheduled", hash: "#sending" });
}

function timeOf(form: FormFields): ScheduleFormValues {
  return parseTimeFields({ at: form.text("at"), fold: form.text("fold") });
}

async function start({ db, env, now }: IssueSite, { id, by, form }: IssueRequest): Promise<Outcome> {
  const { postalAddress } = env;
  const outcome = await startIssue(db, { id, by: { id: by, seenAt: Number(form.text("seen")) }, postalAddress, now });
  const error = START_ERRORS[outcome];
  if (error !== null) return refuse(409, error);
  return outcome === "closed" ? refuse(409, CLOSED) : { done: "started", hash: "" };
}

async function stopResumeOrEnd({ db, now }: IssueSite, { id, by, action }: IssueRequest): Promise<Outcome> {
  if (action === "end") {
    return (await endIssue(db, { id, by, now })) ? { done: "ended", hash: "" } : refuse(409, "Sending isn’t stopped.");
  }
  const isStop = action === "stop";
  const isDone = await (isStop ? stopIssue : resumeIssue)(db, { id, by, now });
  if (!isDone) return refuse(409, isStop ? "It isn’t being sent." : "Sending isn’t stopped.");
  return { done: isStop ? "stopped" : "gone-on", hash: "" };
}
