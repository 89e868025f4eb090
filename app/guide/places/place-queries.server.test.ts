import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { placeFacts, sources } from "#app/db/schema/places.ts";
import { buildRequestContext, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildHours } from "./hours/opening-hours-builders.ts";
import { findPlacePage, listSources, findPlacesWithSimilarSlug } from "./place-queries.server.ts";

/** In the Potomac, far from all places in the seed data. */
const POTOMAC = { lat: 38.82, lng: -77.035 };

test("a place's page has all known fields and null for unknown ones", async ({ db }) => {
  const { name: neighborhood, slug: neighborhoodSlug } = await buildNeighborhood(db);
  const complete = await buildPlace(db, {
    neighborhoodSlug,
    zip: "20001",
    phone: "+12025550123",
    website: "https://place.example",
    hours: buildHours("Mo-Fr 09:00-17:00"),
    attributes: { wifi: true, parking: false },
  });
  const empty = await buildPlace(db);

  const page = await findPlacePage(db, complete.slug, buildRequestContext());
  const bare = await findPlacePage(db, empty.slug, buildRequestContext());

  expect(page).toMatchObject({
    name: complete.name,
    neighborhood: { slug: neighborhoodSlug, name: neighborhood },
    zip: "20001",
    phone: "+12025550123",
    website: "https://place.example",
    hours: { tone: "open", lead: "Open", rest: "until 5 PM" },
  });
  expect(page?.week?.map(({ intervals }) => intervals.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(page?.attributes.filter(({ value }) => value !== null)).toEqual([
    { key: "wifi", label: "Wi-Fi", value: true },
    { key: "parking", label: "Parking", value: false },
  ]);
  expect(bare).toMatchObject({
    zip: null,
    phone: null,
    website: null,
    week: null,
    hoursText: null,
    position: null,
    metro: null,
    nearby: [],
    stations: [],
    origins: {},
    hours: { tone: "unknown" },
  });
});

test("a removed place has no page", async ({ db }) => {
  const { slug } = await buildPlace(db, { status: "removed" });

  expect(await findPlacePage(db, slug, buildRequestContext())).toBeNull();
  expect(await findPlacePage(db, "no-such-place", buildRequestContext())).toBeNull();
});

test("each displayed fact has its source, license and date; the description has none", async ({ db }) => {
  const { id, slug } = await buildPlace(db);
  const [source] = await db.select().from(sources).limit(1);
  const fact = { placeId: id, sourceId: source?.id ?? "", value: {}, origin: "seed" as const, recordedAt: NOW };
  await db.insert(placeFacts).values([
    { ...fact, field: "address", checkedOn: "2025-02-28" },
    { ...fact, field: "phone", checkedOn: null },
    { ...fact, field: "description", checkedOn: null },
  ]);

  const page = await findPlacePage(db, slug, buildRequestContext());

  const origin = { sourceTitle: source?.title, license: source?.license };
  expect(page?.origins).toEqual({
    address: { ...origin, checkedOn: "2025-02-28", stillRight: expect.stringMatching(/^[0-9a-f]{32}$/) },
    phone: { ...origin, checkedOn: null, stillRight: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
});

test("nearby places are the six nearest published ones within 1.5 km, nearest first", async ({ db }) => {
  const { slug } = await buildPlace(db, POTOMAC);
  const meters = [900, 300, 700, 100, 500, 200, 1_200, 1_700];
  for (const each of meters) {
    await buildPlace(db, { name: `At ${each} m`, lat: POTOMAC.lat + each / 111_195, lng: POTOMAC.lng });
  }
  await buildPlace(db, { ...POTOMAC, name: "Gone", status: "removed" });

  const page = await findPlacePage(db, slug, buildRequestContext());

  expect(page?.nearby.map(({ name, walkMinutes }) => [name, walkMinutes])).toEqual([
    ["At 100 m", 2],
    ["At 200 m", 3],
    ["At 300 m", 5],
    ["At 500 m", 8],
    ["At 700 m", 11],
    ["At 900 m", 14],
  ]);
});

test("at most three stations within walking distance are listed, nearest first", async ({ db }) => {
  const gallery = await buildPlace(db, { lat: 38.8983, lng: -77.0219 });
  const river = await buildPlace(db, POTOMAC);

  const page = await findPlacePage(db, gallery.slug, buildRequestContext());

  expect(page?.stations[0]?.name).toMatch(/^Gallery/);
  expect(page?.stations).toHaveLength(3);
  expect(page?.stations.map(({ minutes }) => minutes)).toEqual(
    page?.stations.map(({ minutes }) => minutes).toSorted((a, b) => a - b),
  );
  expect((await findPlacePage(db, river.slug, buildRequestContext()))?.stations).toEqual([]);
});

test("an unknown slug suggests published places with similar slugs, and nonsense suggests nothing", async ({ db }) => {
  const near = await buildPlace(db, { slug: "quixotic-umbrella-shop", name: "Quixotic Umbrella Shop" });
  await buildPlace(db, { slug: "quixotic-umbrella-store", status: "removed" });

  const suggested = await findPlacesWithSimilarSlug(db, "quixotic-umbrela-shop");

  expect(suggested).toEqual([{ label: near.name, to: `/places/${near.slug}` }]);
  expect(await findPlacesWithSimilarSlug(db, "zzzzxxxxqqqq")).toEqual([]);
});

test("all sources are listed by title", async ({ db }) => {
  const titles = (await listSources(db)).map(({ title }) => title);

  expect(titles).toContain("Rowhouse, our own writing");
  expect(titles).toHaveLength(await db.$count(sources));
});

test("a listed place's page says where it comes from, and until when that was confirmed", async ({ db }) => {
  const place = await buildPlace(db, { description: "" });
  await recordFact(db, place.id, { field: "name", value: place.name, checkedOn: "2025-02-28" });

  const page = await findPlacePage(db, place.slug, buildRequestContext());

  expect(page).toMatchObject({
    isDescribed: false,
    isIndexed: false,
    listedNote: "In the District’s liquor license register of Feb 28, 2025, not confirmed since.",
  });
});

test("a place's page says what it is licensed for, with the source", async ({ db }) => {
  const place = await buildPlace(db);
  const value = { uses: ["dancing", "sidewalk-cafe"], capacity: 1200 };
  await recordFact(db, place.id, { field: "licensed", value, checkedOn: "2025-02-28" });

  const page = await findPlacePage(db, place.slug, buildRequestContext());

  expect(page?.licensedNote).toBe("Licensed for a sidewalk cafe and dancing; up to 1,200 people.");
  expect(page?.origins.licensed).toMatchObject({ sourceTitle: "Alcohol License Business Locations" });
});

test("search engines may list a described place, and a listed one once its hours and a way to ask are known", async ({
  db,
}) => {
  const hours = buildHours("Mo-Fr 09:00-17:00");
  const phone = "+12025550123";
  const places = [
    { description: "Somebody wrote this." },
    { description: "" },
    { description: "", hours },
    { description: "", phone },
    { description: "", hours, phone },
    { description: "", hoursText: "By appointment", website: "https://place.example" },
  ];

  const pages = [];
  for (const given of places) {
    const { slug } = await buildPlace(db, given);
    pages.push((await findPlacePage(db, slug, buildRequestContext()))?.isIndexed);
  }

  expect(pages).toEqual([true, false, false, false, true, true]);
});

async function recordFact(
  db: Database,
  placeId: number,
  fact: Pick<typeof placeFacts.$inferInsert, "field" | "value" | "checkedOn">,
): Promise<void> {
  await db
    .insert(placeFacts)
    .values({ ...fact, placeId, sourceId: "abca-2025", sourceRecord: null, origin: "seed", recordedAt: NOW });
}

test("the titles of two branches in one neighborhood name their streets", async ({ db }) => {
  const { slug: neighborhoodSlug, name } = await buildNeighborhood(db);
  const branch = { name: "Two Branches", type: "Cafe", neighborhoodSlug, quadrant: "NW" } as const;
  const first = await buildPlace(db, { ...branch, street: "1 First Street NW" });
  const titleOf = async (slug: string) => (await findPlacePage(db, slug, buildRequestContext()))?.title;
  expect(await titleOf(first.slug)).toBe(`Two Branches - Cafe in ${name}`);

  const second = await buildPlace(db, { ...branch, street: "2 Second Street NW" });

  expect(await titleOf(first.slug)).toBe("Two Branches - Cafe at 1 First Street");
  expect(await titleOf(second.slug)).toBe("Two Branches - Cafe at 2 Second Street");
});
