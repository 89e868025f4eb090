import { expect } from "vitest";

import { buildGuide, buildRequestContext, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { searchJson } from "./search-json.ts";
import { search } from "./search.server.ts";
import { parseSearch } from "./search-request.ts";

const SITE = "https://guide.example";
const url = (path: string) => `${SITE}${path}`;

test("the response names each result, why it matches and its URL", async ({ db }) => {
  const place = await buildPlace(db, { name: "Zorble", type: "Snorkelry" });
  const guide = await buildGuide(db, { title: "Zorble walks", places: [place] });

  const request = parseSearch(new URLSearchParams("q=zorble"));
  const answer = searchJson(url, request, await search(db, request, buildRequestContext()));

  expect(answer.places).toMatchObject({ total: { count: 1, precision: "exact" }, pageCount: 1 });
  expect(answer.places.items[0]).toMatchObject({
    name: "Zorble",
    url: `${SITE}/places/${place.slug}`,
    reason: "Matches its name",
    hours: { status: "unknown", text: "Hours unknown" },
  });
  expect(answer.guides.items).toMatchObject([{ title: "Zorble walks", url: `${SITE}/posts/${guide.slug}` }]);
  expect(answer.links).toMatchObject({ self: `${SITE}/search.json?q=zorble`, page: `${SITE}/search?q=zorble` });
  expect(answer.links).not.toHaveProperty("next");
});

test("highlight marks are removed from the JSON", async ({ db }) => {
  await buildPlace(db, { description: "Its quibbles are known all over town." });

  const request = parseSearch(new URLSearchParams("q=quibbles"));
  const answer = searchJson(url, request, await search(db, request, buildRequestContext()));

  expect(answer.places.items[0]?.reason).toBe("“Its quibbles are known all over town.”");
});

test("ratings from real reviews are included, and ratings with demo reviews are not", async ({ db }) => {
  const rated = await buildPlace(db, { name: "Zorble one" });
  const invented = await buildPlace(db, { name: "Zorble two" });
  await buildReview(db, { placeId: rated.id, stars: 5 });
  await buildReview(db, { placeId: invented.id, stars: 5, isDemo: true });

  const request = parseSearch(new URLSearchParams("q=zorble"));
  const { items } = searchJson(url, request, await search(db, request, buildRequestContext())).places;

  expect(Object.fromEntries(items.map(({ name, rating }) => [name, rating]))).toEqual({
    "Zorble one": { mean: 5, count: 1 },
    "Zorble two": null,
  });
});

test("suggested removals link to JSON searches", async ({ db }) => {
  await buildPlace(db, { name: "Zorble", priceRange: "$$" });

  const request = parseSearch(new URLSearchParams("q=zorble&price=%24"));
  const answer = searchJson(url, request, await search(db, request, buildRequestContext()));

  expect(answer.places.items).toEqual([]);
  expect(answer.relaxations).toMatchObject([{ count: 1, url: `${SITE}/search.json?q=zorble` }]);
});
