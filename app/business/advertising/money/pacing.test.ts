import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";

import { allowedTodayCents, paceLag, type Pace } from "./pacing.ts";

/** $10 over ten days from 0 on, running from the first moment, on its first day. */
function pace(overrides: Partial<Pace> & { day?: number } = {}): Pace {
  const { day = 0, ...rest } = overrides;
  return {
    totalCents: 1_000,
    dayCentsMax: null,
    spentCents: 0,
    daySpentCents: 0,
    activeFromMs: 0,
    activeSpentCents: 0,
    startsMs: 0,
    endsMs: 10 * DAY_MS,
    today: { startsMs: day * DAY_MS, endsMs: (day + 1) * DAY_MS },
    ...rest,
  };
}

describe("what a campaign may have spent today", () => {
  test("grows with the clock up to the day's share", () => {
    expect(allowedTodayCents(pace(), 0)).toBe(0);
    expect(allowedTodayCents(pace(), 6 * HOUR_MS)).toBe(25);
    expect(allowedTodayCents(pace(), DAY_MS - 1)).toBe(100);
  });

  test("is larger after quiet days for a total budget", () => {
    const quiet = pace({ day: 5, spentCents: 100 });

    expect(allowedTodayCents(quiet, 5 * DAY_MS + 12 * HOUR_MS)).toBe(90);
  });

  test("is at most the daily budget, and at most what is left", () => {
    expect(allowedTodayCents(pace({ day: 5, dayCentsMax: 100 }), 6 * DAY_MS - 1)).toBe(100);
    expect(allowedTodayCents(pace({ day: 9, dayCentsMax: 100, spentCents: 960 }), 10 * DAY_MS - 1)).toBe(40);
  });

  test("is 0 before the first day, after the last, and before the campaign started", () => {
    expect(allowedTodayCents(pace({ day: 10 }), 10 * DAY_MS)).toBe(0);
    expect(allowedTodayCents(pace({ startsMs: DAY_MS, endsMs: 11 * DAY_MS }), HOUR_MS)).toBe(0);
    expect(allowedTodayCents(pace({ activeFromMs: 12 * HOUR_MS }), HOUR_MS)).toBe(0);
    expect(allowedTodayCents(pace({ activeFromMs: Number.POSITIVE_INFINITY }), HOUR_MS)).toBe(0);
  });

  test("restarts after a pause and doesn't catch up at once", () => {
    const resumed = { activeFromMs: 12 * HOUR_MS, activeSpentCents: 20, spentCents: 20, daySpentCents: 20 };

    expect(allowedTodayCents(pace(resumed), 12 * HOUR_MS)).toBe(20);
    // Half a day's share of 980 cents for nine and a half days.
    expect(allowedTodayCents(pace(resumed), DAY_MS - 1)).toBe(20 + 52);
    expect(allowedTodayCents(pace({ ...resumed, dayCentsMax: 100 }), DAY_MS - 1)).toBe(100);
  });

  test("never exceeds what is left, never shrinks within a day, and uses up everything on the last day", () => {
    const anyPace = fc.record({
      totalCents: fc.integer({ min: 1, max: 500_000 }),
      spent: fc.double({ min: 0, max: 1, noNaN: true }),
      today: fc.double({ min: 0, max: 1, noNaN: true }),
      day: fc.integer({ min: 0, max: 9 }),
      perDay: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: null }),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(anyPace, ({ totalCents, spent, today, day, perDay, from }) => {
        const spentCents = Math.floor(totalCents * spent);
        const daySpentCents = Math.floor(spentCents * today);
        const activeFromMs = Math.floor(day * DAY_MS + from * DAY_MS * 0.9);
        const campaign = pace({ totalCents, spentCents, daySpentCents, day, dayCentsMax: perDay, activeFromMs });
        let before = 0;
        for (let hour = 0; hour < 24; hour += 1) {
          const allowed = allowedTodayCents(campaign, (day * 24 + hour) * HOUR_MS);
          expect(allowed).toBeGreaterThanOrEqual(before);
          expect(allowed).toBeLessThanOrEqual(totalCents - (spentCents - daySpentCents));
          if (perDay !== null) expect(allowed).toBeLessThanOrEqual(perDay);
          before = allowed;
        }
        const last = { ...campaign, dayCentsMax: null, endsMs: (day + 1) * DAY_MS };
        expect(allowedTodayCents(last, (day + 1) * DAY_MS - 1)).toBe(totalCents - (spentCents - daySpentCents));
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

test("the lag grows with the distance from the pace", () => {
  const noon = 12 * HOUR_MS;

  expect(paceLag(pace({ spentCents: 50, daySpentCents: 50 }), noon)).toBe(0);
  expect(paceLag(pace({ spentCents: 25, daySpentCents: 25 }), noon)).toBe(0.5);
  expect(paceLag(pace({ totalCents: 10 }), noon)).toBe(1);
});
