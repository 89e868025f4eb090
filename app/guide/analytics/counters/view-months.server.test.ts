import { asc } from "drizzle-orm";
import { describe, expect } from "vitest";

import { dailyViews, monthlyViews } from "#app/db/schema/analytics.ts";
import { test } from "#tests/test-database.ts";

import { rollUpMonths, splitByMonths } from "./view-months.server.ts";

test("a month is rolled up once it is over, with late views and without demo views", async ({ db }) => {
  const view = (day: string, key: string, views: number, isDemo = false) =>
    ({ day, subject: key === "all" ? "site" : "page", key, views, visitors: 1, isDemo }) as const;
  await db
    .insert(dailyViews)
    .values([
      view("2026-10-31", "home", 4),
      view("2026-10-31", "all", 4),
      view("2026-12-01", "home", 10),
      view("2026-12-31", "home", 20),
      view("2026-12-31", "home", 500, true),
      view("2026-12-01", "all", 10),
      view("2026-12-31", "all", 20),
      view("2027-01-01", "home", 7),
    ]);
  const months = async () =>
    (await db.select().from(monthlyViews).orderBy(asc(monthlyViews.month), asc(monthlyViews.key))).map(
      ({ month, key, views, visitors }) => `${month} ${key}: ${views} by ${visitors}`,
    );

  await rollUpMonths(db, "2027-01-02");
  expect(await months()).toEqual(["2026-10-01 all: 4 by 1", "2026-10-01 home: 4 by 1"]);
  await rollUpMonths(db, "2027-01-03");
  expect((await months()).slice(2)).toEqual(["2026-12-01 all: 30 by 2", "2026-12-01 home: 30 by 2"]);
  await db.insert(dailyViews).values(view("2026-12-30", "home", 3));
  await rollUpMonths(db, "2027-01-04");
  await rollUpMonths(db, "2027-01-04");

  expect((await months()).slice(2)).toEqual(["2026-12-01 all: 30 by 2", "2026-12-01 home: 33 by 3"]);
});

describe("a range is split into rolled-up months and the remaining days", () => {
  test.for([
    [
      "2026-01-01",
      "2026-03-31",
      ["2026-01-01", "2026-02-01", "2026-03-01"],
      ["2026-01-01", "2026-02-01", "2026-03-01"],
      ["2026-01-01 2026-03-31"],
      [],
    ],
    [
      "2026-01-02",
      "2026-03-30",
      ["2026-01-01", "2026-02-01", "2026-03-01"],
      ["2026-02-01"],
      ["2026-02-01 2026-02-28"],
      ["2026-01-02 2026-01-31", "2026-03-01 2026-03-30"],
    ],
    [
      "2025-12-10",
      "2026-04-05",
      ["2026-01-01", "2026-03-01"],
      ["2026-01-01", "2026-03-01"],
      ["2026-01-01 2026-01-31", "2026-03-01 2026-03-31"],
      ["2025-12-10 2025-12-31", "2026-02-01 2026-02-28", "2026-04-01 2026-04-05"],
    ],
    ["2026-01-05", "2026-01-05", ["2026-01-01"], [], [], ["2026-01-05 2026-01-05"]],
    ["2026-01-05", "2026-02-09", [], [], [], ["2026-01-05 2026-02-09"]],
  ] as const)("from %s to %s with %j", ([from, to, added, months, inMonths, rest]) => {
    const split = splitByMonths({ from, to }, added);
    const words = (spans: { from: string; to: string }[]) => spans.map((span) => `${span.from} ${span.to}`);

    expect(split.months).toEqual(months);
    expect(words(split.monthRanges)).toEqual(inMonths);
    expect(words(split.remainingDays)).toEqual(rest);
  });
});
