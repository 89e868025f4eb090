import { expect } from "vitest";

import { posts } from "#app/db/schema/guides.ts";
import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { HUB_PLACES_PER_PAGE, NO_HUB_FILTERS } from "#app/guide/categories/category-hub.ts";
import { loadCategoryHub } from "#app/guide/categories/category-hub-queries.server.ts";
import { loadHome } from "#app/guide/home/home-queries.server.ts";
import { guidePictureInput, placePictureInput } from "#illustrations/picture-inputs.ts";
import { planPicture } from "#illustrations/picture.ts";
import { findNeighborhoodPage, listNeighborhoods } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { buildRequestContext } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

/** What a visitor sees of a list: each picture's URL, in the order of the page. */
type PictureCards = { picture: { card: string }; isDescribed?: boolean }[];

test.for(CATEGORY_SLUGS)("on the %s hub no picture looks like the two before it", async (category, { db }) => {
  const looks = await placeLooks(db);
  const hub = (page: number) =>
    loadCategoryHub(db, { category, filters: { ...NO_HUB_FILTERS, page }, guides: [] }, buildRequestContext());
  const first = await hub(1);
  const rows: PictureCards = [...first.places.items];
  for (let page = 2; page <= Math.ceil(first.places.total / HUB_PLACES_PER_PAGE); page += 1)
    rows.push(...(await hub(page)).places.items);

  expect(rows.length).toBe(first.places.total);
  expect(similarNeighbors(rows, looks)).toEqual([]);
});

test("in no neighborhood does a picture look like the two before it", async ({ db }) => {
  const looks = await placeLooks(db);
  const alike: string[] = [];
  let shown = 0;

  for (const { slug } of await listNeighborhoods(db, buildRequestContext())) {
    const page = await findNeighborhoodPage(db, { slug }, buildRequestContext());
    shown += page?.places.items.length ?? 0;
    alike.push(...similarNeighbors(page?.places.items ?? [], looks), ...similarNeighbors(page?.featured ?? [], looks));
  }

  expect(shown).toBeGreaterThan(100);
  expect(alike).toEqual([]);
});

test("on the home page no guide's picture looks like the two before it", async ({ db }) => {
  const looks = await guideLooks(db);
  const home = await loadHome(db, buildRequestContext());

  expect(home.featured.length).toBeGreaterThan(2);
  expect(similarNeighbors(home.featured, looks)).toEqual([]);
});

/** Composition and time of day of every place's picture, by the picture's URL. */
async function placeLooks(db: Database): Promise<Map<string, string>> {
  const rows = await db.select().from(places);
  return new Map(
    rows.map((row) => {
      const { composition, time } = planPicture(
        placePictureInput({
          slug: row.slug,
          category: row.categorySlug,
          type: row.type,
          neighborhood: row.neighborhoodSlug,
          street: row.street,
          isDescribed: true,
          salt: row.pictureSalt,
          crop: "card",
        }),
      );
      return [`/places/${row.slug}/${row.pictureSalt}/card.svg`, `${composition} at ${time}`];
    }),
  );
}

async function guideLooks(db: Database): Promise<Map<string, string>> {
  const rows = await db.select().from(posts);
  return new Map(
    rows.map((row) => {
      const { composition, time } = planPicture(
        guidePictureInput({
          slug: row.slug,
          category: row.categorySlug,
          neighborhood: row.neighborhoodSlug,
          picture: row.picture,
          keywords: row.keywords,
          salt: row.pictureSalt,
          crop: "card",
        }),
      );
      return [`/guides/${row.slug}/${row.pictureSalt}/card.svg`, `${composition} at ${time}`];
    }),
  );
}

function similarNeighbors(shown: PictureCards, looks: Map<string, string>): string[] {
  // Listed places share the pictures of their kind.
  const own = shown.filter(({ isDescribed = true }) => isDescribed);
  const addresses = own.map(({ picture }) => picture.card.replace(/^\/pictures\/\d+/, ""));
  return addresses.flatMap((address, i) => {
    const look = looks.get(address);
    if (look === undefined) return [`${address} is a picture of no place or guide`];
    // In two columns, the picture two positions earlier is directly above.
    const near = addresses.slice(Math.max(0, i - 2), i);
    return near.filter((other) => looks.get(other) === look).map((other) => `${other} and ${address} are both ${look}`);
  });
}
