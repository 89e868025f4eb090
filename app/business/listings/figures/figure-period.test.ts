import { expect, test } from "vitest";

import { buildPeriod, parsePeriod } from "./figure-period.ts";

test("30 days end yesterday, have one part per day, and follow 30 days before", () => {
  const { days, previous: before, parts } = buildPeriod("30-days", "2026-11-22");

  expect(days).toEqual({ from: "2026-10-23", to: "2026-11-21" });
  expect(before).toEqual({ from: "2026-09-23", to: "2026-10-22" });
  expect(parts).toHaveLength(30);
  expect([parts[0], parts.at(-1)]).toEqual([
    { from: "2026-10-23", to: "2026-10-23", label: "Oct 23" },
    { from: "2026-11-21", to: "2026-11-21", label: "Nov 21" },
  ]);
});

test("90 days are weeks that end yesterday, with a first part of six days", () => {
  const { days, parts } = buildPeriod("90-days", "2026-11-22");

  expect(days).toEqual({ from: "2026-08-24", to: "2026-11-21" });
  expect(parts[0]).toEqual({ from: "2026-08-24", to: "2026-08-29", label: "Aug 24 to Aug 29" });
  expect(parts.at(-1)).toEqual({ from: "2026-11-15", to: "2026-11-21", label: "Nov 15 to Nov 21" });
});

test("12 months are full months without the current one", () => {
  const { days, previous: before, parts } = buildPeriod("12-months", "2028-03-01");

  expect(days).toEqual({ from: "2027-03-01", to: "2028-02-29" });
  expect(before).toEqual({ from: "2026-03-01", to: "2027-02-28" });
  expect(parts.map(({ label }) => label)).toEqual([
    ...["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map((month) => `${month} 2027`),
    "Jan 2028",
    "Feb 2028",
  ]);
});

test.each(["30-days", "90-days", "12-months"] as const)("the parts of %s cover it without overlap", (name) => {
  const { days, parts } = buildPeriod(name, "2027-01-13");

  const all = parts.flatMap(({ from, to }) => {
    const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
    return Array.from({ length: first.until(last).days + 1 }, (_, index) => first.add({ days: index }).toString());
  });
  expect([all[0], all.at(-1)]).toEqual([days.from, days.to]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.toSorted()).toEqual(all);
  expect(Temporal.PlainDate.from(days.from).until(days.to).days + 1).toBe(all.length);
});

test("an unknown period is 30 days", () => {
  expect(["90-days", "12-months", "365", "", null].map(parsePeriod)).toEqual([
    "90-days",
    "12-months",
    "30-days",
    "30-days",
    "30-days",
  ]);
});
