import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { campaigns, sponsoredClicks, dailySponsoredStats, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { placeClaims } from "#app/db/schema/business.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import {
  buildGuide,
  buildNeighborhood,
  buildRequestContext,
  buildOwner,
  buildPlace,
  buildReview,
  buildSubscription,
  buildUser,
  NOW,
} from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { matchPlaces } from "../candidates/match-places.server.ts";
import { parseQuery } from "../query/parse-query.ts";
import { rank } from "../ranking/rank.ts";
import { refreshSearchIndex } from "../candidates/search-index.server.ts";
import { parseSearch } from "./search-request.ts";
import { search } from "./search.server.ts";
import { searchFor, slugs } from "./search-page-builders.ts";

test("a word in the name ranks before the same word in the type, and that before the description", async ({ db }) => {
  const described = await buildPlace(db, {
    description: "Zorble, zorble and more zorble: we zorble all day, and zorble at night.",
  });
  const typed = await buildPlace(db, { type: "Zorble hall" });
  const named = await buildPlace(db, { name: "Zorble" });

  expect(slugs(await searchFor(db, "zorble")).places).toEqual([named.slug, typed.slug, described.slug]);
});

test("brunch finds every restaurant, those that mention it first", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const silent = await buildPlace(db, { neighborhoodSlug, categorySlug: "food", description: "Soup and bread." });
  const mentioned = await buildPlace(db, { neighborhoodSlug, categorySlug: "food", description: "Bottomless brunch." });

  expect(slugs(await searchFor(db, "brunch in Quuxville")).places).toEqual([mentioned.slug, silent.slug]);
});

test("a guide with the query as its title ranks before guides that mention it, whatever else the words could mean", async ({
  db,
}) => {
  await buildGuide(db, {
    title: "Zorble walks",
    body: "Late at night there is food. Late food, night food, late night food.",
  });
  const titled = await buildGuide(db, { title: "Late-night zorble food" });
  const near = await buildGuide(db, { title: "Night food of zorble, served late" });

  const found = await searchFor(db, "late night zorble food");

  const built = [titled.slug, near.slug];
  expect(slugs(found).guides.filter((slug) => built.includes(slug))).toEqual(built);
});

test("a place with the query as its name ranks first, whatever else the words might mean", async ({ db }) => {
  const tavern = await buildPlace(db, { name: "Cheap Quibbler's Tavern", type: "Zorble hall", priceRange: "$$$$" });
  await buildPlace(db, { name: "Another", type: "Tavern", priceRange: "$", description: "Quibblers meet here." });

  expect(slugs(await searchFor(db, "cheap quibbler's tavern")).places[0]).toBe(tavern.slug);
});

test("the parts of a score add up to it", async ({ db }) => {
  const place = await buildPlace(db, { name: "Zorble", type: "Zorble hall", lat: 38.9, lng: -77.03 });
  await buildReview(db, { placeId: place.id, stars: 5 });
  const [found] = await rankFor(db, "zorble hall near metro center");

  expect(found?.id).toBe(place.id);
  expect(Object.values(found?.scoreParts ?? {}).reduce((sum, part) => sum + part, 0)).toBe(found?.score);
  expect(found?.scoreParts.rating).toBeGreaterThan(0);
  const parts = [
    "closed",
    "described",
    "distance",
    "facts",
    "freshness",
    "guide",
    "name",
    "occasion",
    "pick",
    "popularity",
    "rating",
    "text",
    "type",
    "words",
  ];
  expect(Object.keys(found?.scoreParts ?? {}).toSorted()).toEqual(parts);
});

test("among equal matches the better reviewed, more popular and fresher place ranks first", async ({ db }) => {
  const plain = await buildPlace(db, { name: "Zorble" });
  const fresh = await buildPlace(db, { name: "Zorble", updatedAt: NOW });
  const saved = await buildPlace(db, { name: "Zorble" });
  const praised = await buildPlace(db, { name: "Zorble" });
  const panned = await buildPlace(db, { name: "Zorble" });
  await db.insert(savedPlaces).values({ userId: (await buildUser(db)).id, placeId: saved.id, savedAt: NOW });
  await buildReview(db, { placeId: praised.id, stars: 5 });
  await buildReview(db, { placeId: panned.id, stars: 1 });

  const ranked = [praised, saved, fresh, plain, panned].map(({ id }) => id);
  expect((await rankFor(db, "zorble")).map(({ id }) => id)).toEqual(ranked);
});

test("changing any column that ranking must not read changes no rank", async ({ db }) => {
  await buildPlace(db, { name: "Zorble", lat: 38.9, lng: -77.03 });
  await buildPlace(db, { name: "Zorble Two", lat: 38.9, lng: -77.03 });
  // Temporarily closed, so that the closing columns can be changed as well.
  const closed = { closure: "temporary", closedOn: "2026-12-24" } as const;
  const third = await buildPlace(db, { name: "Zorble Number Three", lat: 38.9, lng: -77.03, ...closed });
  const before = (await rankFor(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
  const others = Object.values(getTableColumns(places)).filter(({ name }) => !RANKED_COLUMNS.has(name));

  expect(before).toHaveLength(3);
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["slug", "picture_salt", "closed_on"]));
  for (const { name, columnType } of others) {
    const value = OTHER_VALUES[columnType];
    expect(value, `say in OTHER_VALUES what a ${columnType} may be`).toBeDefined();
    await db.execute(sql`update places set ${sql.identifier(name)} = ${value ?? sql`null`} where id = ${third.id}`);

    const after = (await rankFor(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
    expect(after, name).toEqual(before);
  }
});

test("nothing that a business or a visitor pays for changes a rank: campaigns, claims, owners, memberships", async ({
  db,
}) => {
  for (const name of ["Zorble", "Zorble Two"]) await buildPlace(db, { name, lat: 38.9, lng: -77.03 });
  const last = await buildPlace(db, { name: "Zorble Number Three", lat: 38.9, lng: -77.03 });
  const ranked = async (tier: "vip" | null) => {
    await refreshSearchIndex(db, NOW);
    const request = parseSearch(new URLSearchParams({ q: "zorble near metro center" }));
    const shown = await search(db, request, { ...buildRequestContext(), viewer: { tier } });
    return [(await rankFor(db, request.query)).map(({ id, score }) => [id, score]), slugs(shown).places];
  };
  const before = await ranked(null);
  const payer = await buildUser(db);

  await buildSubscription(db, { userId: payer.id, tier: "vip" });
  expect(await ranked("vip"), "a membership").toEqual(before);
  await buildGrantedClaim(db, { placeId: last.id, claimerId: payer.id });
  await buildOwner(db, { placeId: last.id, userId: payer.id });
  expect(await ranked("vip"), "a claim and an owner").toEqual(before);
  await buildSeenCampaign(db, { placeId: last.id, boughtBy: payer.id });
  expect(await ranked("vip"), "a campaign").toEqual(before);
  expect(before[0]).toHaveLength(3);
});

async function buildGrantedClaim(db: Database, of: { placeId: number; claimerId: string }): Promise<void> {
  const mailed = { method: "mail", domain: "example.com", email: "mia@example.com" } as const;
  const code = { codeHash: new Uint8Array(32), startedAt: NOW, expiresAt: NOW };
  await db.insert(placeClaims).values({ ...of, ...mailed, ...code, closedAt: NOW, outcome: "granted" });
}

/** A running campaign for this kind of search that was seen and clicked. */
async function buildSeenCampaign(db: Database, of: { placeId: number; boughtBy: string }): Promise<void> {
  const paid = { state: "running", provider: "sandbox", paymentId: "payment", paidAt: NOW, activeFrom: NOW } as const;
  const [row] = await db
    .insert(campaigns)
    .values({
      ...of,
      ...paid,
      formKey: crypto.randomUUID(),
      headline: "Zorble near Metro Center",
      body: "Zorble, zorble and more zorble.",
      slots: ["category:food"],
      startsOn: "2027-01-13",
      endsOn: "2027-01-22",
      budgetPeriod: "day",
      budgetCents: 100,
      totalCents: 1_000,
      impressionCents: 1,
      createdAt: NOW,
    })
    .returning({ id: campaigns.id });
  if (row === undefined) throw new Error("The campaign was not written");
  const shown = { campaignId: row.id, day: "2027-01-13", slot: "category:food" };
  await db.insert(sponsoredImpressions).values({ ...shown, id: crypto.randomUUID(), seenAt: NOW, cents: 1 });
  await db.insert(sponsoredClicks).values({ ...shown, id: crypto.randomUUID(), clickedAt: NOW });
  await db
    .insert(dailySponsoredStats)
    .values({ ...shown, day: "2027-01-12", impressions: 9_999, clicks: 999, cents: 9_999 });
}

/** The columns that ranking and conditions may read. A column for something paid must never be added. */
const RANKED_COLUMNS = new Set([
  "id",
  "name",
  "other_names",
  "category_slug",
  "type",
  "neighborhood_slug",
  "summary",
  "description",
  "closure",
  "street",
  "quadrant",
  "zip",
  "lat",
  "lng",
  "price_range",
  "phone",
  "website",
  "hours",
  "attributes",
  // Set by the editors. Not for sale.
  "featured_rank",
  "hub_rank",
  "status",
  // A table check ties these to the status. Deleted places are never listed.
  "deleted_at",
  "state_before_deletion",
  // Set by an editor or after several reports: the place isn't open now.
  "closure",
  "updated_at",
  // A table check ties these together. Cards show them.
  "nearest_station_slug",
  "nearest_station_meters",
]);

/** A value that differs from a built place, by column type. */
const OTHER_VALUES: Record<string, SQL> = {
  PgText: sql`'other'`,
  PgBoolean: sql`true`,
  PgInteger: sql`5`,
  PgSmallInt: sql`5`,
  // It may reference a place.
  PgBigInt53: sql`(select min(id) from places)`,
  PgDoublePrecision: sql`5.5`,
  PgDateString: sql`'2026-12-24'`,
  PgTimestamp: sql`'2026-12-24T12:00:00Z'`,
  PgUUID: sql`gen_random_uuid()`,
  PgJsonb: sql`'{"tier": "premium"}'`,
};

async function rankFor(db: Database, query: string) {
  const directory = await loadDirectory(db);
  const parsed = parseQuery(query, directory.vocabulary);
  const { places: matches } = await matchPlaces(db, { directory, query: parsed, near: null, now: NOW });
  return rank(matches, { sort: "best", near: null, now: NOW });
}
