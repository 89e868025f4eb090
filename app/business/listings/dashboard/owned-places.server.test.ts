import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { buildPlaceWithFacts } from "#app/business/corrections/correction-builders.ts";
import { openPlaceCase } from "#app/core/cases/subject-cases.server.ts";
import { saveItem } from "#app/people/members/saves/saves.server.ts";
import { replyToReview } from "#app/people/reviews/reply/reply.server.ts";
import { OpeningHoursSchema } from "#app/guide/places/hours/opening-hours.ts";
import { WEEKDAYS } from "#app/lib/dc-time.ts";
import {
  buildRequestContext,
  buildOwner,
  buildPlace,
  buildReview,
  buildUser,
  buildViews,
  NOW,
} from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { startEvidenceClaim } from "../claims/claims.server.ts";
import { findHolidayWithoutHours, completenessParts, nextSteps } from "./owned-place.ts";
import { listPlaceChanges, listFactFreshness, summarizeOwnedPlaces } from "./owned-places.server.ts";
import { listOwnerReviews } from "./owner-reviews.server.ts";
import { hasBusinesses, listOwnedPlaces } from "../people/owners.server.ts";

test("place summaries have each place's own counts", async ({ db }) => {
  const owner = await buildUser(db, { role: "business" });
  const [busy, quiet] = [
    await buildPlace(db, { name: "Busy", phone: "+12025550123" }),
    await buildPlace(db, { name: "Quiet" }),
  ];
  for (const { id: placeId } of [busy, quiet]) await buildOwner(db, { placeId, userId: owner.id });
  await buildOwner(db, { placeId: busy.id, userId: (await buildUser(db)).id, role: "manager" });
  const [answered] = [
    await buildReview(db, { placeId: busy.id }),
    await buildReview(db, { placeId: busy.id, stars: 2 }),
  ];
  await buildReview(db, { placeId: busy.id, status: "held" });
  await buildReview(db, { placeId: busy.id, author: owner });
  await replyToReview(db, { reviewId: answered.id, authorId: owner.id, body: "Thank you.", now: NOW });
  for (const isDemo of [true, false]) {
    const { id: userId } = await buildUser(db, { isDemo });
    await saveItem(db, { userId, item: { kind: "places", slug: busy.slug }, now: NOW });
  }
  await openPlaceCase(db, { kind: "suggested-edit", placeId: busy.id, reasons: ["phone"], now: NOW });
  // Today's views aren't included until the day is over, as on the stats page.
  for (const day of ["2027-01-12", "2027-01-13"]) {
    await buildViews(db, { subject: "place", key: busy.slug, views: 7, day });
  }

  const shown = await shownTo(db, owner.id);

  expect(shown).toMatchObject([
    {
      name: "Busy",
      viewCount: 7,
      rating: { count: 3 },
      unansweredCount: 1,
      saveCount: 2,
      hasDemoStats: true,
      waitingCount: 1,
      hoursFreshness: null,
      steps: [{ label: "Reply to reviews" }, { label: "Add hours" }, { text: "Your listing has no website." }],
    },
    {
      name: "Quiet",
      viewCount: 0,
      rating: null,
      unansweredCount: 0,
      questionCount: 0,
      saveCount: 0,
      hasDemoStats: false,
      waitingCount: 0,
    },
  ]);
});

test("the dashboard counts the same unanswered reviews as the reviews page", async ({ db }) => {
  const owner = await buildUser(db);
  const { id: placeId } = await buildPlace(db);
  await buildOwner(db, { placeId, userId: owner.id });
  const first = await buildReview(db, { placeId });
  for (let count = 0; count < 11; count += 1) await buildReview(db, { placeId });
  await buildReview(db, { placeId, author: owner });
  await replyToReview(db, { reviewId: first.id, authorId: owner.id, body: "Thank you.", now: NOW });
  // A reply by a deleted account isn't shown.
  const second = await buildReview(db, { placeId });
  const colleague = await buildUser(db, { deletedAt: NOW });
  await replyToReview(db, { reviewId: second.id, authorId: colleague.id, body: "Thank you.", now: NOW });

  const input = { placeId, viewerId: owner.id, page: 2, stars: null, sort: "newest" } as const;
  const [all, unanswered] = [
    await listOwnerReviews(db, { ...input, show: "all" }),
    await listOwnerReviews(db, { ...input, show: "unanswered" }),
  ];

  const [shown] = await shownTo(db, owner.id);
  expect([shown?.unansweredCount, unanswered.unansweredCount, all.total]).toEqual([12, 12, 14]);
  expect([all.items.length, all.pageCount, unanswered.items.length, unanswered.pageCount]).toEqual([4, 2, 2, 2]);
  await buildReview(db, { placeId, stars: 1 });
  const firstPage = { ...input, show: "all", page: 1 } as const;
  const sorted = await listOwnerReviews(db, { ...firstPage, sort: "lowest" });
  const filtered = await listOwnerReviews(db, { ...firstPage, stars: 1 });
  expect(sorted.items[0]?.stars).toBe(1);
  expect([filtered.items.map(({ stars }) => stars), filtered.pageCount, filtered.total]).toEqual([[1], 1, 15]);
});

test("owners still see a closed place, but not a removed one", async ({ db }) => {
  const owner = await buildUser(db);
  const [closed, gone] = [await buildPlace(db), await buildPlace(db)];
  for (const { id: placeId } of [closed, gone]) await buildOwner(db, { placeId, userId: owner.id });
  const change = { changedBy: null, caseId: null, now: NOW };
  await setClosure(db, { ...change, placeId: closed.id, closure: "permanent", successorId: null });
  await setClosure(db, { ...change, placeId: gone.id, closure: "duplicate", successorId: closed.id });

  expect(await shownTo(db, owner.id)).toMatchObject([
    { slug: closed.slug, isListed: false, hours: { lead: "Permanently closed" } },
  ]);
});

test("facts show when they were checked, and changes name only owners and managers", async ({ db }) => {
  const place = await buildPlaceWithFacts(db);
  const [owner, second, editor] = [
    await buildUser(db),
    await buildUser(db),
    await buildUser(db, { name: "Ada Editor" }),
  ];
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  await buildOwner(db, { placeId: place.id, userId: second.id });
  for (const [index, { id: changedBy }] of [owner, second, editor].entries()) {
    const changes = [{ field: "phone" as const, value: `+1202555020${index}`, sourceId: "reader-suggestions" }];
    const now = new Date(NOW.getTime() + index * 1000);
    await changeFacts(db, { placeId: place.id, changes, changedBy, caseId: null, now });
  }

  const changes = await listPlaceChanges(db, { placeId: place.id, viewerId: owner.id });

  expect(changes.map(({ by, after }) => [by, after])).toEqual([
    ["Rowhouse", ["(202) 555-0202"]],
    [second.name, ["(202) 555-0201"]],
    ["You", ["(202) 555-0200"]],
  ]);
  expect(await listFactFreshness(db, place.id)).toContainEqual({
    name: "Phone",
    label: expect.stringMatching(/^Checked Jan 13, 2027 · /),
  });
});

test("only members who manage or have claimed a place have businesses", async ({ db }) => {
  const [owner, claimer, other] = [await buildUser(db), await buildUser(db), await buildUser(db)];
  const { id: placeId } = await buildPlace(db);
  await buildOwner(db, { placeId, userId: owner.id });
  await startEvidenceClaim(db, {
    placeId,
    claimerId: claimer.id,
    evidence: "It is mine, as the license says.",
    now: NOW,
  });

  expect([
    await hasBusinesses(db, owner.id),
    await hasBusinesses(db, claimer.id),
    await hasBusinesses(db, other.id),
  ]).toEqual([true, true, false]);
});

test("the next steps list visitors' questions before reviews", () => {
  const summary = { slug: "x", unansweredCount: 2, questionCount: 1, hoursFreshness: null, isChecked: false } as const;
  const missing = { hasPhone: false, hasWebsite: false, hasPhotos: false } as const;
  const known = { ...missing, isAlone: true, role: "owner", holiday: null } as const;

  expect(nextSteps({ ...summary, ...known }).map(({ to }) => to)).toEqual([
    "/business/x/questions?show=unanswered",
    "/business/x/reviews?show=unanswered",
    "/business/x/edit#listing-monday",
  ]);
});

test("completeness counts each part, and missing parts link to their fields", () => {
  const bare = {
    hasHours: false,
    hasAddress: true,
    hasPin: false,
    hasPhone: true,
    hasWebsite: false,
    hasPrice: false,
    hasDescription: true,
    attributeCount: 2,
    photoCount: 0,
  };
  const missing = completenessParts("x", bare).filter(({ isThere }) => !isThere);

  expect(missing.map(({ name, to }) => [name, to])).toEqual([
    ["Hours", "/business/x/edit#listing-monday"],
    ["Map pin", "/business/x/edit#listing-position"],
    ["Website", "/business/x/edit#listing-website"],
    ["Price", "/business/x/edit#listing-priceRange"],
    ["3 “Good to know” details", "/business/x/edit#listing-attributes"],
    ["Your own photo", "/business/x/photos"],
  ]);
  const full = { ...bare, hasHours: true, hasPin: true, hasWebsite: true, hasPrice: true };
  const parts = completenessParts("x", { ...full, attributeCount: 3, photoCount: 1 });
  expect(parts.every(({ isThere }) => isThere)).toBe(true);
});

test("a complete listing has no next steps", () => {
  const well = {
    slug: "x",
    unansweredCount: 0,
    questionCount: 0,
    hoursFreshness: "Checked Jan 1, 2027",
    isChecked: true,
  } as const;
  const known = { hasPhone: true, hasWebsite: true, hasPhotos: true, isAlone: true, holiday: null };

  expect(nextSteps({ ...well, ...known, role: "owner", isAlone: false })).toEqual([]);
  expect(nextSteps({ ...well, ...known, role: "manager" })).toEqual([]);
  expect(nextSteps({ ...well, ...known, role: "owner", isChecked: false }).map(({ label }) => label)).toEqual([
    "Check hours",
    "Invite someone",
  ]);
});

test("the next steps ask for holiday hours within two weeks until they are entered", () => {
  const day = [{ opens: "09:00", closes: "17:00" }];
  const week = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, day]));
  const hours = (given: object = {}) => OpeningHoursSchema.parse({ weekly: week, exceptions: [], ...given });
  const special = (days: object) => hours({ exceptions: [{ days, intervals: day, note: null }] });
  const christmas = "Christmas Day on Friday, Dec 25";

  expect(findHolidayWithoutHours(hours(), "2026-12-12")).toBe(christmas);
  expect(findHolidayWithoutHours(hours(), "2026-12-25")).toBe(christmas);
  expect(findHolidayWithoutHours(hours(), "2026-12-11")).toBeNull();
  expect(findHolidayWithoutHours(null, "2026-12-12")).toBeNull();
  // The place is closed on that weekday anyway.
  expect(findHolidayWithoutHours(hours({ weekly: { ...week, friday: [] } }), "2026-12-12")).toBeNull();
  for (const days of [
    { kind: "public-holidays" },
    { kind: "yearly", from: "12-24", through: "12-26" },
    { kind: "dates", from: "2026-12-25", through: "2026-12-25" },
  ]) {
    expect(findHolidayWithoutHours(special(days), "2026-12-12")).toBeNull();
  }
  const step = { ...NOTHING_TO_DO, holiday: christmas };
  expect(nextSteps(step).map(({ text }) => text)).toEqual([
    "Are you open for Christmas Day on Friday, Dec 25? We’re showing your usual hours.",
  ]);
});

const NOTHING_TO_DO = {
  slug: "x",
  unansweredCount: 0,
  questionCount: 0,
  hoursFreshness: "Checked Dec 1, 2026",
  isChecked: true,
  hasPhone: true,
  hasWebsite: true,
  hasPhotos: true,
  isAlone: false,
  role: "owner",
} as const;

async function shownTo(db: Database, userId: string) {
  return summarizeOwnedPlaces(db, { owned: await listOwnedPlaces(db, userId), userId }, buildRequestContext());
}
