import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

const NOTE_CHARACTERS_MAX = 500;

/** Reports per member and minute, for each kind of content. */
export const REPORTS_PER_MINUTE_MAX = 10;

/** A submitted report form with its error message. */
export type ReportFormError = { reason: string; note: string; why: string };

/**
 * Parses a member's report of content.
 *
 * @returns An error message if the form is invalid.
 */
export function parseReport<Reason extends string>(
  form: FormFields,
  reasons: readonly Reason[],
): { reason: Reason; note: string } | string {
  const reason = reasons.find((value) => value === form.text("reason"));
  if (reason === undefined) return "Choose what’s wrong.";
  const note = normalizeText(form.text("note"));
  const length = characterCount(note);
  return length > NOTE_CHARACTERS_MAX
    ? `Write at most ${NOTE_CHARACTERS_MAX} characters. Your note has ${length}.`
    : { reason, note };
}
