import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { lists } from "#app/db/schema/members.ts";
import { buildRunning, FIREFOX } from "#app/business/advertising/advertising-builders.ts";
import { fillSlot, reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import { findViewer, startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { type Entitlements, entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { featuresAddedBy, PLAN_FEATURES } from "#app/people/membership/plans/plan-features.ts";
import { type Tier, TIERS } from "#app/core/entitlements/entitlements.ts";
import { findGuidePage } from "#app/guide/guides/guide-queries.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { findOwnList } from "#app/people/members/lists/list-queries.server.ts";
import { addEntry, createList, sortByWalk } from "#app/people/members/lists/lists.server.ts";
import { askQuestion, withdrawQuestion } from "#app/people/ask-an-editor/editor-questions.server.ts";
import { loadPlaceReviews } from "#app/people/reviews/show/review-queries.server.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import {
  buildGuide,
  buildRequestContext,
  buildPlace,
  buildReview,
  buildSubscription,
  buildUser,
  NOW,
} from "./builders.ts";
import { test } from "./test-database.ts";

/** When every membership of these tests ends. */
const ENDS_AT = new Date(NOW.getTime() + HOUR_MS);

/** Tries what an entitlement unlocks, as the site does. Resolves to whether it was allowed. */
type GateCheck = (db: Database, person: Viewer, now: Date) => Promise<boolean>;
type Gate = { from: Tier; isOpen: GateCheck };

/**
 * Every entitlement, the lowest tier that has it, and its gate. A new entitlement doesn't compile until it is listed
 * here.
 */
const GATES: Record<keyof Entitlements, Gate> = {
  listsMax: { from: "local-explorer", isOpen: canMakeAnotherList },
  seesSponsoredPlacements: { from: "local-explorer", isOpen: hidesSponsoredSlots },
  membersOnlyGuides: { from: "local-explorer", isOpen: canReadMembersGuide },
  earlyGuidesHours: { from: "city-insider", isOpen: canReadEarlyGuide },
  walkOrder: { from: "city-insider", isOpen: canSortByWalk },
  askEditor: { from: "vip", isOpen: canAskEditor },
  reviewBadge: { from: "vip", isOpen: hasBadge },
};

const TIERS_WITH_FREE: (Tier | null)[] = [null, ...TIERS];

describe.for(Object.entries(GATES))("the gate of %s", ([, { from, isOpen }]) => {
  test.for(TIERS_WITH_FREE)("is closed below its tier and open from it on: %s", async (tier, { db }) => {
    const person = await member(db, tier);
    const isEntitled = TIERS_WITH_FREE.indexOf(tier) >= TIERS_WITH_FREE.indexOf(from);

    expect(await isOpen(db, await person(NOW), NOW)).toBe(isEntitled);
  });

  test("is open until the last moment of a membership and closed in the next", async ({ db }) => {
    const before = new Date(ENDS_AT.getTime() - 1);
    const person = await member(db, from);

    expect(await isOpen(db, await person(before), before)).toBe(true);
    expect(await isOpen(db, await person(ENDS_AT), ENDS_AT)).toBe(false);
  });
});

test("the entitlements with a gate are exactly the features of the plans", () => {
  expect(PLAN_FEATURES.map(({ key }) => key).toSorted()).toEqual(Object.keys(GATES).toSorted());
});

test.for(TIERS)("the card of %s names exactly what the plan adds", (tier) => {
  const opened = Object.entries(GATES).filter(([, { from }]) => from === tier);

  expect(
    featuresAddedBy(tier)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(opened.map(([key]) => key).toSorted());
});

/** A signed-in user with a tier until `ENDS_AT`. The returned function loads them as the viewer at an instant. */
async function member(db: Database, tier: Tier | null): Promise<(now: Date) => Promise<Viewer>> {
  const { id: userId } = await buildUser(db);
  if (tier !== null) await buildSubscription(db, { userId, tier, cancelAt: ENDS_AT });
  const token = await startSession(db, { userId, browser: "Firefox on Linux", now: NOW });
  return async (now) => {
    const viewer = await findViewer(db, token, now);
    if (viewer === null) throw new Error("The session has ended");
    return viewer;
  };
}

async function canMakeAnotherList(db: Database, { id: userId, tier }: Viewer, now: Date): Promise<boolean> {
  const free = entitlementsOf(null).listsMax;
  await db.delete(lists).where(eq(lists.ownerId, userId));
  const listInput = { userId, note: "", now, listsMax: entitlementsOf(tier).listsMax };
  for (let count = 0; count < free; count += 1) await createList(db, { ...listInput, name: `List ${count}` });
  return (await createList(db, { ...listInput, name: "One more" })) !== "lists-full";
}

async function canSortByWalk(db: Database, { id: userId, tier }: Viewer, now: Date): Promise<boolean> {
  await db.delete(lists).where(eq(lists.ownerId, userId));
  const made = await createList(db, { userId, name: "A walk", note: "", now });
  if (made === "lists-full") throw new Error("The list was not made");
  const own = { userId, listId: made.listId, now };
  const stops = [];
  for (const lng of [-77.05, -77.01, -77.03]) stops.push(await buildPlace(db, { lat: 38.9, lng }));
  for (const { slug } of stops) await addEntry(db, { ...own, slug });
  const outcome = await sortByWalk(db, { ...own, tier });
  const sorted = (await findOwnList(db, own, buildRequestContext(now)))?.entries.map(({ place }) => place.slug);
  const [west, east, middle] = stops.map(({ slug }) => slug);
  expect(sorted).toEqual(outcome === "sorted" ? [west, middle, east] : [west, east, middle]);
  return outcome === "sorted";
}

async function hidesSponsoredSlots(db: Database, viewer: Viewer, now: Date): Promise<boolean> {
  await buildRunning(db, { now, input: { slots: ["category:food"] } });
  const slot = await reserveSlot(db, "category:food", { ...buildRequestContext(now), viewer });
  const later = new Date(now.getTime() + HOUR_MS);
  const viewInput = { slot: "category:food", viewer, address: "203.0.113.7", userAgent: FIREFOX, now: later } as const;
  const filled = await fillSlot(db, viewInput);
  if ((slot === null) !== (filled === null))
    throw new Error("A slot was reserved and not filled, or filled without being reserved");
  return slot === null;
}

async function canReadMembersGuide(db: Database, viewer: Viewer, now: Date): Promise<boolean> {
  const { slug } = await buildGuide(db, { access: "members", places: [await buildPlace(db)] });
  const page = await findGuidePage(db, slug, { ...buildRequestContext(now), viewer });
  return page?.teaser === null && page.places.length === 1;
}

async function canReadEarlyGuide(db: Database, viewer: Viewer, now: Date): Promise<boolean> {
  const { slug } = await buildGuide(db, { isEarly: true, publishedAt: new Date(now.getTime() + 48 * HOUR_MS) });
  return (await findGuidePage(db, slug, { ...buildRequestContext(now), viewer })) !== null;
}

async function canAskEditor(db: Database, asker: Viewer, now: Date): Promise<boolean> {
  const outcome = await askQuestion(db, { asker, question: "Where do four people eat on a Tuesday?", now });
  if (outcome === "question-waits") throw new Error("The member has already asked a question");
  if (outcome === "not-entitled") return false;
  await withdrawQuestion(db, { id: outcome.id, askerId: asker.id });
  return true;
}

async function hasBadge(db: Database, { id: authorId }: Viewer, now: Date): Promise<boolean> {
  const { id: placeId } = await buildPlace(db);
  await buildReview(db, { placeId, authorId });
  const reviewsQuery = { placeId, readerId: null, sort: "newest", stars: null, page: 1 } as const;
  const { reviews } = await loadPlaceReviews(db, reviewsQuery, buildRequestContext(now));
  return reviews[0]?.author.hasVipBadge === true;
}
