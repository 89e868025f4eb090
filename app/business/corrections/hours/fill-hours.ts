import { hoursHintOf } from "#app/guide/places/hours/typed-clock.ts";
import { readTypedHours } from "#app/guide/places/hours/typed-hours.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";

import {
  countSpecialDays,
  HOURS_TEXT,
  type HoursValues,
  rowFieldNames,
  SPECIAL_COUNT,
  SPECIAL_DAYS_MAX,
  specialDayFields,
  specialFieldNames,
  textOf,
} from "./hours-fields.ts";
import { hoursToFields } from "./parse-hours-fields.ts";

/** The buttons that only fill in days, for whoever typed them to check. `name` of the button that was pressed. */
export type HoursButton = "fill" | "copy";

/** What a button did, or why it couldn't. */
export type FilledHours = { values: Record<string, string>; message: string } | { problem: string };

/** What a button of the hours does with the form's values. `category`: of the place, for times without AM or PM. */
export function pressHoursButton(button: HoursButton, values: HoursValues, category: string): FilledHours {
  return button === "copy" ? copyMonday(values) : fillDays(values, category);
}

/** Copies Monday's times and checkboxes to all days. */
function copyMonday(values: HoursValues): FilledHours {
  const monday = rowFieldNames("monday");
  const copies = WEEKDAYS.flatMap((day) =>
    rowFieldNames(day).map((name, index) => [name, values[monday[index] ?? ""] ?? ""] as const),
  );
  return {
    values: { ...present(values), ...Object.fromEntries(copies) },
    message: "Monday’s hours are on all days now. Change the days that differ.",
  };
}

/** Replaces the days by the text's. Special days that it names come after those of the form. */
function fillDays(values: HoursValues, category: string): FilledHours {
  const text = textOf(values, HOURS_TEXT);
  if (text === "") return { problem: "Type the hours here first." };
  const read = readTypedHours(text, hoursHintOf(category));
  if (!read.ok) return { problem: `${read.reason}.` };
  const { [SPECIAL_COUNT]: _count, ...fields } = hoursToFields(read.hours);
  const own = filledSpecials(values);
  const added = filledSpecials({ ...fields, [SPECIAL_COUNT]: String(SPECIAL_DAYS_MAX) });
  const week = Object.entries(fields).filter(([name]) => !name.startsWith("special"));
  const specials = [
    ...own.map((number) => specialValues(values, number)),
    ...added.map((number) => specialValues(fields, number)),
  ];
  const count = Math.min(specials.length + 1, SPECIAL_DAYS_MAX);
  const lines = Array.from({ length: count }, (_, number) =>
    specialFieldNames(number).map((name, index) => [name, specials[number]?.[index] ?? ""] as const),
  );
  return {
    // The text would contradict a day that is corrected now.
    values: {
      ...present(values),
      ...Object.fromEntries(week),
      ...Object.fromEntries(lines.flat()),
      [SPECIAL_COUNT]: String(count),
      [HOURS_TEXT]: "",
    },
    message: "We filled in the days. Check them, then go on.",
  };
}

/** The numbers of the special days that have days or times. */
function filledSpecials(values: HoursValues): number[] {
  return Array.from({ length: countSpecialDays(values) }, (_, number) => number).filter((number) => {
    const { kind } = specialDayFields(number);
    return specialFieldNames(number).some((name) => name !== kind && textOf(values, name) !== "");
  });
}

function specialValues(values: HoursValues, number: number): string[] {
  return specialFieldNames(number).map((name) => values[name] ?? "");
}

function present(values: HoursValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
