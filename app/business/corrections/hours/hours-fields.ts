import { WEEKDAYS, type Weekday } from "#app/lib/dc-time.ts";
import type { FormFields } from "#app/platform/read-form.ts";

/** A form's opening hours by field name, valid or not. Times as "09:00". Absent is empty. */
export type HoursValues = Readonly<Partial<Record<string, string>>>;

/** Messages by day, by `HOURS_TEXT`, or by `special0` for the first special day. */
export type HoursProblems = Partial<Record<string, string>>;

/** The whole week in words, which fills the days. */
export const HOURS_TEXT = "hoursText";

/** The row of the District's public holidays. Empty: the usual hours. */
export const HOLIDAYS = "holidays";

/** The rows of the week, and the one of public holidays. */
export const HOURS_ROWS = [...WEEKDAYS, HOLIDAYS] as const;
export type HoursRow = Weekday | typeof HOLIDAYS;

/** As many opening times as a day can have. */
const SPANS_MAX = 6;

/** The value of a ticked checkbox. */
export const TICKED = "yes";

/** The fields of one row's times: openings from and to, or a checkbox. */
export function rowFields(row: string) {
  const spans = Array.from({ length: SPANS_MAX }, (_, index) => {
    const number = index === 0 ? "" : String(index + 1);
    return { from: `${row}-from${number}`, to: `${row}-to${number}` };
  });
  return { spans, closed: `${row}-closed`, allDay: `${row}-all-day` };
}

export function rowFieldNames(row: string): string[] {
  const { spans, closed, allDay } = rowFields(row);
  return [...spans.flatMap(({ from, to }) => [from, to]), closed, allDay];
}

/** The maximum of exceptions in opening hours. */
export const SPECIAL_DAYS_MAX = 60;

/** How often a special day returns, in the form's order. */
export const SPECIAL_DAY_KINDS = [
  { value: "once", label: "Once" },
  { value: "yearly", label: "Every year" },
  { value: "holidays", label: "Public holidays" },
] as const;

export const SPECIAL_COUNT = "specialCount";

/** The row of a special day, which also names its message. Numbers start at 0. */
export function specialRow(number: number): string {
  return `special${number}`;
}

/** The fields of a special day; its times are those of its row. */
export function specialDayFields(number: number) {
  const row = specialRow(number);
  return {
    kind: `${row}-kind`,
    first: `${row}-first`,
    last: `${row}-last`,
    weekdays: `${row}-weekdays`,
    note: `${row}-note`,
  };
}

/** All fields of a special day. */
export function specialFieldNames(number: number): string[] {
  return [...Object.values(specialDayFields(number)), ...rowFieldNames(specialRow(number))];
}

/** The number of special days in a form. */
export function countSpecialDays(values: HoursValues): number {
  const count = Number(values[SPECIAL_COUNT]);
  return Number.isInteger(count) ? Math.min(Math.max(count, 0), SPECIAL_DAYS_MAX) : 0;
}

/** The fields of the week and the holidays. */
const WEEK_FIELDS = HOURS_ROWS.flatMap(rowFieldNames);

/** All fields of opening hours, in the form's order. */
export function hoursFieldNames(...forms: HoursValues[]): string[] {
  const count = Math.max(0, ...forms.map(countSpecialDays));
  const specials = Array.from({ length: count }, (_, number) => specialFieldNames(number)).flat();
  return [HOURS_TEXT, ...WEEK_FIELDS, SPECIAL_COUNT, ...specials];
}

/** The fields of opening hours in a sent form. */
export function readHoursValues(form: FormFields): Record<string, string> {
  const names = hoursFieldNames({ [SPECIAL_COUNT]: form.text(SPECIAL_COUNT) });
  return Object.fromEntries(names.map((name) => [name, form.text(name)]));
}

export function isWeekEmpty(values: HoursValues): boolean {
  return WEEK_FIELDS.every((field) => textOf(values, field) === "");
}

/**
 * The values without a week that is still as the form opened it, if there is a text: then the text is what was changed, and
 * doesn't contradict the days.
 */
export function preferTypedText<Values extends HoursValues>(values: Values, opened: HoursValues): Values {
  if (textOf(values, HOURS_TEXT) === "") return values;
  if (WEEK_FIELDS.some((field) => textOf(values, field) !== textOf(opened, field))) return values;
  return { ...values, ...Object.fromEntries(WEEK_FIELDS.map((field) => [field, ""])) };
}

export function textOf(values: HoursValues, field: string): string {
  return (values[field] ?? "").trim();
}

/** "Monday", "Public holidays". */
export function rowLabel(row: HoursRow): string {
  return row === HOLIDAYS ? "Public holidays" : row.charAt(0).toUpperCase() + row.slice(1);
}

/** The label of a field of opening hours, also in summaries of problems. Null for other fields. */
export function hoursFieldLabel(field: string): string | null {
  if (field === HOURS_TEXT) return "Hours";
  const row = HOURS_ROWS.find((each) => each === field);
  if (row !== undefined) return rowLabel(row);
  const [, number] = /^special(\d+)$/.exec(field) ?? [];
  return number === undefined ? null : `Special day ${Number(number) + 1}`;
}

/** The keys of problems, in the form's order. */
export function hoursProblemKeys(values: HoursValues): string[] {
  return [
    HOURS_TEXT,
    ...HOURS_ROWS,
    ...Array.from({ length: countSpecialDays(values) }, (_, each) => specialRow(each)),
  ];
}
