import { expect, test } from "vitest";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { featuresAddedBy, PLAN_FEATURES } from "./plan-features.ts";
import { TIERS } from "#app/core/entitlements/entitlements.ts";

test("each plan card lists what its tier adds, and together the cards list every entitlement", () => {
  expect(TIERS.map((tier) => featuresAddedBy(tier).map(({ card }) => card))).toEqual([
    ["Unlimited lists (3 on the free plan)", "No sponsored placements", "Members-only guides"],
    ["Guides 48 hours early", "Your lists sorted by the shortest walk"],
    ["Ask our editors a question", "VIP badge on your reviews"],
  ]);
});

test("the plan table matches the entitlements that the gates check", () => {
  for (const tier of [null, ...TIERS]) {
    const given = entitlementsOf(tier);
    const values = Object.fromEntries(PLAN_FEATURES.map(({ key, value }) => [key, value(given)]));
    expect(values).toEqual({
      listsMax: tier === null ? "3" : "Unlimited",
      seesSponsoredPlacements: !given.seesSponsoredPlacements,
      membersOnlyGuides: given.membersOnlyGuides,
      earlyGuidesHours: given.earlyGuidesHours === 48,
      walkOrder: given.walkOrder,
      askEditor: given.askEditor,
      reviewBadge: given.reviewBadge,
    });
  }
  const missing = Object.keys(entitlementsOf(null)).filter(
    (key) => !PLAN_FEATURES.some((feature) => feature.key === key),
  );
  expect(missing).toEqual([]);
});
