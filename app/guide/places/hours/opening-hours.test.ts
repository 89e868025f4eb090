import { expect, test } from "vitest";

import { WEEKDAYS } from "#app/lib/dc-time.ts";

import { buildHours, inDc } from "./opening-hours-builders.ts";
import {
  exceptionsAhead,
  hoursByDay,
  hoursOn,
  isOpenThroughout,
  nextChangeAt,
  OpeningHoursSchema,
  openState,
} from "./opening-hours.ts";

/** "open until 2026-11-21 22:00", by the District's clocks. */
function stateAt(text: string, at: Date | string): string {
  const state = openState(buildHours(text), typeof at === "string" ? inDc(at) : at);
  if (state.state === "unknown") return state.state;
  if (state.state === "closed") return `closed until ${clockOf(state.opensAt)}`;
  return `${state.state} until ${clockOf(state.closesAt)}`;
}

function clockOf(at: Date | null): string {
  if (at === null) return "ever";
  return at.toLocaleString("sv-SE", { timeZone: "America/New_York", dateStyle: "short", timeStyle: "short" });
}

// 2026-11-21 is a Saturday.
const BISTRO = "Tu-Fr 11:00-14:00,17:00-22:00; Sa 17:00-22:00";
const BAR = "Mo-Su 18:00-02:00";

test("unknown hours are unknown, not closed", () => {
  const at = inDc("2026-11-21T12:00");

  expect(openState(null, at)).toEqual({ state: "unknown" });
  expect(nextChangeAt(null, at)).toBeNull();
  expect(isOpenThroughout(null, { from: at, until: at })).toBeNull();
});

test("hours without any interval are closed, with no next opening", () => {
  expect(openState(buildHours("off"), inDc("2026-11-21T12:00"))).toEqual({ state: "closed", opensAt: null });
});

test("a split day closes between lunch and dinner", () => {
  expect(stateAt(BISTRO, "2026-11-20T12:00")).toBe("open until 2026-11-20 14:00");
  expect(stateAt(BISTRO, "2026-11-20T15:00")).toBe("closed until 2026-11-20 17:00");
  expect(stateAt(BISTRO, "2026-11-20T18:00")).toBe("open until 2026-11-20 22:00");
});

test("the next opening skips closed days", () => {
  expect(stateAt(BISTRO, "2026-11-21T23:00")).toBe("closed until 2026-11-24 11:00");
});

test("a place is open from its opening minute and closed from its closing minute", () => {
  expect(stateAt(BISTRO, "2026-11-20T11:00")).toBe("open until 2026-11-20 14:00");
  expect(stateAt(BISTRO, "2026-11-20T14:00")).toBe("closed until 2026-11-20 17:00");
});

test("a place closes soon from sixty minutes before closing", () => {
  expect(stateAt(BISTRO, "2026-11-20T20:59:59")).toBe("open until 2026-11-20 22:00");
  expect(stateAt(BISTRO, "2026-11-20T21:00")).toBe("closing-soon until 2026-11-20 22:00");
  expect(stateAt(BISTRO, "2026-11-20T21:59:59")).toBe("closing-soon until 2026-11-20 22:00");
});

test("a bar is open past midnight, even if the next day is closed", () => {
  expect(stateAt(BAR, "2026-11-22T00:30")).toBe("open until 2026-11-22 02:00");
  expect(stateAt("Sa 18:00-02:00", "2026-11-22T01:30")).toBe("closing-soon until 2026-11-22 02:00");
  expect(stateAt("Sa 18:00-02:00", "2026-11-22T02:00")).toBe("closed until 2026-11-28 18:00");
});

test("a Temporal.Instant gives the same state as a Date", () => {
  const at = inDc("2026-11-22T00:30");
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime());

  expect(openState(buildHours(BAR), instant)).toEqual(openState(buildHours(BAR), at));
});

test("24/7 never closes and never changes", () => {
  const at = inDc("2026-11-21T12:00");

  expect(openState(buildHours("24/7"), at)).toEqual({ state: "open", closesAt: null });
  expect(nextChangeAt(buildHours("24/7"), at)).toBeNull();
});

test("consecutive whole days are one open period until the first closing", () => {
  expect(stateAt("24/7; Dec 25 off", "2026-11-21T23:30")).toBe("open until 2026-12-25 00:00");
  expect(stateAt("24/7; Dec 25 off", "2026-12-25T12:00")).toBe("closed until 2026-12-26 00:00");
  expect(stateAt("Fr,Sa 00:00-24:00; Su 00:00-06:00", "2026-11-20T09:00")).toBe("open until 2026-11-22 06:00");
});

test("intervals that touch or overlap across midnight are one open period", () => {
  const hours = "Fr 18:00-24:00; Sa 00:00-04:00,12:00-23:00";

  expect(stateAt(hours, "2026-11-20T23:30")).toBe("open until 2026-11-21 04:00");
  expect(stateAt("Fr 18:00-03:00; Sa 02:00-05:00", "2026-11-21T02:30")).toBe("open until 2026-11-21 05:00");
  expect(stateAt("Mo-Su 10:00-14:00,14:00-18:00", "2026-11-21T13:30")).toBe("open until 2026-11-21 18:00");
});

test("hours of whole days never close, even with an exception of whole days", () => {
  expect(stateAt("24/7; PH 00:00-24:00", "2026-11-21T12:00")).toBe("open until ever");
});

test("a dated exception closes that day, but not in other years", () => {
  const hours = "Mo-Su 10:00-18:00; 2026 Nov 26 off";

  expect(stateAt(hours, "2026-11-26T12:00")).toBe("closed until 2026-11-27 10:00");
  expect(stateAt(hours, "2027-11-26T12:00")).toBe("open until 2027-11-26 18:00");
});

test("a dated exception with hours replaces the usual hours", () => {
  const hours = 'Mo-Su 10:00-18:00; 2026 Nov 26 12:00-15:00,20:00-22:00 "Thanksgiving brunch"';

  expect(stateAt(hours, "2026-11-26T10:30")).toBe("closed until 2026-11-26 12:00");
  expect(stateAt(hours, "2026-11-26T16:00")).toBe("closed until 2026-11-26 20:00");
  expect(hoursOn(buildHours(hours), "2026-11-26").exceptionNote).toBe("Thanksgiving brunch");
});

test("an exception replaces intervals that begin on its day, not one from the evening before", () => {
  const hours = `${BAR}; Dec 25 off`;

  expect(stateAt(hours, "2026-12-25T00:30")).toBe("open until 2026-12-25 02:00");
  expect(stateAt(hours, "2026-12-25T20:00")).toBe("closed until 2026-12-26 18:00");
});

test("a yearly exception applies each year, including a range over the new year", () => {
  expect(stateAt("Mo-Su 10:00-18:00; Dec 25 off", "2031-12-25T12:00")).toBe("closed until 2031-12-26 10:00");
  const winter = "Mo-Su 10:00-18:00; Dec 24-Jan 02 off";
  for (const day of ["2026-12-24", "2026-12-31", "2027-01-01", "2027-01-02"]) {
    expect(stateAt(winter, `${day}T12:00`), day).toBe("closed until 2027-01-03 10:00");
  }
  expect(stateAt(winter, "2026-12-23T12:00")).toBe("open until 2026-12-23 18:00");
});

test("a season limited to weekdays applies on those only, including a season over the new year", () => {
  const market = "off; Apr 01-Oct 31 Sa,Su 09:00-13:00; Nov 01-Mar 31 Su 10:00-13:00";

  expect(stateAt(market, "2026-10-24T12:30")).toBe("closing-soon until 2026-10-24 13:00");
  expect(stateAt(market, "2026-10-26T12:00")).toBe("closed until 2026-10-31 09:00");
  expect(stateAt(market, "2026-10-31T14:00")).toBe("closed until 2026-11-01 10:00");
  expect(stateAt(market, "2026-12-26T12:00")).toBe("closed until 2026-12-27 10:00");
  expect(stateAt(market, "2027-01-02T12:00")).toBe("closed until 2027-01-03 10:00");
  expect(stateAt("24/7; 2026 Dec 01-2026 Dec 24 Mo off", "2026-12-21T12:00")).toBe("closed until 2026-12-22 00:00");
});

test("a season's weekdays are sorted from Monday, and listing all seven is rejected", () => {
  const days = { kind: "yearly", from: "04-01", through: "10-31" };
  const read = (weekdays: string[]) => {
    const exceptions = [{ days: { ...days, weekdays }, intervals: [], note: null }];
    return OpeningHoursSchema.safeParse({ ...buildHours("off"), exceptions });
  };

  expect(read(["sunday", "friday"]).data?.exceptions[0]?.days).toEqual({ ...days, weekdays: ["friday", "sunday"] });
  expect([read([]).success, read(["someday"]).success, read([...WEEKDAYS]).success]).toEqual([false, false, false]);
});

test("an exception on February 29 applies in leap years", () => {
  const hours = "Mo-Su 10:00-18:00; Feb 29 off";

  expect(stateAt(hours, "2028-02-29T12:00")).toBe("closed until 2028-03-01 10:00");
  expect(stateAt(hours, "2027-03-01T12:00")).toBe("open until 2027-03-01 18:00");
});

test("a public holiday exception applies on the day itself and on its observed day", () => {
  const hours = "Mo-Su 10:00-18:00; PH off";

  expect(stateAt(hours, "2026-07-03T12:00")).toBe("closed until 2026-07-05 10:00");
  expect(stateAt(hours, "2026-04-16T12:00")).toBe("closed until 2026-04-17 10:00");
  expect(stateAt(hours, "2029-01-20T12:00")).toBe("closed until 2029-01-21 10:00");
  expect(stateAt(hours, "2027-01-20T12:00")).toBe("open until 2027-01-20 18:00");
});

test("public holidays can have their own hours", () => {
  expect(stateAt("Mo-Fr 09:00-17:00; PH 10:00-14:00", "2026-11-26T09:30")).toBe("closed until 2026-11-26 10:00");
});

test("if several exceptions cover a day, the last one wins", () => {
  const hours = "Mo-Su 10:00-18:00; PH off; 2026 Nov 26 12:00-15:00";

  expect(stateAt(hours, "2026-11-26T11:00")).toBe("closed until 2026-11-26 12:00");
  expect(stateAt("Mo-Su 10:00-18:00; 2026 Nov 26 12:00-15:00; PH off", "2026-11-26T11:00")).toBe(
    "closed until 2026-11-27 10:00",
  );
});

test("when clocks go forward, a bar open until 2 closes at the jump", () => {
  expect(stateAt(BAR, new Date("2026-03-08T06:30:00Z"))).toBe("closing-soon until 2026-03-08 03:00");
  expect(stateAt(BAR, new Date("2026-03-08T07:00:00Z"))).toBe("closed until 2026-03-08 18:00");
});

test("an interval inside the skipped hour is ignored, and one around it is an hour shorter", () => {
  expect(stateAt("Su 02:15-02:45", new Date("2026-03-08T06:30:00Z"))).toBe("closed until 2026-03-15 02:15");
  expect(stateAt("Su 01:00-02:00,03:00-05:00", new Date("2026-03-08T06:30:00Z"))).toBe("open until 2026-03-08 05:00");
  const around = { from: new Date("2026-03-08T06:00:00Z"), until: new Date("2026-03-08T08:00:00Z") };
  expect(isOpenThroughout(buildHours("Su 01:00-04:00"), around)).toBe(true);
});

test("when clocks go back, a bar open until 2 is open through both hours from 1 to 2", () => {
  const secondHalfPastOne = new Date("2026-11-01T06:30:00Z");
  const firstHalfPastOne = new Date("2026-11-01T05:30:00Z");

  expect(openState(buildHours(BAR), secondHalfPastOne)).toEqual({
    state: "closing-soon",
    closesAt: new Date("2026-11-01T07:00:00Z"),
  });
  expect(openState(buildHours(BAR), firstHalfPastOne).state).toBe("open");
});

test("when clocks go back, a bar open until 1:30 closes at the first 1:30 and stays closed", () => {
  const hours = "Mo-Su 18:00-01:30";

  expect(openState(buildHours(hours), new Date("2026-11-01T05:29:00Z"))).toEqual({
    state: "closing-soon",
    closesAt: new Date("2026-11-01T05:30:00Z"),
  });
  expect(stateAt(hours, new Date("2026-11-01T06:15:00Z"))).toBe("closed until 2026-11-01 18:00");
});

test("the next change is the opening, then an hour before closing, then the closing", () => {
  const hours = buildHours(BISTRO);

  expect(nextChangeAt(hours, inDc("2026-11-20T15:00"))).toEqual(inDc("2026-11-20T17:00"));
  expect(nextChangeAt(hours, inDc("2026-11-20T17:00"))).toEqual(inDc("2026-11-20T21:00"));
  expect(nextChangeAt(hours, inDc("2026-11-20T21:00"))).toEqual(inDc("2026-11-20T22:00"));
});

test("a visit fits if the place doesn't close during it, and may end at closing time", () => {
  const hours = buildHours(BISTRO);
  const isOpenFor = (from: string, until: string) =>
    isOpenThroughout(hours, { from: inDc(`2026-11-20T${from}`), until: inDc(`2026-11-20T${until}`) });

  expect(isOpenFor("11:00", "14:00")).toBe(true);
  expect(isOpenFor("13:00", "14:01")).toBe(false);
  expect(isOpenFor("13:00", "18:00")).toBe(false);
  expect(isOpenFor("10:59", "12:00")).toBe(false);
  expect(isOpenFor("15:00", "16:00")).toBe(false);
  expect(() => isOpenFor("12:00", "11:00")).toThrow(RangeError);
});

test("the week table starts on Monday, has the next date of each weekday, and marks today", () => {
  const week = hoursByDay(buildHours("Mo-Fr 09:00-17:00; PH off"), "2026-11-21");

  expect(week.map(({ date, weekday }) => `${weekday} ${date}`)).toEqual([
    "monday 2026-11-23",
    "tuesday 2026-11-24",
    "wednesday 2026-11-25",
    "thursday 2026-11-26",
    "friday 2026-11-27",
    "saturday 2026-11-21",
    "sunday 2026-11-22",
  ]);
  expect(week.filter(({ isToday }) => isToday).map(({ date }) => date)).toEqual(["2026-11-21"]);
  expect(week[3]).toMatchObject({ intervals: [], exceptionNote: "Thanksgiving Day" });
  expect(week[4]).toMatchObject({ intervals: [{ opens: "09:00", closes: "17:00" }], exceptionNote: null });
});

test("an exception without a name is called special hours", () => {
  expect(hoursOn(buildHours("24/7; 2026 Dec 02 off"), "2026-12-02").exceptionNote).toBe("Special hours");
});

test("upcoming exceptions are in order and don't include past ones", () => {
  const hours = buildHours("Mo-Su 09:00-17:00; PH off; 2026 Nov 20 off; 2026 Nov 24 off");

  expect(exceptionsAhead(hours, "2026-11-21", 35).map(({ date }) => date)).toEqual([
    "2026-11-24",
    "2026-11-26",
    "2026-12-25",
  ]);
});

const WEEK = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };

function errorsOf(hours: unknown): string[] {
  return OpeningHoursSchema.safeParse(hours).error?.issues.map(({ message }) => message) ?? [];
}

test("the schema sorts intervals and writes closing at midnight as 24:00", () => {
  const monday = [
    { opens: "17:00", closes: "00:00" },
    { opens: "09:00", closes: "12:00" },
  ];

  expect(OpeningHoursSchema.parse({ weekly: { ...WEEK, monday }, exceptions: [] }).weekly.monday).toEqual([
    { opens: "09:00", closes: "12:00" },
    { opens: "17:00", closes: "24:00" },
  ]);
});

test.each([
  ["a missing day", { weekly: { ...WEEK, sunday: undefined }, exceptions: [] }, "expected array"],
  ["a day too many", { weekly: { ...WEEK, holiday: [] }, exceptions: [] }, "holiday"],
  ["a time with one digit", mondayFrom("9:00", "17:00"), "Write the opening time"],
  ["an hour past the day's end", mondayFrom("09:00", "25:00"), "Write the closing time"],
  ["opening at 24:00", mondayFrom("24:00", "02:00"), "Write the opening time"],
  ["midnight to midnight, which is ambiguous", mondayFrom("00:00", "00:00"), "are the same"],
  [
    "a date that doesn't exist",
    exceptionOn({ kind: "dates", from: "2026-02-29", through: "2026-03-01" }),
    "date doesn’t exist",
  ],
  ["an end before the beginning", exceptionOn({ kind: "dates", from: "2026-12-02", through: "2026-12-01" }), "before"],
  [
    "a yearly date that doesn't exist",
    exceptionOn({ kind: "yearly", from: "02-30", through: "03-01" }),
    "date doesn’t exist",
  ],
  ["a note of two lines", exceptionOn({ kind: "public-holidays" }, "Closed\nfor good"), "one line"],
  ["a note with a quotation mark", exceptionOn({ kind: "public-holidays" }, 'The "big" day'), "one line"],
])("the schema rejects %s", (_, hours, part) => {
  expect(errorsOf(hours)).toEqual([expect.stringContaining(part)]);
});

function mondayFrom(opens: string, closes: string) {
  return { weekly: { ...WEEK, monday: [{ opens, closes }] }, exceptions: [] };
}

function exceptionOn(days: object, note: string | null = null) {
  return { weekly: WEEK, exceptions: [{ days, intervals: [], note }] };
}

test("the schema rejects overlapping times on one day, also past midnight, but allows adjacent ones", () => {
  const dayOf = (...times: string[]) => ({
    weekly: { ...WEEK, monday: times.map((time) => ({ opens: time.slice(0, 5), closes: time.slice(6) })) },
    exceptions: [],
  });

  expect(errorsOf(dayOf("10:00-14:00", "13:59-17:00"))).toEqual(["Opening times on the same day can’t overlap"]);
  expect(errorsOf(dayOf("18:00-02:00", "23:00-24:00"))).toEqual(["Opening times on the same day can’t overlap"]);
  expect(errorsOf(dayOf("10:00-14:00", "14:00-17:00"))).toEqual([]);
});
