import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

const NOTE_CHARACTERS_MAX = 500;

/** What a member may report in a minute, of one kind of thing. */
export const REPORTS_PER_MINUTE_MAX = 10;

/** A report's form as it was sent, with what was wrong with it. */
export type RefusedReport = { reason: string; note: string; why: string };

/**
 * A member's report of something that others wrote or show.
 *
 * @returns In words what is wrong with it, when it can't be taken.
 */
export function readReport<Reason extends string>(
  form: SentForm,
  reasons: readonly Reason[],
): { reason: Reason; note: string } | string {
  const reason = reasons.find((known) => known === form.text("reason"));
  if (reason === undefined) return "Choose what is wrong with it.";
  const note = plainText(form.text("note"));
  const length = characterCount(note);
  return length > NOTE_CHARACTERS_MAX
    ? `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${length}.`
    : { reason, note };
}
