import {
  CORRECTION_BASES,
  type CorrectionBasis,
  REPORTED_CLOSURES,
  type ReportedClosure,
} from "#app/db/schema/corrections.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { NOTE_CHARACTERS_MAX } from "../correction-labels.ts";
import type { ClosedFormErrors, ClosedFormValues } from "./closed-fields.ts";

/** A report that a place is closed, has moved or is listed twice. */
export type ClosedReport = {
  closure: ReportedClosure;
  /** Slug of the other listing; null if none is given. */
  otherSlug: string | null;
  basis: CorrectionBasis;
  note: string;
};

export type ParsedClosedReport = { typed: ClosedFormValues } & (
  | { report: ClosedReport; problems: null }
  | { report: null; problems: ClosedFormErrors }
);

/** Parses the form that reports a place closed. Never throws. */
export function parseClosedForm(form: FormFields): ParsedClosedReport {
  const typed: ClosedFormValues = {
    closure: form.text("closure"),
    other: form.text("other"),
    basis: form.text("basis"),
    note: form.text("note"),
  };
  const problems: ClosedFormErrors = {};
  const closure = REPORTED_CLOSURES.find((value) => value === typed.closure) ?? null;
  const basis = CORRECTION_BASES.find((value) => value === typed.basis) ?? null;
  const otherSlug = closure === "moved" || closure === "duplicate" ? slugOf(typed.other) : null;
  const note = normalizeText(typed.note);
  if (closure === null) problems.closure = "Choose what happened.";
  if (closure === "duplicate" && otherSlug === null) problems.other = "Enter the link to its other page.";
  if (closure === "moved" && otherSlug === null && typed.other.trim() !== "") problems.other = NOT_A_PLACE_LINK;
  if (basis === null) problems.basis = "Choose how you know.";
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX)
    problems.note = `Write at most ${NOTE_CHARACTERS_MAX} characters. Your note has ${count}.`;
  if (basis === "other" && note === "") problems.note = "Tell us how you know in a few words.";
  if (closure === null || basis === null || Object.keys(problems).length > 0) return { typed, report: null, problems };
  return { typed, report: { closure, otherSlug, basis, note }, problems: null };
}

export const NOT_A_PLACE_LINK = "That isn’t a link to a place on Rowhouse. Copy the link of its page.";

/** The slug in a full or partial URL of a place's page: "madams-organ". */
function slugOf(text: string): string | null {
  return /(?:^|\/places\/)([a-z0-9]+(?:-[a-z0-9]+)*)\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;
}
