import { expect, test } from "vitest";

import {
  describeOpenState,
  formatHoursLine,
  formatStaleHours,
  formatWeekHours,
  hoursTextExpiresAt,
} from "./format-hours.ts";
import { buildHours, inDc } from "./opening-hours-builders.ts";
import { openState } from "./opening-hours.ts";

/** "Open | until 10 PM". 2026-11-21 is a Saturday. */
function textAt(text: string, at: string): string {
  const { lead, rest } = describeOpenState(openState(buildHours(text), inDc(at)), inDc(at));
  return `${lead} | ${rest}`;
}

test.each([
  ["Mo-Su 11:00-22:00", "2026-11-21T18:40", "Open | until 10 PM"],
  ["Mo-Su 18:00-02:00", "2026-11-21T23:00", "Open | until 2 AM"],
  ["Mo-Su 12:00-24:00", "2026-11-21T13:00", "Open | until 12 AM"],
  ["24/7", "2026-11-21T18:40", "Open | 24 hours"],
  ["Mo-Su 11:00-19:00", "2026-11-21T18:40", "Closes soon | at 7 PM"],
  ["Mo-Su 11:00-19:15", "2026-11-21T18:15", "Closes soon | at 7:15 PM"],
  ["Mo-Su 17:00-22:00", "2026-11-21T09:00", "Closed | opens 5 PM"],
  ["Mo-Su 07:00-15:00", "2026-11-21T01:00", "Closed | opens 7 AM"],
  ["Mo-Su 11:00-15:00", "2026-11-21T18:40", "Closed | opens 11 AM tomorrow"],
  ["Mo-Su 00:30-03:00", "2026-11-21T23:45", "Closed | opens 12:30 AM tomorrow"],
  ["Tu 11:00-22:00", "2026-11-21T18:40", "Closed | opens 11 AM Tue"],
  ["Sa 07:00-12:00", "2026-11-22T09:00", "Closed | opens 7 AM Sat"],
  ["Sa 07:00-12:00", "2026-11-21T13:00", "Closed | opens Nov 28"],
  ["off; 2026 Nov 30 09:00-17:00", "2026-11-21T18:40", "Closed | opens Nov 30"],
  ["off; Nov 20 09:00-17:00", "2026-11-21T18:40", "Closed | opens Nov 20, 2027"],
  ["off", "2026-11-21T18:40", "Closed | "],
])("%s at %s reads: %s", (hours, at, text) => {
  expect(textAt(hours, at)).toBe(text);
});

test("the week table warns about a public holiday that the hours don't account for", () => {
  const noteOfThursday = (text: string) => formatWeekHours(buildHours(text), "2026-11-21")?.[3]?.exceptionNote;

  // 2026-11-26 is Thanksgiving Day.
  expect(noteOfThursday("Mo-Su 11:00-22:00")).toBe("Thanksgiving Day: hours may differ");
  expect(noteOfThursday("Mo-Su 11:00-22:00; Aug 01-Aug 10 off")).toBe("Thanksgiving Day: hours may differ");
  expect(noteOfThursday("Mo-Su 11:00-22:00; PH off")).toBe("Thanksgiving Day");
  expect(noteOfThursday("Mo-Su 11:00-22:00; Dec 25 off")).toBeNull();
  expect(noteOfThursday("24/7")).toBeNull();
  expect(noteOfThursday("Fr-Su 11:00-22:00")).toBeNull();
  // A season's hours don't account for a holiday within the season.
  expect(noteOfThursday("Mo-Su 11:00-22:00; Nov 01-Mar 31 12:00-20:00")).toBe("Thanksgiving Day: hours may differ");
  expect(noteOfThursday("Mo-Su 11:00-22:00; Nov 01-Mar 31 12:00-20:00; Dec 25 off")).toBe("Thanksgiving Day");
  expect(noteOfThursday('Mo-Su 11:00-22:00; Nov 01-Mar 31 12:00-20:00 "Winter"')).toBe(
    "Winter · Thanksgiving Day: hours may differ",
  );
});

test("the hours line warns on a public holiday that the hours don't account for", () => {
  const restAt = (text: string, clock: string) => formatHoursLine(buildHours(text), inDc(clock)).rest;

  // 2026-11-26 is Thanksgiving Day.
  expect(restAt("Mo-Su 11:00-22:00", "2026-11-26T12:00")).toBe("until 10 PM, holiday hours may differ");
  expect(restAt("Mo-Su 11:00-22:00", "2026-11-26T21:30")).toBe("at 10 PM, holiday hours may differ");
  expect(restAt("Mo-Su 11:00-22:00", "2026-11-26T09:00")).toBe("opens 11 AM, holiday hours may differ");
  expect(restAt("Mo-Su 11:00-22:00", "2026-11-26T23:00")).toBe("opens 11 AM tomorrow");
  expect(restAt("Mo-Su 11:00-22:00", "2026-11-25T12:00")).toBe("until 10 PM");
  expect(restAt("Mo-Su 11:00-22:00; Dec 25 off", "2026-11-26T12:00")).toBe("until 10 PM");
  expect(restAt("24/7", "2026-11-26T12:00")).toBe("24 hours");
  expect(formatHoursLine(null, inDc("2026-11-26T12:00")).rest).toBe("");
});

test("unknown hours have their own text and tone", () => {
  expect(describeOpenState({ state: "unknown" }, inDc("2026-11-21T12:00"))).toEqual({
    tone: "unknown",
    lead: "Hours unknown",
    rest: "",
  });
});

test("each state has its tone", () => {
  const tones = ["18:40", "21:30", "23:00"].map(
    (time) => formatHoursLine(buildHours("Mo-Su 11:00-22:00"), inDc(`2026-11-21T${time}`)).tone,
  );

  expect(tones).toEqual(["open", "soon", "closed"]);
});

test("a closing a day or more away names its weekday, and one more than a week away isn't mentioned", () => {
  expect(textAt("24/7; Dec 25 off", "2026-12-24T00:00")).toBe("Open | until 12 AM Fri");
  expect(textAt("24/7; Dec 25 off", "2026-12-24T00:01")).toBe("Open | until 12 AM");
  expect(textAt("24/7; Dec 25 off", "2026-12-19T12:00")).toBe("Open | until 12 AM Fri");
  expect(textAt("24/7; Dec 25 off", "2026-12-18T12:00")).toBe("Open | 24 hours");
});

test("tomorrow is the next calendar day, also on nights when clocks change", () => {
  expect(textAt("Mo-Su 11:00-15:00", "2026-03-07T23:30")).toBe("Closed | opens 11 AM tomorrow");
  expect(textAt("Mo-Su 11:00-15:00", "2026-11-01T00:30")).toBe("Closed | opens 11 AM");
});

test("a stale hours line gives the day's hours and the time it was rendered", () => {
  const renderedAt = inDc("2026-11-21T18:40");

  expect(formatStaleHours(buildHours("Mo-Su 11:00-22:00"), renderedAt)).toBe("Sat: 11 AM to 10 PM, as of 6:40 PM");
  expect(formatStaleHours(buildHours("Sa 11:00-14:00,17:00-22:00"), renderedAt)).toBe(
    "Sat: 11 AM to 2 PM, 5 PM to 10 PM, as of 6:40 PM",
  );
  expect(formatStaleHours(buildHours("24/7"), renderedAt)).toBe("Sat: 24 hours, as of 6:40 PM");
  expect(formatStaleHours(buildHours("24/7; 2026 Nov 21 off"), renderedAt)).toBe("Sat: closed, as of 6:40 PM");
  expect(formatStaleHours(null, renderedAt)).toBe("Hours unknown");
});

test("the hours line includes the text for a stale page", () => {
  expect(formatHoursLine(buildHours("Mo-Su 11:00-22:00"), inDc("2026-11-21T18:40"))).toEqual({
    tone: "open",
    lead: "Open",
    rest: "until 10 PM",
    stale: "Sat: 11 AM to 10 PM, as of 6:40 PM",
  });
});

test("hours text expires at the next change or at midnight, whichever is first", () => {
  const hours = buildHours("Mo-Fr 11:00-22:00");

  expect(hoursTextExpiresAt(hours, inDc("2026-11-20T12:00"))).toEqual(inDc("2026-11-20T21:00"));
  expect(hoursTextExpiresAt(hours, inDc("2026-11-21T12:00"))).toEqual(inDc("2026-11-22T00:00"));
  expect(hoursTextExpiresAt(buildHours("24/7"), inDc("2026-11-01T00:30"))).toEqual(inDc("2026-11-02T00:00"));
  expect(hoursTextExpiresAt(null, inDc("2026-11-21T12:00"))).toBeNull();
});

test("the week table starts on Monday and names exceptions", () => {
  const week = formatWeekHours(buildHours("Mo-Fr 11:00-14:00,17:00-22:00; PH off"), "2026-11-21");

  expect(week?.map(({ weekday }) => weekday).slice(0, 2)).toEqual(["Monday", "Tuesday"]);
  expect(week?.at(0)?.intervals).toEqual(["11 AM to 2 PM", "5 PM to 10 PM"]);
  expect(week?.at(3)).toEqual({
    weekday: "Thursday",
    intervals: [],
    exceptionNote: "Thanksgiving Day",
    isToday: false,
  });
  expect(week?.at(5)).toEqual({ weekday: "Saturday", intervals: [], exceptionNote: null, isToday: true });
  expect(formatWeekHours(null, "2026-11-21")).toBeNull();
});
