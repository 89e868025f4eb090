import fc from "fast-check";
import { expect, test } from "vitest";

import { anyHours, buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";

import { parseHoursLines, hoursToFields } from "./hours-lines.ts";
import { specialDayFields, type ListingFormValues } from "./listing-form.ts";

const RUNS = process.env.PROVE === "1" ? 5_000 : 300;
const SEED = 20_261_122;
const DAYS = ["2026-11-26", "2026-12-24", "2027-01-01", "2028-02-29", "2028-07-04"];

test("the form's lines hold all kinds of hours: split, overnight, seasonal, dated, with notes", () => {
  fc.assert(
    fc.property(anyHours(DAYS), (hours) => {
      expect(OpeningHoursSchema.safeParse(hours).success).toBe(true);
      expect(parseHoursLines(hoursToFields(hours))).toEqual({ hours, problems: null });
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("unknown hours stay unknown and aren't closed", () => {
  expect(parseHoursLines(hoursToFields(null))).toEqual({ hours: null, problems: null });
});

test.for([
  ["yearly", "Dec 24", "Jan 1", "Dec 24-Jan 01 off"],
  ["yearly", "November 1", "3/31", "Nov 01-Mar 31 off"],
  ["once", "Dec 24, 2026", "", "2026 Dec 24 off"],
  ["once", "2026-12-24", "12/26/2026", "2026 Dec 24-2026 Dec 26 off"],
  ["once", "24 Dec 2026", "26th december, 2026", "2026 Dec 24-2026 Dec 26 off"],
  ["holidays", "", "", "PH off"],
] as const)("days are read as people write them: %s %s to %s", ([kind, from, through, osm]) => {
  const read = parseHoursLines(withLine({ kind, from, through, hours: "closed", note: "" }));

  expect(read.problems).toBeNull();
  expect(read.hours?.exceptions).toEqual(buildHours(`off; ${osm}`).exceptions);
});

test.for([
  ["Mon to Fri", "Mo-Fr", "Mon to Fri"],
  ["Saturdays & Sundays", "Sa,Su", "Sat, Sun"],
  ["weekends", "Sa,Su", "Sat, Sun"],
  ["weekdays", "Mo-Fr", "Mon to Fri"],
  ["Fri - Mon", "Mo,Fr-Su", "Mon, Fri to Sun"],
  ["tues., Thurs", "Tu,Th", "Tue, Thu"],
  ["Mon to Sun", "", ""],
  ["every day", "", ""],
] as const)("a season may be of some days of the week: %s", ([weekdays, osm, words]) => {
  const season = { kind: "yearly", from: "Apr 1", through: "Oct 31", weekdays, hours: "9 AM to 1 PM" };
  const read = parseHoursLines(withLine(season));

  expect(read.problems).toBeNull();
  expect(read.hours?.exceptions).toEqual(buildHours(`off; Apr 01-Oct 31 ${osm} 09:00-13:00`).exceptions);
  expect(hoursToFields(read.hours)[specialDayFields(0).weekdays]).toBe(words);
});

test.for([
  [{ kind: "", from: "Dec 24" }, "kind", /which days/],
  [{ kind: "yearly", from: "Dec 24, 2026", hours: "Closed" }, "from", /without a year/],
  [{ kind: "once", from: "Dec 24", hours: "Closed" }, "from", /with its year/],
  [{ kind: "once", from: "Dec 24, 2026", through: "Dec 26", hours: "Closed" }, "through", /with its year/],
  [{ kind: "once", from: "Dec 26, 2026", through: "Dec 24, 2026", hours: "Closed" }, "from", /before the first/],
  [{ kind: "yearly", from: "Feb 30", hours: "Closed" }, "from", /date doesn’t exist/],
  [{ kind: "yearly", from: "Smarch 1", hours: "Closed" }, "from", /without a year/],
  [{ kind: "yearly", from: "Apr 1", hours: "Closed", weekdays: "Someday" }, "weekdays", /Mon to Fri/],
  [{ kind: "yearly", from: "Apr 1", hours: "Closed", weekdays: "m" }, "weekdays", /Mon to Fri/],
  [{ kind: "yearly", from: "Apr 1", hours: "Closed", weekdays: "Mon-Tue-Wed" }, "weekdays", /Mon to Fri/],
  [{ kind: "holidays", hours: "Closed", weekdays: "Mon" }, "weekdays", /on any weekday/],
  [{ kind: "holidays", hours: "" }, "hours", /Enter the hours/],
  [{ kind: "holidays", hours: "5-10" }, "hours", /11 AM to 2 PM/],
  [{ kind: "holidays", hours: "9 am to 5 pm, 4 pm to 6 pm" }, "hours", /overlap/],
  [{ kind: "holidays", hours: "Closed", note: "n".repeat(81) }, "note", /80 characters/],
] as const)("an unclear line is refused at its field: %o", ([line, field, words]) => {
  const { problems } = parseHoursLines(withLine(line));

  expect(problems?.[specialDayFields(0)[field]]).toMatch(words);
});

test("a seasonal place needs only one checkbox for the rest of the year", () => {
  const season = { kind: "yearly", from: "May 1", through: "Sep 30", hours: "10 AM to 6 PM", note: "" };
  const typed = { ...hoursToFields(null), ...withLine(season, ""), emptyDays: "closed" };

  const { hours } = parseHoursLines(typed);

  expect(hours).toEqual(buildHours("off; May 01-Sep 30 10:00-18:00"));
  const again = hoursToFields(hours);
  expect([again["emptyDays"], again["monday"], again["special0From"]]).toEqual(["closed", "", "May 1"]);
  expect(parseHoursLines(again)).toEqual({ hours, problems: null });
  // For a place that never opens, each day says Closed.
  expect(hoursToFields(buildHours("off; Dec 24 off"))).toMatchObject({ emptyDays: "", monday: "Closed" });
});

test("with the checkbox, only the days with text are open", () => {
  const typed = { ...hoursToFields(null), saturday: "9 AM to 1 PM", emptyDays: "closed" };

  expect(parseHoursLines(typed).hours).toEqual(buildHours("Sa 09:00-13:00"));
  expect(parseHoursLines({ ...typed, emptyDays: "yes" }).problems?.["monday"]).toMatch(/Enter hours or Closed/);
});

test("the checkbox alone is refused, because no day is open", () => {
  expect(parseHoursLines({ ...hoursToFields(null), emptyDays: "closed" }).problems).toEqual({
    emptyDays: expect.stringContaining("Enter hours for a day"),
  });
});

test("a season without usual hours is refused", () => {
  const { problems } = parseHoursLines({
    ...hoursToFields(null),
    ...withLine({ kind: "holidays", from: "", through: "", hours: "Closed", note: "" }, ""),
  });

  expect(problems?.["monday"]).toMatch(/Enter hours or Closed/);
});

test("any typed text gives hours or problems", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("9 am to 5 pm", "Closed", "", "yearly", "Dec 24"),
  );
  const names = Object.keys(hoursToFields(null));

  fc.assert(
    fc.property(fc.array(text, { minLength: names.length, maxLength: names.length }), (texts) => {
      const typed = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
      const { hours, problems } = parseHoursLines({ ...typed, specialCount: "2" });
      expect(hours === null || problems === null).toBe(true);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

type LineTexts = Record<keyof ReturnType<typeof specialDayFields>, string>;

function withLine(line: Partial<LineTexts>, usual = "9 AM to 5 PM"): ListingFormValues {
  const names = specialDayFields(0);
  const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  return {
    ...Object.fromEntries(days.map((day) => [day, usual])),
    specialCount: "1",
    [names.kind]: line.kind ?? "",
    [names.from]: line.from ?? "",
    [names.through]: line.through ?? "",
    [names.hours]: line.hours ?? "",
    [names.weekdays]: line.weekdays ?? "",
    [names.note]: line.note ?? "",
  };
}
