import { CORRECTION_BASES } from "#app/db/schema/corrections.ts";
import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { type HoursHint, readTypedHours } from "#app/guide/places/hours/typed-hours.ts";
import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { NOTE_CHARACTERS_MAX } from "../correction-labels.ts";
import type { SuggestedEdit } from "../suggest/edit-form.ts";
import type { GridProblems, GridValues } from "./grid-fields.ts";
import { copyMonday, gridValues, hoursToGrid, isGridEmpty, parseGrid } from "./hours-grid.ts";

/** What was typed, to render the form again. */
export type HoursFormValues = { text: string; grid: GridValues; basis: string; note: string };

/** The buttons `fill` and `copy` only fill the grid, for the visitor to check. */
export type ParsedHoursForm =
  | { step: "filled"; typed: HoursFormValues; message: string }
  | { step: "refused"; typed: HoursFormValues; problems: GridProblems }
  | { step: "read"; typed: HoursFormValues; edit: SuggestedEdit };

/**
 * Reads the form for unknown hours: the grid, or the text. They have to agree if both are given. Never throws.
 *
 * @param hint What is known of the place, for times without AM or PM.
 */
export function parseHoursForm(form: FormFields, hint: HoursHint): ParsedHoursForm {
  const typed = { text: form.text("text"), grid: gridValues(form), basis: form.text("basis"), note: form.text("note") };
  if (form.text("copy") !== "") {
    const message = "Monday’s hours are on all days now. Change the days that differ, then send.";
    return { step: "filled", typed: { ...typed, grid: copyMonday(typed.grid) }, message };
  }
  if (form.text("fill") !== "") return fillGrid(typed, hint);
  return readForm(typed, hint);
}

function fillGrid(typed: HoursFormValues, hint: HoursHint): ParsedHoursForm {
  if (typed.text.trim() === "") return { step: "refused", typed, problems: { text: "Type the hours here first." } };
  const read = readTypedHours(typed.text, hint);
  if (!read.ok) return { step: "refused", typed, problems: { text: `${read.reason}.` } };
  const grid = hoursToGrid(read.hours);
  if (grid === null) {
    const message = "We can read these hours, but the days below can’t show them. Leave the days empty and send.";
    return { step: "filled", typed: { ...typed, grid: {} }, message };
  }
  // The text would contradict a day that is corrected now.
  return {
    step: "filled",
    typed: { ...typed, text: "", grid },
    message: "We filled in the days. Check them, then send.",
  };
}

function readForm(typed: HoursFormValues, hint: HoursHint): ParsedHoursForm {
  const { hours, problems: hoursProblems } = readHours(typed, hint);
  const problems: GridProblems = { ...hoursProblems };
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

type ReadHours = { hours: OpeningHours; problems: null } | { hours: null; problems: GridProblems };

function readHours({ text, grid }: HoursFormValues, hint: HoursHint): ReadHours {
  const inGrid = isGridEmpty(grid) ? null : parseGrid(grid);
  if (text.trim() === "")
    return inGrid ?? { hours: null, problems: { text: "Type the hours, or set each day below." } };
  const read = readTypedHours(text, hint);
  if (!read.ok) {
    const problem = inGrid === null ? `${read.reason}.` : `${read.reason}. Correct the text, or remove it.`;
    return { hours: null, problems: { ...inGrid?.problems, text: problem } };
  }
  if (inGrid === null || inGrid.hours === null) return inGrid ?? { hours: read.hours, problems: null };
  if (formatOpeningHours(inGrid.hours) === formatOpeningHours(read.hours)) return inGrid;
  return {
    hours: null,
    problems: { text: "The days below say something else. Remove the text, or fill in the days again." },
  };
}
