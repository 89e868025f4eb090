import fc from "fast-check";
import { expect, test } from "vitest";

import { parseOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";

import { HOURS_FIELDS, formatHoursFields, parseHoursFields } from "./hours-fields.ts";

const UNKNOWN = formatHoursFields(null);

test.for([
  "Mo-Fr 09:00-17:00",
  "Mo-Su 11:00-14:00,17:00-22:00",
  "Mo-Sa 18:00-02:00; PH off",
  "24/7",
  "off",
  'Tu-Su 10:00-24:00; Dec 24-26 off; 2026 Nov 26 10:00-14:00 "Thanksgiving brunch"',
  "We 00:00-12:00",
])("formatted hours are parsed to the same hours: %s", (text) => {
  const parsed = parseOpeningHours(text);

  const read = parseHoursFields(formatHoursFields(parsed.ok ? parsed.hours : null));

  expect(parsed.ok).toBe(true);
  expect(read).toEqual({ hours: parsed.ok ? parsed.hours : null, problem: null });
});

test.for([
  ["11am-2pm", ["11:00-14:00"]],
  ["11 A.M. – 2 P.M. and 5:30 pm until 10 pm", ["11:00-14:00", "17:30-22:00"]],
  ["noon to midnight", ["12:00-24:00"]],
  ["09:00-17:30; 18:00-20:00", ["09:00-17:30", "18:00-20:00"]],
  ["6 pm to 2 am", ["18:00-02:00"]],
  ["open 24 hours", ["00:00-24:00"]],
  ["9-5", ["09:00-17:00"]],
  ["9-17", ["09:00-17:00"]],
  ["7am-2pm, 5-9pm", ["07:00-14:00", "17:00-21:00"]],
  ["11:30 AM – 2:30 PM, 5:00 – 10:00 PM", ["11:30-14:30", "17:00-22:00"]],
  ["CLOSED", []],
] as const)("common spellings of a day's hours are parsed: %s", ([typed, expected]) => {
  const read = parseHoursFields({ ...everyDay("Closed"), monday: typed });

  expect(read.hours?.weekly.monday.map(({ opens, closes }) => `${opens}-${closes}`)).toEqual(expected);
});

test("all fields empty means unknown hours", () => {
  expect(parseHoursFields(UNKNOWN)).toEqual({ hours: null, problem: null });
});

test.for([
  ["5-10", /“5-10” could be 5 AM to 10 AM or 5 PM to 10 PM.*11 AM to 2 PM/],
  ["5pm-close", /“close” is not understood.*11 AM to 2 PM/],
  ["", /for this day too/],
  ["9 am", /11 AM to 2 PM/],
  ["9 am to 5 pm to 7 pm", /11 AM to 2 PM/],
  ["13 pm to 14 pm", /11 AM to 2 PM/],
  ["25:00-26:00", /11 AM to 2 PM/],
  ["9 am to 9 am", /are the same/],
  ["9 am to 5 pm, 4 pm to 6 pm", /overlap/],
  ["<script>", /11 AM to 2 PM/],
  ["9 am to 5 pm, ".repeat(100), /11 AM to 2 PM/],
] as const)("an unclear day is rejected at its line: “%s”", ([typed, message]) => {
  const { problem } = parseHoursFields({ ...everyDay("Closed"), wednesday: typed });

  expect(problem?.field).toBe("wednesday");
  expect(problem?.message).toMatch(message);
});

test.for([
  ["Mo 10:00-12:00", /regular days/],
  ["some day", /./],
  ["Feb 30 off", /./],
] as const)("invalid special days are rejected at their line: %s", ([typed, message]) => {
  const { problem } = parseHoursFields({ ...everyDay("9 AM to 5 PM"), specialDays: typed });

  expect(problem?.field).toBe("specialDays");
  expect(problem?.message).toMatch(message);
});

test("any input results in hours or an error", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("9 am to 5 pm", "Closed", "", "PH off", "24 hours"),
  );

  fc.assert(
    fc.property(fc.array(text, { minLength: HOURS_FIELDS.length, maxLength: HOURS_FIELDS.length }), (texts) => {
      const typed = {
        ...UNKNOWN,
        ...Object.fromEntries(HOURS_FIELDS.map((field, index) => [field, texts[index] ?? ""])),
      };
      const { hours, problem } = parseHoursFields(typed);
      expect(hours === null || problem === null).toBe(true);
    }),
    { seed: 20_261_122, numRuns: 500 },
  );
});

function everyDay(text: string) {
  const days = {
    monday: text,
    tuesday: text,
    wednesday: text,
    thursday: text,
    friday: text,
    saturday: text,
    sunday: text,
  };
  return { ...days, specialDays: "" };
}
