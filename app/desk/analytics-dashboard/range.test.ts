import { describe, expect, test } from "vitest";

import { chartPeriods, RANGE_DAYS_MAX, parseRange } from "./range.ts";

const TODAY = "2027-01-13";

function read(query: string, today = TODAY) {
  return parseRange(new URLSearchParams(query), today);
}

describe("a named range", () => {
  test.for([
    ["", "2026-12-14", "2027-01-12", "2026-11-14", "2026-12-13"],
    ["range=nonsense&compare=nonsense", "2026-12-14", "2027-01-12", "2026-11-14", "2026-12-13"],
    ["range=7-days", "2027-01-06", "2027-01-12", "2026-12-30", "2027-01-05"],
    ["range=7-days&compare=year", "2027-01-06", "2027-01-12", "2026-01-06", "2026-01-12"],
    ["range=last-month", "2026-12-01", "2026-12-31", "2026-11-01", "2026-11-30"],
    ["range=last-month&compare=year", "2026-12-01", "2026-12-31", "2025-12-01", "2025-12-31"],
    ["range=12-months", "2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
    ["range=constructor", "2026-12-14", "2027-01-12", "2026-11-14", "2026-12-13"],
  ] as const)(
    "%j covers whole days and is compared with the days before or a year earlier",
    ([query, from, to, since, until]) => {
      expect(read(query).range).toMatchObject({ days: { from, to }, against: { from: since, to: until } });
    },
  );

  test("today, and the comparison with nothing, have no compared range", () => {
    expect(read("range=today").range).toMatchObject({ days: { from: TODAY, to: TODAY }, against: null, isOpen: true });
    expect(read("range=7-days&compare=none").range).toMatchObject({ against: null, isOpen: false });
    expect(read(`from=2027-01-01&to=${TODAY}`).range).toMatchObject({ against: null, isOpen: true });
  });
});

describe("a custom range", () => {
  test("is compared with as many days, also across a clock change and a leap day", () => {
    expect(read("from=2026-11-01&to=2026-11-01").range?.against).toEqual({ from: "2026-10-31", to: "2026-10-31" });
    expect(read("from=2026-03-08&to=2026-03-14").range?.against).toEqual({ from: "2026-03-01", to: "2026-03-07" });
    expect(read("from=2028-02-29&to=2028-03-01&compare=year", "2028-06-01").range?.against).toEqual({
      from: "2027-02-28",
      to: "2027-03-01",
    });
  });

  test.for([
    ["from=2027-01-05&to=2027-01-04", "from", /comes after the last/],
    ["from=2026-02-30&to=2026-03-01", "from", /no such day/],
    ["from=2026-2-3&to=2026-03-01", "from", /no such day/],
    ["from=2026-02-03&to=tomorrow", "to", /no such day/],
    ["from=2026-02-03", "to", /both days/],
    ["to=2026-02-03", "from", /both days/],
    ["from=2026-12-01&to=2027-01-14", "to", /in the future/],
    ["from=2025-01-01&to=2027-01-01", "from", /731 days\. Choose at most 400/],
    ["from=0000-01-01&to=0000-01-02", "from", /no statistics before 2020-01-01/],
    ["from=0001-01-01&to=0001-01-02", "from", /no statistics before/],
    ["from=2019-12-31&to=2020-01-01", "from", /no statistics before/],
    ["from=-271821-04-20&to=2027-01-01", "from", /no such day/],
    ["from=2026-01-01T00:00&to=2027-01-01", "from", /no such day/],
    ["from=%00&to=2027-01-01", "from", /no such day/],
  ] as const)("%s is reported at its field, with the typed value", ([query, field, text]) => {
    const { problem } = read(query);
    const typed = Object.fromEntries(new URLSearchParams(query));

    expect(problem).toMatchObject({ field, typed: { from: "", to: "", ...typed } });
    expect(problem?.text).toMatch(text);
  });

  test("may be as long as the limit, and not a day longer", () => {
    const from = (days: number) =>
      Temporal.PlainDate.from(TODAY)
        .subtract({ days: days - 1 })
        .toString();
    expect(read(`from=${from(RANGE_DAYS_MAX)}&to=${TODAY}`).problem).toBeNull();
    expect(read(`from=${from(RANGE_DAYS_MAX + 1)}&to=${TODAY}`).range).toBeNull();
  });
});

test("the periods of a chart cover each day once without gaps, for every range", () => {
  for (const [from, to, count] of [
    ["2026-11-01", "2026-11-01", 1],
    ["2026-10-15", "2026-12-15", 62],
    ["2026-10-15", "2026-12-16", 9],
    ["2025-12-10", "2027-01-12", 14],
  ] as const) {
    const parts = chartPeriods({ from, to });
    expect(parts).toHaveLength(count);
    expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to]);
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1];
      if (next !== undefined) expect(Temporal.PlainDate.from(part.to).add({ days: 1 }).toString()).toBe(next.from);
    }
    expect(new Set(parts.map(({ label }) => label)).size).toBe(count);
  }
});
