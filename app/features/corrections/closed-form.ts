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

/** A report that a place is closed, has moved or is listed twice. */
export type ClosedReport = {
  closure: ReportedClosure;
  /** Slug of the other listing; null if none is given. */
  otherSlug: string | null;
  basis: CorrectionBasis;
  note: string;
};

export type ReadClosed = { typed: TypedClosed } & (
  | { report: ClosedReport; problems: null }
  | { report: null; problems: ClosedProblems }
);

/** Parses the form that reports a place closed. Never throws. */
export function readClosedForm(form: SentForm): ReadClosed {
  const typed: TypedClosed = {
    closure: form.text("closure"),
    other: form.text("other"),
    basis: form.text("basis"),
    note: form.text("note"),
  };
  const problems: ClosedProblems = {};
  const closure = REPORTED_CLOSURES.find((value) => value === typed.closure) ?? null;
  const basis = CORRECTION_BASES.find((value) => value === typed.basis) ?? null;
  const otherSlug = closure === "moved" || closure === "duplicate" ? slugOf(typed.other) : null;
  const note = plainText(typed.note);
  if (closure === null) problems.closure = "Choose what happened.";
  if (closure === "duplicate" && otherSlug === null) problems.other = "Enter the link to its other page.";
  if (closure === "moved" && otherSlug === null && typed.other.trim() !== "") problems.other = NO_PAGE_OF_OURS;
  if (basis === null) problems.basis = "Choose how you know.";
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX)
    problems.note = `Write at most ${NOTE_CHARACTERS_MAX} characters. Your note has ${count}.`;
  if (basis === "other" && note === "") problems.note = "Tell us how you know in a few words.";
  if (closure === null || basis === null || Object.keys(problems).length > 0) return { typed, report: null, problems };
  return { typed, report: { closure, otherSlug, basis, note }, problems: null };
}

export const NO_PAGE_OF_OURS = "That isn’t a link to a place on Rowhouse. Copy the link of its page.";

/** The slug in a full or partial URL of a place's page: "madams-organ". */
function slugOf(text: string): string | null {
  return /(?:^|\/places\/)([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;
}
