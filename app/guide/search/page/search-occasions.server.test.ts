import { expect } from "vitest";

import { buildGuide, buildNeighborhood, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { searchFor, slugs } from "./search-page-builders.ts";

test("an occasion finds the kinds that suit it and names with its words, whatever is unknown of them", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const wine = await buildPlace(db, { neighborhoodSlug, type: "Wine bar", priceRange: null, attributes: {} });
  const named = await buildPlace(db, { neighborhoodSlug, type: "Snorkelry", name: "The Date Night Snorkel" });
  await buildPlace(db, { neighborhoodSlug, type: "Snorkelry", name: "A Date", description: "Not a date night." });

  const found = await searchFor(db, "date night in quuxville");

  expect(slugs(found).places.toSorted()).toEqual([wine.slug, named.slug].toSorted());
  expect(found.chips.map(({ label }) => label)).toEqual(["Date night", "Quuxville"]);
});

test("an occasion whose words leave one word to look for finds no name with it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, type: "Snorkelry", name: "Quux View" });

  expect(slugs(await searchFor(db, "with a view in quuxville")).places).toEqual([]);
});

test("beside a kind an occasion leaves no place out", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const snorkelry = await buildPlace(db, { neighborhoodSlug, type: "Snorkelry" });
  await buildPlace(db, { neighborhoodSlug, type: "Wine bar" });

  expect(slugs(await searchFor(db, "date night snorkelry in quuxville")).places).toEqual([snorkelry.slug]);
});

test("a guide with the occasion as a keyword answers it in any words", async ({ db }) => {
  const guide = await buildGuide(db, { keywords: ["peace and quiet"] });

  expect(slugs(await searchFor(db, "serene")).guides).toContain(guide.slug);
});
