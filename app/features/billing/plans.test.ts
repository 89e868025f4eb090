import { expect, test } from "vitest";

import { entitlementsOf } from "./entitlements.ts";
import { isAtLeast, isTier, planNamed, PLANS, TIERS } from "./plans.ts";

test("the three plans have the specification's names and prices, and one is the popular one", () => {
  expect(PLANS.map(({ name, priceCents }) => [name, priceCents])).toEqual([
    ["Local Explorer", 500],
    ["City Insider", 2000],
    ["VIP", 5000],
  ]);
  expect(PLANS.filter(({ isPopular }) => isPopular).map(({ name }) => name)).toEqual(["City Insider"]);
  expect(new Set(PLANS.map(({ lookupKey }) => lookupKey)).size).toBe(PLANS.length);
});

test("a plan is found by its whole name only", () => {
  expect(planNamed("VIP")?.tier).toBe("vip");
  expect(["vip", "", "Local Explorer ", "constructor"].map(planNamed)).toEqual([null, null, null, null]);
  expect(["vip", "VIP", "toString"].map(isTier)).toEqual([true, false, false]);
});

test("a tier has what those below it have", () => {
  expect(TIERS.map((tier) => isAtLeast(tier, "city-insider"))).toEqual([false, true, true]);
  expect(isAtLeast(null, "local-explorer")).toBe(false);
});

test("a higher tier never gives less, and each gives something more", () => {
  const ladder = [null, ...TIERS].map((tier) => Object.values(worth(entitlementsOf(tier))));
  for (const [step, higher] of ladder.slice(1).entries()) {
    const lower = ladder[step] ?? [];
    expect(higher.every((value, index) => value >= (lower[index] ?? 0))).toBe(true);
    expect(higher).not.toEqual(lower);
  }
});

/** Each as a number that is higher for whoever has more of it. */
function worth({ seesSponsoredPlacements, ...given }: ReturnType<typeof entitlementsOf>) {
  return { ...given, isSparedPlacements: !seesSponsoredPlacements };
}
