import { type ClockInterval, type OpeningHours, OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { gridFields, type GridProblems, type GridValues, HOLIDAYS_FIELD, TICKED } from "./grid-fields.ts";

const ALL_FIELDS = [...WEEKDAYS.flatMap((day) => Object.values(gridFields(day))), HOLIDAYS_FIELD];

export function gridValues(form: FormFields): GridValues {
  return Object.fromEntries(ALL_FIELDS.map((field) => [field, form.text(field)]));
}

export function isGridEmpty(values: GridValues): boolean {
  return ALL_FIELDS.every((field) => (values[field] ?? "") === "");
}

/** Copies Monday's fields to all days. */
export function copyMonday(values: GridValues): GridValues {
  const monday = gridFields("monday");
  const copies = WEEKDAYS.flatMap((day) => {
    const { from, to, from2, to2, closed, allDay } = gridFields(day);
    return [
      [from, values[monday.from]],
      [to, values[monday.to]],
      [from2, values[monday.from2]],
      [to2, values[monday.to2]],
      [closed, values[monday.closed]],
      [allDay, values[monday.allDay]],
    ];
  });
  return { ...values, ...Object.fromEntries(copies) };
}

/** The grid's values for hours. Null if it can't hold them: a third opening of a day, or special days. */
export function hoursToGrid({ weekly, exceptions }: OpeningHours): GridValues | null {
  const values: GridValues = {};
  for (const day of WEEKDAYS) {
    const fields = gridFields(day);
    const [first, second, ...others] = weekly[day];
    if (others.length > 0) return null;
    if (first === undefined) values[fields.closed] = TICKED;
    else if (first.opens === "00:00" && first.closes === "24:00") values[fields.allDay] = TICKED;
    else [values[fields.from], values[fields.to]] = clocksOf(first);
    if (second !== undefined) [values[fields.from2], values[fields.to2]] = clocksOf(second);
  }
  const [exception, ...others] = exceptions;
  if (exception === undefined) return values;
  if (others.length > 0 || exception.days.kind !== "public-holidays" || exception.intervals.length > 0) return null;
  return { ...values, [HOLIDAYS_FIELD]: TICKED };
}

/** Time fields have no 24:00. */
function clocksOf({ opens, closes }: ClockInterval): [from: string, to: string] {
  return [opens, closes === "24:00" ? "00:00" : closes];
}

type ReadGrid = { hours: OpeningHours; problems: null } | { hours: null; problems: GridProblems };

/** The hours in a grid that isn't empty, or the problem of each day. Never throws. */
export function parseGrid(values: GridValues): ReadGrid {
  const problems: GridProblems = {};
  const weekly: Partial<OpeningHours["weekly"]> = {};
  for (const day of WEEKDAYS) {
    const read = parseGridDay(day, values);
    if (typeof read === "string") problems[day] = read;
    else weekly[day] = read;
  }
  const isClosedOnHolidays = values[HOLIDAYS_FIELD] === TICKED;
  const exceptions = isClosedOnHolidays ? [{ days: { kind: "public-holidays" }, intervals: [], note: null }] : [];
  if (Object.keys(problems).length > 0) return { hours: null, problems };
  const whole = OpeningHoursSchema.safeParse({ weekly, exceptions });
  if (!whole.success) {
    for (const { path, message } of whole.error.issues) problems[String(path[1] ?? "monday")] ??= `${message}.`;
    return { hours: null, problems };
  }
  if (WEEKDAYS.some((day) => whole.data.weekly[day].length > 0)) return { hours: whole.data, problems: null };
  return { hours: null, problems: { monday: "All days are closed. If the place has closed, report that instead." } };
}

function parseGridDay(day: Weekday, values: GridValues): ClockInterval[] | string {
  const fields = gridFields(day);
  const [isClosed, isAllDay] = [values[fields.closed] === TICKED, values[fields.allDay] === TICKED];
  const spans = [
    { opens: values[fields.from] ?? "", closes: values[fields.to] ?? "" },
    { opens: values[fields.from2] ?? "", closes: values[fields.to2] ?? "" },
  ].filter(({ opens, closes }) => opens !== "" || closes !== "");
  if (isClosed && isAllDay) return "Choose closed or 24 hours, not both.";
  if ((isClosed || isAllDay) && spans.length > 0) {
    return `Remove the times, or uncheck ${isClosed ? "Closed" : "24 hours"}.`;
  }
  if (isClosed) return [];
  if (isAllDay) return [{ opens: "00:00", closes: "24:00" }];
  if (spans.length === 0) return "Add hours for this day too, or check Closed.";
  if (spans.some(({ opens }) => opens === "")) return "Add the opening time.";
  if (spans.some(({ closes }) => closes === "")) return "Add the closing time.";
  return spans;
}
