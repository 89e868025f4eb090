import { expect } from "vitest";

import { neighborhoodStations } from "#app/db/schema/neighborhoods.ts";
import { metroStations } from "#app/db/schema/places.ts";
import { buildGuide, buildRequestContext, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import {
  findNeighborhoodPage,
  listFeaturedNeighborhoods,
  listNeighborhoods,
  findSimilarNeighborhoods,
} from "./neighborhood-queries.server.ts";

const EIGHT = [
  "georgetown",
  "dupont-circle",
  "capitol-hill",
  "adams-morgan",
  "u-street",
  "foggy-bottom",
  "navy-yard",
  "h-street",
];

test("the eight come first in a fixed order, then all others by name", async ({ db }) => {
  await buildNeighborhood(db, { slug: "aardvark-hill", name: "1 Aardvark Hill" });

  const listed = await listNeighborhoods(db, buildRequestContext());

  expect(listed.slice(0, 9).map(({ slug }) => slug)).toEqual([...EIGHT, "aardvark-hill"]);
  const others = listed.slice(8).map(({ name }) => name);
  expect(others).toEqual(others.toSorted((a, b) => a.localeCompare(b, "en")));
  expect((await listFeaturedNeighborhoods(db)).map(({ slug }) => slug)).toEqual(EIGHT);
});

test("a neighborhood counts its published places and guides", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug });
  await buildPlace(db, { neighborhoodSlug, status: "closed" });
  await buildGuide(db, { neighborhoodSlug });
  await buildGuide(db, { neighborhoodSlug, publishedAt: new Date(NOW.getTime() + 1) });
  await buildGuide(db, { neighborhoodSlug: null });

  const card = (await listNeighborhoods(db, buildRequestContext())).find(({ slug }) => slug === neighborhoodSlug);
  const page = await findNeighborhoodPage(db, { slug: neighborhoodSlug }, buildRequestContext());

  expect(card).toMatchObject({ placeCount: 1, guideCount: 1 });
  expect(page).toMatchObject({ placeCount: 1, guideCount: 1 });
  expect(page?.places.items).toHaveLength(1);
  expect(page?.guides).toHaveLength(1);
});

test("an empty neighborhood has a page, and an unknown one doesn't", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);

  const page = await findNeighborhoodPage(db, { slug }, buildRequestContext());

  expect(page).toMatchObject({
    placeCount: 0,
    guideCount: 0,
    featured: [],
    pins: [],
    places: { items: [], total: 0, page: 1, pageCount: 1, listed: 0 },
    guides: [],
    neighbors: [],
  });
  expect(await findNeighborhoodPage(db, { slug: "no-such-neighborhood" }, buildRequestContext())).toBeNull();
});

test("featured places are in the editors' order, each with its pin on the plan, or none outside it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug, name: "Second", featuredRank: 2, lat: 38.95, lng: -77.03 });
  await buildPlace(db, { neighborhoodSlug, name: "First", featuredRank: 1, lat: 38.915, lng: -77.035 });
  await buildPlace(db, { neighborhoodSlug, name: "Third", featuredRank: 3 });
  await buildPlace(db, { neighborhoodSlug, name: "Not chosen" });
  await buildPlace(db, { neighborhoodSlug, name: "Gone", featuredRank: 4, status: "removed" });

  const page = await findNeighborhoodPage(db, { slug: neighborhoodSlug }, buildRequestContext());

  expect(page?.featured.map(({ name }) => name)).toEqual(["First", "Second", "Third"]);
  expect(page?.pins).toEqual([{ x: 250, y: 250 }, null, null]);
});

test("without chosen places nothing is featured", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db);
  await buildPlace(db, { neighborhoodSlug });

  expect((await findNeighborhoodPage(db, { slug: neighborhoodSlug }, buildRequestContext()))?.featured).toEqual([]);
});

test("stations are in the neighborhood's order; without any the nearest one is named", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  const without = await buildNeighborhood(db, { centerLat: 38.89834, centerLng: -77.02192 });
  const [one, two] = await db.select().from(metroStations).limit(2);
  await db.insert(neighborhoodStations).values([
    { neighborhoodSlug: slug, stationSlug: one?.slug ?? "", inside: false, position: 1 },
    { neighborhoodSlug: slug, stationSlug: two?.slug ?? "", inside: true, position: 0 },
  ]);

  const page = await findNeighborhoodPage(db, { slug }, buildRequestContext());
  const withoutStation = await findNeighborhoodPage(db, { slug: without.slug }, buildRequestContext());

  expect(page?.stations.map((station) => [station.slug, station.inside])).toEqual([
    [two?.slug, true],
    [one?.slug, false],
  ]);
  expect(withoutStation?.stations).toMatchObject([{ name: expect.stringMatching(/^Gallery/), inside: false }]);
});

test("a description is split into paragraphs, and neighbors are sorted by name", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, {
    description: "First paragraph.\n\n\nSecond paragraph.\nThird.",
    neighbors: ["shaw", "logan-circle", "bloomingdale"],
  });

  const page = await findNeighborhoodPage(db, { slug }, buildRequestContext());

  expect(page?.paragraphs).toEqual(["First paragraph.", "Second paragraph.", "Third."]);
  expect(page?.neighbors.map((each) => each.slug)).toEqual(["bloomingdale", "logan-circle", "shaw"]);
});

test("every place of a large neighborhood is on exactly one page, even with equal names, and the total counts all", async ({
  db,
}) => {
  const { slug } = await buildNeighborhood(db);
  const names = Array.from({ length: 90 }, (_, index) => `Branch ${Math.floor(index / 30)}`);
  for (const name of names) await buildPlace(db, { name, neighborhoodSlug: slug });

  const pages = [];
  for (const page of [1, 2, 3, 4])
    pages.push((await findNeighborhoodPage(db, { slug, page }, buildRequestContext()))?.places);

  expect(pages.map((page) => page?.items.length)).toEqual([40, 40, 10, 0]);
  expect(new Set(pages.flatMap((page) => page?.items.map((item) => item.slug)))).toHaveLength(90);
  expect(pages.flatMap((page) => page?.items.map((item) => item.name))).toEqual(names);
  for (const page of pages) expect(page).toMatchObject({ total: 90, listed: 90, pageCount: 3 });
});

test("above the limit the pages list the first places and give the total", async ({ db }) => {
  const { slug } = await buildNeighborhood(db);
  for (let n = 0; n < 50; n += 1) await buildPlace(db, { neighborhoodSlug: slug });

  const last = await findNeighborhoodPage(db, { slug, page: 2, listedMax: 45 }, buildRequestContext());

  expect(last?.places).toMatchObject({ total: 50, listed: 45, pageCount: 2 });
  expect(last?.places.items).toHaveLength(5);
});

test("an unknown slug suggests neighborhoods with similar spelling, and nothing for nonsense", async ({ db }) => {
  expect((await findSimilarNeighborhoods(db, "george-town"))[0]).toEqual({
    label: "Georgetown",
    to: "/neighborhood/georgetown",
  });
  expect(await findSimilarNeighborhoods(db, "zzzzxxxxqqqq")).toEqual([]);
});
