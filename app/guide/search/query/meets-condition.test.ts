import { expect, test } from "vitest";

import { buildHours, inDc } from "#app/guide/places/hours/opening-hours-builders.ts";

import { type KnownPlace, meetsCondition } from "./meets-condition.ts";
import type { Condition } from "./query-conditions.ts";

/** A Wednesday. */
const NOW = inDc("2027-01-13T12:00");

const UNKNOWN: KnownPlace = { hours: null, priceRange: null, attributes: {}, rating: null };

const OPEN_NOW: Condition = { kind: "open", when: { kind: "now" } };
const OPEN_SUNDAY: Condition = {
  kind: "open",
  when: { kind: "within", day: "sunday", from: 300, to: 1_440, label: "Sunday" },
};

test("unknown is not no, also for a condition that must not hold", () => {
  const conditions: Condition[] = [
    OPEN_NOW,
    { ...OPEN_SUNDAY, isNot: true },
    { kind: "price", prices: ["$"] },
    { kind: "price", prices: ["$$$", "$$$$"], isNot: true },
    { kind: "price", prices: ["Free"] },
    { kind: "attribute", attribute: "liveMusic" },
    { kind: "attribute", attribute: "dogsAllowed", isNot: true },
    { kind: "rating", atLeast: 4 },
  ];

  expect(conditions.map((condition) => meetsCondition(UNKNOWN, condition, NOW))).toEqual(
    conditions.map(() => "unknown"),
  );
});

test("“open now” tells what is open from what opens later today, and from what doesn't", () => {
  const answers = (hours: string) =>
    [OPEN_NOW, { ...OPEN_NOW, isNot: true } as const].map((condition) =>
      meetsCondition({ ...UNKNOWN, hours: buildHours(hours) }, condition, NOW),
    );

  expect(answers("Mo-Su 10:00-16:00")).toEqual(["yes", "no"]);
  expect(answers("Mo-Su 17:00-22:00")).toEqual(["later", "yes"]);
  expect(answers("Mo-Su 08:00-11:00")).toEqual(["no", "yes"]);
});

test("a condition that must not hold is met when the opposite is known", () => {
  const place: KnownPlace = {
    hours: buildHours("Mo-Sa 10:00-16:00"),
    priceRange: "$$",
    attributes: { liveMusic: false, dogsAllowed: true },
    rating: null,
  };
  const answer = (condition: Condition) => meetsCondition(place, condition, NOW);

  expect(answer(OPEN_SUNDAY)).toBe("no");
  expect(answer({ ...OPEN_SUNDAY, isNot: true })).toBe("yes");
  expect(answer({ kind: "attribute", attribute: "liveMusic", isNot: true })).toBe("yes");
  expect(answer({ kind: "attribute", attribute: "dogsAllowed", isNot: true })).toBe("no");
  expect(answer({ kind: "price", prices: ["$$$", "$$$$"], isNot: true })).toBe("yes");
  expect(answer({ kind: "price", prices: ["$", "$$"], isNot: true })).toBe("no");
});

test("free entry is known by itself, whatever the price", () => {
  const free: Condition = { kind: "price", prices: ["Free"] };
  const answer = (facts: Partial<KnownPlace>) => meetsCondition({ ...UNKNOWN, ...facts }, free, NOW);

  expect(answer({ attributes: { freeEntry: true }, priceRange: "$$" })).toBe("yes");
  expect(answer({ priceRange: "Free" })).toBe("yes");
  expect(answer({ priceRange: "$$" })).toBe("no");
  expect(answer({ attributes: { freeEntry: false } })).toBe("no");
});

test("a rating is compared as displayed", () => {
  const rated = (mean: number) => ({ ...UNKNOWN, rating: { mean, count: 3, isDemo: false } });

  expect(meetsCondition(rated(3.96), { kind: "rating", atLeast: 4 }, NOW)).toBe("yes");
  expect(meetsCondition(rated(3.9), { kind: "rating", atLeast: 4 }, NOW)).toBe("no");
});

test("a closed place fits no hours, and other kinds of condition are the index's", () => {
  const closed = { ...UNKNOWN, hours: buildHours("24/7"), isClosed: true };

  expect(meetsCondition(closed, OPEN_NOW, NOW)).toBe("no");
  expect(meetsCondition(closed, { ...OPEN_SUNDAY, isNot: true }, NOW)).toBe("no");
  expect(meetsCondition(closed, { kind: "quadrant", quadrant: "NW" }, NOW)).toBe("yes");
});
