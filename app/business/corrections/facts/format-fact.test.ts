import { expect, test } from "vitest";

import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";

import { formatFact } from "./format-fact.ts";

test("a season's weekdays are formatted with it", () => {
  const hours = buildHours("off; Apr-Oct Mo-We,Sa,Su 09:00-13:00; Nov-Mar Su 10:00-13:00");

  expect(formatFact("hours", hours)).toEqual([
    "Monday to Sunday: closed",
    "Apr 1 to Oct 31, Mon to Wed, Sat, Sun: 9 AM to 1 PM",
    "Nov 1 to Mar 31, Sun: 10 AM to 1 PM",
  ]);
});

test("hours are formatted with special days", () => {
  const hours = buildHours(
    'Mo-Fr 09:00-17:00; PH off; Dec 24-Jan 1 off "Winter break"; 2026 Nov 27 10:00-14:00; 2026 Dec 30-2027 Jan 2 24/7',
  );

  expect(formatFact("hours", hours)).toEqual([
    "Monday to Friday: 9 AM to 5 PM",
    "Saturday to Sunday: closed",
    "Public holidays: closed",
    "Dec 24 to Jan 1 (Winter break): closed",
    "Nov 27, 2026: 10 AM to 2 PM",
    "Dec 30, 2026 to Jan 2, 2027: 24 hours",
  ]);
});
