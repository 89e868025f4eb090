import fc from "fast-check";
import { expect, test } from "vitest";

import { anyHours, buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { formatOpeningHours } from "#app/guide/places/hours/osm-opening-hours.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";

import { type HoursValues, preferTypedText, specialDayFields, TICKED } from "./hours-fields.ts";
import { hoursToFields, parseHoursFields } from "./parse-hours-fields.ts";

const RUNS = process.env.PROVE === "1" ? 5_000 : 300;
const SEED = 20_261_122;
const DAYS = ["2026-11-26", "2026-12-24", "2027-01-01", "2028-02-29", "2028-07-04"];

test("the form holds all kinds of hours: split, overnight, seasonal, dated, with notes", () => {
  fc.assert(
    fc.property(anyHours(DAYS), (hours) => {
      if (formatOpeningHours({ ...hours, exceptions: [] }) === "off") return;
      expect(read(hoursToFields(hours))).toEqual({ hours, problems: null });
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("unknown hours stay unknown and aren't closed", () => {
  expect(read(hoursToFields(null))).toEqual({ hours: null, problems: null });
  expect(read({})).toEqual({ hours: null, problems: null });
});

test.for([
  ["yearly", "Dec 24", "Jan 1", "Dec 24-Jan 01 off"],
  ["yearly", "November 1", "3/31", "Nov 01-Mar 31 off"],
  ["yearly", "2026-12-24", "2027-01-01", "Dec 24-Jan 01 off"],
  ["once", "Dec 24, 2026", "", "2026 Dec 24 off"],
  ["once", "2026-12-24", "12/26/2026", "2026 Dec 24-2026 Dec 26 off"],
  ["once", "24 Dec 2026", "26th december, 2026", "2026 Dec 24-2026 Dec 26 off"],
  ["holidays", "", "", "PH off"],
] as const)("days are read from a calendar or as people write them: %s %s to %s", ([kind, first, last, osm]) => {
  const { hours, problems } = read(withSpecial({ kind, first, last }));

  expect(problems).toBeNull();
  expect(hours?.exceptions).toEqual(buildHours(`off; ${osm}`).exceptions);
});

test.for([
  ["Mon to Fri", "Mo-Fr", "Mon to Fri"],
  ["weekends", "Sa,Su", "Sat, Sun"],
  ["Mon to Sun", "", ""],
] as const)("a season may be of some days of the week: %s", ([weekdays, osm, words]) => {
  const season = { kind: "yearly", first: "Apr 1", last: "Oct 31", weekdays };
  const { hours } = read(withSpecial(season, { "special0-from": "09:00", "special0-to": "13:00" }));

  expect(hours?.exceptions).toEqual(buildHours(`off; Apr 01-Oct 31 ${osm} 09:00-13:00`).exceptions);
  expect(hoursToFields(hours)[specialDayFields(0).weekdays]).toBe(words);
});

test("a place may open only in its season", () => {
  const closed = Object.fromEntries(WEEKDAYS.map((day) => [`${day}-closed`, TICKED]));
  const season = { kind: "yearly", first: "May 1", last: "Sep 30" };
  const { hours } = read({
    ...withSpecial(season, { "special0-from": "10:00", "special0-to": "18:00" }),
    ...noWeek(),
    ...closed,
  });

  expect(hours).toEqual(buildHours("off; May 01-Sep 30 10:00-18:00"));
  expect(read({ ...hoursToFields(null), ...closed }).problems).toEqual({
    monday: expect.stringContaining("report that instead"),
  });
});

test.for([
  [{ first: "Dec 24" }, /the year too/],
  [{ first: "2026-12-24", last: "Dec 26" }, /the year too/],
  [{ first: "2026-12-26", last: "2026-12-24" }, /before the first/],
  [{ kind: "yearly", first: "Feb 30" }, /date doesn’t exist/],
  [{ kind: "yearly", first: "Smarch 1" }, /Choose the day/],
  [{ first: "" }, /Choose the day/],
  [{ kind: "yearly", first: "Apr 1", weekdays: "Someday" }, /Mon to Fri/],
  [{ kind: "holidays", weekdays: "Mon" }, /on any weekday/],
  [{ first: "2026-12-24", note: "n".repeat(81) }, /80 characters/],
] as const)("an unclear special day is refused at its place: %o", ([special, words]) => {
  expect(read(withSpecial(special)).problems?.["special0"]).toMatch(words);
});

test.for([
  [{ "special0-closed": "" }, "special0", /check Closed/],
  [{ "special0-from": "09:00" }, "special0", /uncheck Closed/],
  [{ "holidays-from": "09:00" }, "holidays", /closing time/],
  [{ "friday-closed": TICKED }, "friday", /uncheck Closed/],
  [{ "friday-from2": "16:00", "friday-to2": "18:00" }, "friday", /overlap/],
  [{ "friday-closed": TICKED, "friday-all-day": TICKED }, "friday", /not both/],
] as const)("a wrong time is refused at its day: %o", ([wrong, field, words]) => {
  expect(read({ ...withSpecial({ first: "2026-12-24" }), ...wrong }).problems?.[field]).toMatch(words);
});

test("special days need the usual hours", () => {
  const { problems } = read({ ...withSpecial({ kind: "holidays" }), ...noWeek() });

  expect(problems).toEqual({ monday: expect.stringMatching(/usual hours/) });
});

test("a text replaces a week that the form opened with, and special days stay", () => {
  const opened = hoursToFields(buildHours("Mo-Su 09:00-17:00; 2027 Dec 24 off"));
  const typed = { ...opened, hoursText: "daily 10-6" };

  expect(read(preferTypedText(typed, opened)).hours).toEqual(buildHours("Mo-Su 10:00-18:00; 2027 Dec 24 off"));
  const changed = { ...typed, "friday-to": "20:00" };
  expect(read(preferTypedText(changed, opened)).problems?.["hoursText"]).toMatch(/something else/);
});

test("a text that isn't understood is the only problem", () => {
  const { problems } = read({ ...hoursToFields(null), hoursText: "9 to whenever" });

  expect(problems).toEqual({ hoursText: expect.stringContaining("“whenever” is not understood") });
});

test("any typed text gives hours or problems", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom("09:00", "17:00", TICKED, "", "yearly", "Dec 24"),
  );
  const names = Object.keys(hoursToFields(null));

  fc.assert(
    fc.property(fc.array(text, { minLength: names.length, maxLength: names.length }), (texts) => {
      const typed = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
      const { hours, problems } = read({ ...typed, specialCount: "1" });
      expect(hours === null || problems === null).toBe(true);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

function read(values: HoursValues) {
  return parseHoursFields(values, null);
}

type Special = Partial<Record<keyof ReturnType<typeof specialDayFields>, string>>;

/** Usual hours and a special day, which is closed unless `times` say more. */
function withSpecial(
  special: Special,
  times: HoursValues = { "special0-closed": TICKED },
): Record<string, string | undefined> {
  const names = specialDayFields(0);
  return {
    ...hoursToFields(buildHours("Mo-Su 09:00-17:00")),
    [names.kind]: special.kind ?? "once",
    [names.first]: special.first ?? "",
    [names.last]: special.last ?? "",
    [names.weekdays]: special.weekdays ?? "",
    [names.note]: special.note ?? "",
    ...times,
  };
}

function noWeek(): HoursValues {
  return Object.fromEntries(WEEKDAYS.flatMap((day) => [`${day}-from`, `${day}-to`].map((name) => [name, ""])));
}
