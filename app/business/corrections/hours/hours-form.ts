import { CORRECTION_BASES } from "#app/db/schema/corrections.ts";
import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { NOTE_CHARACTERS_MAX } from "../correction-labels.ts";
import type { SuggestedEdit } from "../suggest/edit-form.ts";
import { type FilledHours, pressHoursButton } from "./fill-hours.ts";
import { HOURS_TEXT, type HoursProblems, type HoursValues, readHoursValues } from "./hours-fields.ts";
import { parseHoursFields } from "./parse-hours-fields.ts";

/** What was typed, to render the form again. */
export type HoursFormValues = { hours: HoursValues; basis: string; note: string };

/** The buttons `fill` and `copy` only fill in days, for the visitor to check. */
export type ParsedHoursForm =
  | { step: "filled"; typed: HoursFormValues; message: string }
  | { step: "refused"; typed: HoursFormValues; problems: HoursProblems }
  | { step: "read"; typed: HoursFormValues; edit: SuggestedEdit };

/** What a button of the hours did with a form that was sent by it; null if another button sent it. */
export function readHoursButton(form: FormFields, category: string): FilledHours | null {
  const button = form.text("fill") !== "" ? "fill" : form.text("copy") !== "" ? "copy" : null;
  return button === null ? null : pressHoursButton(button, readHoursValues(form), category);
}

/**
 * Reads the form for unknown hours. Never throws.
 *
 * @param category The place's, for times without AM or PM.
 */
export function parseHoursForm(form: FormFields, category: string): ParsedHoursForm {
  const typed = { hours: readHoursValues(form), basis: form.text("basis"), note: form.text("note") };
  const filled = readHoursButton(form, category);
  if (filled !== null && "problem" in filled) {
    return { step: "refused", typed, problems: { [HOURS_TEXT]: filled.problem } };
  }
  if (filled !== null) return { step: "filled", typed: { ...typed, hours: filled.values }, message: filled.message };
  const { hours, problems: hoursProblems } = parseHoursFields(typed.hours, hoursHintOf(category));
  const problems: HoursProblems = { ...hoursProblems };
  if (hours === null && hoursProblems === null) problems[HOURS_TEXT] = "Type the hours, or set each day below.";
  const basis = CORRECTION_BASES.find((value) => value === typed.basis) ?? null;
  const note = normalizeText(typed.note);
  if (basis === null) problems["basis"] = "Choose how you know.";
  const count = characterCount(note);
  if (count > NOTE_CHARACTERS_MAX) {
    problems["note"] = `Write at most ${NOTE_CHARACTERS_MAX} characters. You wrote ${count}.`;
  }
  if (basis === "other" && note === "") problems["note"] = "Tell us how you know in a few words.";
  if (hours === null || basis === null || Object.keys(problems).length > 0) return { step: "refused", typed, problems };
  const changes = [{ field: "hours" as const, before: null, after: hours }];
  return { step: "read", typed, edit: { changes, descriptionNote: "", basis, note } };
}
