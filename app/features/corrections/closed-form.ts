import {
  CORRECTION_BASES,
  type CorrectionBasis,
  REPORTED_CLOSURES,
  type ReportedClosure,
} from "#app/db/schema/corrections.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

import { NOTE_CHARACTERS_MAX } from "./correction-words.ts";
import type { ClosedProblems, TypedClosed } from "./closed-fields.ts";

/** That a place is closed, has moved, or is listed twice. */
export type ClosedReport = {
  closure: ReportedClosure;
  /** The address of the other listing; null when none is named. */
  otherSlug: string | null;
  basis: CorrectionBasis;
  note: string;
};

export type ReadClosed = { typed: TypedClosed } & (
  | { report: ClosedReport; problems: null }
  | { report: null; problems: ClosedProblems }
);

/** Reads the form that reports a place closed. Never throws. */
export function readClosedForm(form: SentForm): ReadClosed {
  const typed: TypedClosed = {
    closure: form.text("closure"),
    other: form.text("other"),
    basis: form.text("basis"),
    note: form.text("note"),
  };
  const problems: ClosedProblems = {};
  const closure = REPORTED_CLOSURES.find((known) => known === typed.closure) ?? null;
  const basis = CORRECTION_BASES.find((known) => known === typed.basis) ?? null;
  const otherSlug = closure === "moved" || closure === "duplicate" ? slugOf(typed.other) : null;
  const note = plainText(typed.note);
  if (closure === null) problems.closure = "Choose what has happened.";
  if (closure === "duplicate" && otherSlug === null) problems.other = "Give the address of its other page here.";
  if (closure === "moved" && otherSlug === null && typed.other.trim() !== "") problems.other = NO_PAGE_OF_OURS;
  if (basis === null) problems.basis = "Say how you know.";
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX) problems.note = `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${count}.`;
  if (basis === "other" && note === "") problems.note = "Say how you know, in a few words.";
  if (closure === null || basis === null || Object.keys(problems).length > 0) return { typed, report: null, problems };
  return { typed, report: { closure, otherSlug, basis, note }, problems: null };
}

export const NO_PAGE_OF_OURS = "That is no page of a place here. Copy the address of its page.";

/** "madams-organ" of an address of its page, whole or in part. */
function slugOf(text: string): string | null {
  return /(?:^|\/places\/)([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;
}
