import { describe, expect, test } from "vitest";

import { buildHours, inDc } from "#app/guide/places/hours/opening-hours-builders.ts";

import { meetsOpenCondition, openAnswer, openConditionExpiresAt } from "./open-condition.ts";
import type { OpenCondition } from "./query-conditions.ts";
import { matchOpenPhrase } from "./query-hours.ts";
import { splitWords } from "./query-words.ts";

/** Open until 3 AM on Friday and 1 AM on Saturday. */
const WEEKEND_BAR = "Fr 17:00-03:00; Sa 17:00-01:00";

describe("a day begins at 5 AM", () => {
  test.for([
    // 2027-01-13 is a Wednesday.
    ["open monday", "Su 17:00-02:00; Mo off", "2027-01-13T12:00", false],
    ["open monday", "Mo 17:00-02:00", "2027-01-13T12:00", true],
    ["open monday", "Mo 05:00-06:00", "2027-01-13T12:00", true],
    ["open monday", "Mo 23:30-02:00", "2027-01-13T12:00", true],
    ["open monday", "24/7", "2027-01-13T12:00", true],
    ["open monday", "Tu 04:00-12:00", "2027-01-13T12:00", false],
    ["open tomorrow", "We 17:00-02:00; Th off", "2027-01-13T12:00", false],
    ["open today", "Tu 17:00-02:00; We off", "2027-01-13T12:00", false],
    ["open today", "We 17:00-02:00", "2027-01-13T12:00", true],
    ["open wednesday", "We 09:00-10:00", "2027-01-13T12:00", true],
    ["open monday at 1am", "Mo 17:00-02:00; Tu off", "2027-01-13T12:00", true],
    ["open monday at 1am", "Su 17:00-02:00; Mo off", "2027-01-13T12:00", false],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

describe("the weekend", () => {
  test.for([
    ["Fr 17:00-03:00; Sa-Su off", "2027-01-13T12:00", false],
    ["Sa 10:00-16:00", "2027-01-13T12:00", true],
    ["Su 10:00-16:00", "2027-01-13T12:00", true],
    ["Su 21:00-02:00", "2027-01-13T12:00", true],
    ["Mo-Fr 10:00-16:00", "2027-01-13T12:00", false],
    // On Saturday and Sunday the current weekend is meant.
    ["off; 2027 Jan 16 10:00-16:00", "2027-01-16T09:00", true],
    ["off; 2027 Jan 17 10:00-16:00", "2027-01-16T09:00", true],
    ["off; 2027 Jan 17 10:00-16:00", "2027-01-17T09:00", true],
    ["off; 2027 Jan 16 10:00-16:00", "2027-01-17T09:00", false],
    ["off; 2027 Jan 23 10:00-16:00", "2027-01-17T09:00", false],
    ["off; 2027 Jan 23 10:00-16:00", "2027-01-18T09:00", true],
    // Saturday night counts until it ends.
    ["Sa 17:00-02:00; Su off", "2027-01-17T00:30", true],
    ["Sa 10:00-16:00; Su off", "2027-01-17T00:30", false],
    ["Sa 17:00-02:00; Su off", "2027-01-17T06:00", false],
    // After midnight on Monday the next weekend is meant.
    ["Sa 10:00-16:00", "2027-01-18T00:30", true],
  ] as const)("of %s at %s: %s", ([hours, clock, isOpen]) => {
    expect(matches("open this weekend", hours, clock)).toBe(isOpen);
  });
});

describe("a part of the weekend", () => {
  test.for([
    // 2027-01-16 is a Saturday.
    ["Sa 08:00-10:00", "2027-01-13T12:00", true],
    ["Su 08:00-10:00", "2027-01-13T12:00", true],
    ["Sa-Su 12:00-20:00", "2027-01-13T12:00", false],
    ["Fr 20:00-04:00", "2027-01-13T12:00", false],
    ["Sa 08:00-10:00", "2027-01-17T07:00", false],
    ["off; 2027 Jan 17 08:00-10:00", "2027-01-16T07:00", true],
  ] as const)("its mornings, of %s at %s: %s", ([hours, clock, isOpen]) => {
    expect(matches("open weekend mornings", hours, clock)).toBe(isOpen);
  });
});

describe("weekend nights are Friday's and Saturday's", () => {
  test.for([
    // 2027-01-16 is a Saturday.
    ["Fr 18:00-01:00", "2027-01-13T12:00", true],
    ["Sa 18:00-01:00", "2027-01-13T12:00", true],
    ["Su 18:00-01:00", "2027-01-13T12:00", false],
    ["Fr-Sa 18:00-22:00", "2027-01-13T12:00", false],
    ["off; 2027 Jan 15 18:00-01:00", "2027-01-15T12:00", true],
    ["off; 2027 Jan 15 18:00-01:00", "2027-01-16T00:30", true],
    ["off; 2027 Jan 15 18:00-24:00", "2027-01-16T00:30", false],
    ["off; 2027 Jan 16 18:00-01:00", "2027-01-16T00:30", true],
    ["off; 2027 Jan 22 18:00-01:00", "2027-01-16T12:00", false],
    ["off; 2027 Jan 16 18:00-01:00", "2027-01-17T00:30", true],
    ["off; 2027 Jan 16 18:00-01:00", "2027-01-17T12:00", false],
    ["off; 2027 Jan 22 18:00-01:00", "2027-01-17T12:00", true],
  ] as const)("late on them, of %s at %s: %s", ([hours, clock, isOpen]) => {
    expect(matches("open late on weekends", hours, clock)).toBe(isOpen);
  });
});

describe("a holiday means its next date, and matches only hours that mention holidays", () => {
  test.for([
    // 2026-11-26 is Thanksgiving.
    ["open on thanksgiving", "Mo-Su 10:00-17:30; Dec 25 off", "2026-11-24T12:00", true],
    ["open on thanksgiving", "Mo-Su 10:00-17:30; PH off", "2026-11-24T12:00", false],
    ["open on thanksgiving", "Mo-Su 10:00-17:30; PH off; 2026 Nov 26 10:00-14:00", "2026-11-24T12:00", true],
    ["open on thanksgiving", "Mo-Su 10:00-17:30; PH off; 2026 Nov 26 10:00-14:00", "2026-11-26T09:00", true],
    ["open on thanksgiving", "Mo-Su 10:00-17:30; PH off; 2026 Nov 26 10:00-14:00", "2026-11-27T09:00", false],
    ["open thanksgiving evening", "Mo-Su 10:00-17:30; Dec 25 off", "2026-11-24T12:00", false],
    ["open on thanksgiving at 5pm", "Mo-Su 10:00-17:30; Dec 25 off", "2026-11-24T12:00", true],
    ["open christmas", "Mo-Su 10:00-17:30; Dec 25 off", "2026-11-24T12:00", false],
    ["open christmas eve", "Mo-Su 10:00-17:30; Dec 25 off", "2026-11-24T12:00", true],
    ["open christmas eve", "Mo-Su 10:00-17:30; 2026 Dec 24 off; Dec 25 off", "2026-12-25T12:00", true],
    ["open on new years day", "Mo-Su 10:00-17:30; PH off", "2026-11-24T12:00", false],
    ["open on inauguration day", "24/7", "2026-11-24T12:00", true],
    // After midnight its night is still going on.
    ["open new years eve until 2am", "Mo-Su 17:00-02:00; Dec 25 off", "2027-01-01T00:30", true],
    ["open new years eve until 2am", "off; 2026 Dec 31 17:00-03:00; 2027 Jan 1 off", "2027-01-01T00:30", true],
    ["open new years eve until 2am", "off; 2026 Dec 31 17:00-01:00; 2027 Jan 1 off", "2027-01-01T00:30", false],
    ["open new years eve until 2am", "off; 2026 Dec 31 17:00-03:00; 2027 Jan 1 off", "2027-01-01T02:30", false],
    ["open thanksgiving night", "off; 2026 Nov 26 17:00-03:00", "2026-11-27T00:30", true],
    ["open thanksgiving night", "off; 2026 Nov 26 17:00-24:00", "2026-11-27T00:30", false],
    // These hours don't mention holidays, though the summer hours cover some.
    ["open on independence day", "Mo-Su 10:00-17:30; Jun 1-Aug 31 10:00-20:00", "2026-06-24T12:00", false],
    ["open on independence day", "Mo-Su 10:00-17:30; 2026 Jun 1-2026 Aug 31 10:00-20:00", "2026-06-24T12:00", false],
    ["open on independence day", "Mo-Su 10:00-17:30; Jun 1-Aug 31 10:00-20:00; PH off", "2026-06-24T12:00", false],
    ["open on new years day", "Mo-Su 10:00-17:30; Dec 24-Jan 2 10:00-14:00", "2026-11-24T12:00", true],
    ["open on thanksgiving", "Mo-Su 10:00-17:30", "2026-11-24T12:00", false],
    ["open on thanksgiving", "Mo-Su 10:00-17:30; Aug 1-Aug 10 off", "2026-11-24T12:00", false],
    ["open thursday", "Mo-Su 10:00-17:30", "2026-11-24T12:00", true],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

describe("each of some weekdays, whatever a holiday of the week changes", () => {
  test.for([
    // 2026-11-26, a Thursday, is Thanksgiving.
    ["open every day", "Mo-Su 10:00-17:00; PH off", "2026-11-24T12:00", true],
    ["open every day", "Mo-Sa 10:00-17:00", "2026-11-24T12:00", false],
    ["open every day", "24/7", "2026-11-24T12:00", true],
    ["open weekdays", "Mo-Fr 10:00-17:00; PH off", "2026-11-24T12:00", true],
    ["open weekdays", "Tu-Su 10:00-17:00", "2026-11-24T12:00", false],
    ["open weekdays before 9", "Mo-Fr 08:00-17:00", "2026-11-24T12:00", true],
    ["open weekdays before 9", "Mo-Th 08:00-17:00; Fr 10:00-17:00", "2026-11-24T12:00", false],
    ["open late every day", "Mo-Su 17:00-24:00", "2026-11-24T12:00", true],
    ["open late every day", "Mo-Th 17:00-22:00; Fr-Su 17:00-24:00", "2026-11-24T12:00", false],
    ["open saturday and sunday", "Sa 10:00-16:00", "2026-11-24T12:00", false],
    // Closed for the season.
    ["open every day", "off; Apr 1-Oct 31 10:00-17:00", "2026-12-01T12:00", false],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

describe("from one time to another means all of the time between", () => {
  test.for([
    // 2027-01-13 is a Wednesday.
    ["open from 9 to 5", "Mo-Su 09:00-17:00", "2027-01-13T12:00", true],
    ["open from 9 to 5", "Mo-Su 08:00-18:00", "2027-01-13T12:00", true],
    ["open from 9 to 5", "Mo-Su 10:00-18:00", "2027-01-13T12:00", false],
    ["open from 9 to 5", "Mo-Su 09:00-12:00,13:00-17:00", "2027-01-13T12:00", false],
    ["open saturday from 6pm to 2am", "Sa 17:00-02:00", "2027-01-13T12:00", true],
    ["open saturday from 6pm to 2am", "Sa 17:00-01:00", "2027-01-13T12:00", false],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

describe("a date means the next one, and matches like a holiday if it is one", () => {
  test.for([
    ["open dec 25", "Mo-Su 10:00-17:00", "2026-11-24T12:00", false],
    ["open dec 25", "Mo-Su 10:00-17:00; Nov 26 off", "2026-11-24T12:00", true],
    ["open dec 25", "Mo-Su 10:00-17:00; Dec 25 off", "2026-11-24T12:00", false],
    ["open nov 3", "Mo-Su 10:00-17:00; 2026 Nov 3 off", "2026-11-24T12:00", true],
    ["open nov 30", "Mo-Su 10:00-17:00; 2026 Nov 30 off", "2026-11-24T12:00", false],
    ["open on black friday", "Mo-Fr 10:00-17:00", "2026-11-24T12:00", true],
    ["open on black friday", "Sa-Su 10:00-17:00", "2026-11-24T12:00", false],
    ["open easter", "Su 10:00-17:00", "2026-11-24T12:00", false],
    ["open easter", "Su 10:00-17:00; Dec 25 off", "2026-11-24T12:00", true],
    // Labor Day weekend: the Saturday is like any other, the Monday a holiday.
    ["open labor day weekend", "Sa 10:00-17:00", "2026-09-01T12:00", true],
    ["open labor day weekend", "Mo 10:00-17:00", "2026-09-01T12:00", false],
    ["open labor day weekend", "Mo 10:00-17:00; Dec 25 off", "2026-09-01T12:00", true],
    ["open labor day weekend", "Fr 10:00-17:00; Dec 25 off", "2026-09-01T12:00", false],
    ["open thanksgiving weekend", "Fr 10:00-17:00; Dec 25 off", "2026-11-28T12:00", false],
    ["open thanksgiving weekend", "Su 10:00-17:00", "2026-11-28T12:00", true],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

test("whether a place keeps its hours on a holiday may be unknown", () => {
  const answer = (words: string, hours: string) => openAnswer(buildHours(hours), when(words), inDc("2026-09-01T12:00"));

  expect(answer("open dec 25", "Mo-Su 10:00-17:00")).toBe("unknown");
  expect(answer("open dec 25", "Mo-Su 10:00-17:00; Dec 25 off")).toBe("no");
  expect(answer("open labor day weekend", "Mo 10:00-17:00")).toBe("unknown");
  expect(answer("open labor day weekend", "Tu-Th 10:00-17:00; Dec 25 off")).toBe("no");
});

describe("after midnight the current night is meant", () => {
  test.for([
    // 2027-01-16 is a Saturday.
    ["open until 2am", WEEKEND_BAR, "2027-01-16T00:30", true],
    ["open until 2am", WEEKEND_BAR, "2027-01-16T01:59", true],
    ["open until 2am", "Fr 17:00-01:00; Sa 17:00-03:00", "2027-01-16T00:30", false],
    ["open at 1am", WEEKEND_BAR, "2027-01-16T00:30", true],
    ["open late", WEEKEND_BAR, "2027-01-16T00:30", true],
    ["open late", "Fr 17:00-24:00", "2027-01-16T00:30", false],
    ["open late", "Sa 17:00-03:00", "2027-01-16T00:30", false],
    ["tonight", WEEKEND_BAR, "2027-01-16T00:30", true],
    ["tonight", "Fr 17:00-24:00", "2027-01-16T00:30", false],
    ["open friday night", WEEKEND_BAR, "2027-01-16T00:30", true],
    ["open saturday night", "Sa 17:00-24:00", "2027-01-16T00:30", true],
    ["open saturday until midnight", "Sa 17:00-24:00", "2027-01-16T00:30", true],
    // The time has passed, so the coming night is meant.
    ["open until 2am", WEEKEND_BAR, "2027-01-16T02:00", false],
    ["open until 2am", "Sa 17:00-03:00", "2027-01-16T02:00", true],
    ["open until midnight", "Sa 17:00-24:00", "2027-01-16T00:30", true],
    // In the evening, and from 5 AM on, the day's own night is meant.
    ["open until 2am", WEEKEND_BAR, "2027-01-15T23:30", true],
    ["open until 2am", WEEKEND_BAR, "2027-01-16T05:00", false],
    ["tonight", "Fr 17:00-06:00; Sa off", "2027-01-16T05:00", false],
    // Daytime hours mean the day that has begun.
    ["open today", "Sa 10:00-16:00", "2027-01-16T00:30", true],
    ["open at 9am", "Sa 08:00-16:00", "2027-01-16T00:30", true],
    ["open tomorrow", "Su 10:00-16:00", "2027-01-16T00:30", true],
    ["open now", WEEKEND_BAR, "2027-01-16T00:30", true],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

describe("clock times are wall-clock times on the nights when clocks change", () => {
  test.for([
    // Clocks go back on Sunday, November 1, 2026 at 2 AM: the night is an hour longer.
    ["open until 3am", "Sa 18:00-03:00", "2026-10-31T12:00", true],
    ["open until 3am", "Sa 18:00-02:00", "2026-10-31T12:00", false],
    ["open until 2am", "Sa 18:00-02:00", "2026-10-31T12:00", true],
    ["open until 2am", "Sa 18:00-01:00", "2026-10-31T12:00", false],
    ["open saturday at 4am", "Sa 18:00-04:30", "2026-10-31T12:00", true],
    ["open saturday at 4am", "Sa 18:00-03:30", "2026-10-31T12:00", false],
    ["open at 1pm", "Su 13:00-14:00", "2026-11-01T12:00", true],
    ["open until 3am", "Sa 18:00-03:00", "2026-11-01T00:30", true],
    // They go forward on Sunday, March 8, 2026 at 2 AM: an hour shorter, and 2:59 never comes.
    ["open until 3am", "Sa 18:00-03:00", "2026-03-07T12:00", true],
    ["open until 3am", "Sa 18:00-01:30", "2026-03-07T12:00", false],
    ["open until 2am", "Sa 18:00-02:00", "2026-03-07T12:00", true],
    ["open saturday at 4am", "Sa 18:00-04:30", "2026-03-07T12:00", true],
    ["open saturday at 4am", "Sa 18:00-03:30", "2026-03-07T12:00", false],
    ["open at 1pm", "Su 13:00-14:00", "2026-03-08T12:00", true],
    ["open until 3am", "Sa 18:00-03:00", "2026-03-08T00:30", true],
  ] as const)("“%s” of %s at %s: %s", ([words, hours, clock, isOpen]) => {
    expect(matches(words, hours, clock)).toBe(isOpen);
  });
});

test("unknown hours never match", () => {
  expect(meetsOpenCondition(null, when("open today"), inDc("2027-01-13T12:00"))).toBe(false);
});

test.for([
  ["open monday", "2027-01-13T12:00", "2027-01-14T00:00"],
  ["open this weekend", "2027-01-17T12:00", "2027-01-18T00:00"],
  ["tonight", "2027-01-15T23:30", "2027-01-16T00:00"],
  // Until 5 AM, when the next night is meant, or until the minute has passed.
  ["tonight", "2027-01-16T00:30", "2027-01-16T05:00"],
  ["open until 2am", "2027-01-16T00:30", "2027-01-16T02:00"],
  ["open until 2am", "2027-01-16T02:00", "2027-01-16T05:00"],
  ["open until 2am", "2027-01-16T05:00", "2027-01-17T00:00"],
  ["open tomorrow", "2026-11-01T12:00", "2026-11-02T00:00"],
  ["open until 3am", "2026-03-08T00:30", "2026-03-08T03:00"],
] as const)("“%s” at %s means the same until %s", ([words, clock, until]) => {
  expect(openConditionExpiresAt(when(words), inDc(clock))).toEqual(inDc(until));
});

test("“open now” names no day", () => {
  expect(openConditionExpiresAt({ kind: "now" }, inDc("2027-01-13T12:00"))).toBeNull();
});

function matches(words: string, hours: string, clock: string): boolean {
  return meetsOpenCondition(buildHours(hours), when(words), inDc(clock));
}

/** Parses the words with the query language. */
function when(words: string): OpenCondition {
  const condition = matchOpenPhrase(splitWords(words), 0)?.condition;
  if (condition?.kind !== "open") throw new Error(`“${words}” is not understood`);
  return condition.when;
}
