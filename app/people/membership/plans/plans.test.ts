import { expect, test } from "vitest";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { TIERS } from "#app/core/entitlements/entitlements.ts";
import { isAtLeast, isTier, findPlanByName, PLANS } from "./plans.ts";

test("plans have the specification's names and prices, and one is marked popular", () => {
  expect(PLANS.map(({ name, priceCents }) => [name, priceCents])).toEqual([
    ["Local Explorer", 500],
    ["City Insider", 2000],
    ["VIP", 5000],
  ]);
  expect(PLANS.filter(({ isPopular }) => isPopular).map(({ name }) => name)).toEqual(["City Insider"]);
  expect(new Set(PLANS.map(({ lookupKey }) => lookupKey)).size).toBe(PLANS.length);
});

test("a plan is found by its exact name only", () => {
  expect(findPlanByName("VIP")?.tier).toBe("vip");
  expect(["vip", "", "Local Explorer ", "constructor"].map(findPlanByName)).toEqual([null, null, null, null]);
  expect(["vip", "VIP", "toString"].map(isTier)).toEqual([true, false, false]);
});

test("a tier includes the lower tiers", () => {
  expect(TIERS.map((tier) => isAtLeast(tier, "city-insider"))).toEqual([false, true, true]);
  expect(isAtLeast(null, "local-explorer")).toBe(false);
});

test("a higher tier never removes an entitlement and always adds one", () => {
  const ladder = [null, ...TIERS].map((tier) => Object.values(worth(entitlementsOf(tier))));
  for (const [step, higher] of ladder.slice(1).entries()) {
    const lower = ladder[step] ?? [];
    expect(higher.every((value, index) => value >= (lower[index] ?? 0))).toBe(true);
    expect(higher).not.toEqual(lower);
  }
});

/** Entitlements as values that grow with the tier. */
function worth({ seesSponsoredPlacements, ...given }: ReturnType<typeof entitlementsOf>) {
  return { ...given, isSparedPlacements: !seesSponsoredPlacements };
}
