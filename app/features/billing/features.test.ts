import { expect, test } from "vitest";

import { entitlementsOf } from "./entitlements.ts";
import { addedBy, FEATURES } from "./features.ts";
import { TIERS } from "./plans.ts";

test("each card says what its tier adds, and all cards together everything that is unlocked", () => {
  expect(TIERS.map((tier) => addedBy(tier).map(({ card }) => card))).toEqual([
    ["Unlimited lists (3 without)", "No sponsored placements", "Members-only guides"],
    ["Guides 48 hours early"],
    ["Ask an editor: a question, answered", "VIP badge on your reviews"],
  ]);
});

test("what the cards and the table say is what the gates ask", () => {
  for (const tier of [null, ...TIERS]) {
    const given = entitlementsOf(tier);
    const told = Object.fromEntries(FEATURES.map(({ key, told: tell }) => [key, tell(given)]));
    expect(told).toEqual({
      listsMax: tier === null ? "3" : "Unlimited",
      seesSponsoredPlacements: !given.seesSponsoredPlacements,
      membersOnlyGuides: given.membersOnlyGuides,
      earlyGuidesHours: given.earlyGuidesHours === 48,
      askEditor: given.askEditor,
      reviewBadge: given.reviewBadge,
    });
  }
  const silent = Object.keys(entitlementsOf(null)).filter((key) => !FEATURES.some((feature) => feature.key === key));
  expect(silent).toEqual([]);
});
