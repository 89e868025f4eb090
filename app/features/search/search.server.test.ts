import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildHours } from "#app/features/places/opening-hours-builders.ts";
import { buildGuide, buildMoment, buildNeighborhood, buildPlace, buildReview, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { catalogueNames, findPlaces } from "./find-places.server.ts";
import { parseQuery } from "./query-language.ts";
import { buildVocabulary } from "./query-vocabulary.ts";
import { readSearchRequest, SEARCH_RESULTS_PER_PAGE } from "./search.ts";
import { search } from "./search.server.ts";

test("a place is found by its name, its type and its neighborhood's name", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside"] });
  const { slug } = await buildPlace(db, { neighborhoodSlug, name: "The Gibberling", type: "Snorkelry" });

  for (const words of ["gibberling", "Snorkelry", "quuxville", "snorkelry in Quuxville", "fnordside"]) {
    expect(slugs(await searchFor(db, words)).places, words).toEqual([slug]);
  }
  expect(slugs(await searchFor(db, "fnordlessness wobblelessness")).places).toEqual([]);
});

test("accents make no difference, in the words asked or in the name", async ({ db }) => {
  const accented = await buildPlace(db, { name: "Café Zyxwv" });
  const plain = await buildPlace(db, { name: "Cafe Zyxwv" });

  const [one, other] = [await searchFor(db, "café zyxwv"), await searchFor(db, "CAFE ZYXWV")];

  expect(slugs(one).places.toSorted()).toEqual([accented.slug, plain.slug].toSorted());
  expect(slugs(other).places).toEqual(slugs(one).places);
});

test("a word in the name ranks before the same word in the type, and that before the description", async ({ db }) => {
  const told = await buildPlace(db, {
    description: "Zorble, zorble and more zorble: we zorble all day, and zorble at night.",
  });
  const typed = await buildPlace(db, { type: "Zorble hall" });
  const named = await buildPlace(db, { name: "Zorble" });

  expect(slugs(await searchFor(db, "zorble")).places).toEqual([named.slug, typed.slug, told.slug]);
});

test("guides are found by title, keyword and the names of their places; neighborhoods by name and byname", async ({
  db,
}) => {
  const place = await buildPlace(db, { name: "The Gibberling" });
  const guide = await buildGuide(db, { title: "A quibbling walk", keywords: ["wobblery"], places: [place] });
  const neighborhood = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside"] });

  for (const words of ["quibbling", "wobblery", "gibberling"]) {
    expect(slugs(await searchFor(db, words)).guides, words).toEqual([guide.slug]);
  }
  for (const words of ["quuxville", "Fnordside"]) {
    expect(slugs(await searchFor(db, words)).neighborhoods, words).toEqual([neighborhood.slug]);
  }
});

test("a result says truly what matched: the words, its name, or nothing where no word can be shown", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside", "Oldtown"] });
  const place = { neighborhoodSlug, name: "Gibberling Café", type: "Snorkelrý", street: "12 Wibble Street" };
  await buildPlace(db, { ...place, description: "Its quibbles are known all over town." });
  const reasonFor = async (words: string) => (await searchFor(db, words)).places.items[0]?.reason;

  expect(await reasonFor("quuxville")).toBe("Matches [[Quuxville]]");
  expect(await reasonFor("fnordside")).toBe("Matches [[Fnordside]], Oldtown");
  expect(await reasonFor("wibble")).toBe("Matches 12 [[Wibble]] Street");
  expect(await reasonFor("quibble")).toBe("Matches [[quibbles]] are known all over town");
  expect(await reasonFor("gibberling cafe")).toBe("Matches its name");
  expect(await reasonFor("snorkelry")).toBe("");
});

test("what is closed, removed, a draft or not out yet is neither found nor counted", async ({ db }) => {
  const { slug } = await buildPlace(db, { name: "Zorble" });
  await buildPlace(db, { name: "Zorble closed", status: "closed" });
  await buildPlace(db, { name: "Zorble removed", status: "removed" });
  const guide = await buildGuide(db, { title: "Zorble" });
  await buildGuide(db, { title: "Zorble draft", status: "draft" });
  await buildGuide(db, { title: "Zorble to come", publishedAt: new Date(NOW.getTime() + 1) });

  const found = await searchFor(db, "zorble");

  expect(slugs(found)).toMatchObject({ places: [slug], guides: [guide.slug] });
  expect([found.places.total, found.guides.total]).toEqual([1, 1]);
});

test("results come page by page, each once, and a page past the end is empty with the totals right", async ({ db }) => {
  for (let n = 0; n < SEARCH_RESULTS_PER_PAGE + 2; n += 1) await buildPlace(db, { name: `Zorble ${n}` });

  const [first, second, third] = [
    await searchFor(db, "zorble", { page: "1" }),
    await searchFor(db, "zorble", { page: "2" }),
    await searchFor(db, "zorble", { page: "3" }),
  ];

  const total = SEARCH_RESULTS_PER_PAGE + 2;
  expect(new Set([...slugs(first).places, ...slugs(second).places]).size).toBe(total);
  expect(second.places).toMatchObject({ total, page: 2, pageCount: 2 });
  expect(third.places).toMatchObject({ items: [], total, pageCount: 2 });
});

test("a page number counts in the group that was asked for, and the others stay on their first", async ({ db }) => {
  const place = await buildPlace(db, { name: "Zorble" });
  for (let n = 0; n < SEARCH_RESULTS_PER_PAGE + 1; n += 1) await buildGuide(db, { title: `Zorble ${n}` });

  const found = await searchFor(db, "zorble", { kind: "guides", page: "2" });

  expect(slugs(found).places).toEqual([place.slug]);
  expect(found.guides.items).toHaveLength(1);
});

test.for([
  "",
  "   ",
  "'; drop table places; --",
  '"',
  '"unclosed',
  "'",
  "(((",
  ")",
  "& | ! <-> :*",
  "a:b:c \\ \\\\",
  "-",
  "-- -a -b",
  "or or or",
  "%_%",
  "🍕🏳️‍🌈👩‍👩‍👧",
  "\u0000",
  "pizza\u0000shaw",
  "\uD800",
  "ﷺ".repeat(60),
  "\u202Egnitset",
  "{}[]<script>",
  "$1 ${2} $$",
  "a".repeat(10_000),
  "café ".repeat(2_000),
  "(".repeat(10_000),
])("whatever is asked, an answer comes and the catalogue is still there: case %#", async (words, { db }) => {
  const before = await db.$count(places);

  const found = await searchFor(db, words);

  expect(found.places.items).toHaveLength(Math.min(found.places.total, SEARCH_RESULTS_PER_PAGE));
  expect(before).toBeGreaterThan(100);
  expect(await db.$count(places)).toBe(before);
});

test("what is asked of a place is asked of every place; each condition can be taken off, and says what it brings", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const cheap = await buildPlace(db, { neighborhoodSlug, name: "Cheap Snorkels", type: "Snorkelry", priceRange: "$" });
  const terrace = await buildPlace(db, {
    neighborhoodSlug,
    name: "Snorkels on the Roof",
    type: "Snorkelry",
    priceRange: "$$$",
    attributes: { outdoorSeating: true },
  });
  await buildPlace(db, { name: "Snorkels Elsewhere", type: "Snorkelry", priceRange: "$" });

  const kind = await searchFor(db, "snorkelries in quuxville");
  expect(slugs(kind).places.toSorted()).toEqual([cheap.slug, terrace.slug].toSorted());
  expect(slugs(await searchFor(db, "cheap snorkelry in quuxville")).places).toEqual([cheap.slug]);
  expect(slugs(await searchFor(db, "fancy snorkelry with outdoor seating")).places).toEqual([terrace.slug]);

  const none = await searchFor(db, "cheap snorkelry in quuxville with outdoor seating");
  expect(slugs(none).places).toEqual([]);
  expect(none.chips.map(({ label }) => label)).toEqual(["$", "Snorkelry", "Quuxville", "Outdoor seating"]);
  expect(none.chips[0]?.href).toBe("/search?q=snorkelry+in+quuxville+with+outdoor+seating");
  expect(none.relaxations).toEqual([
    { label: "$", href: "/search?q=snorkelry+in+quuxville+with+outdoor+seating", count: 1 },
    { label: "Outdoor seating", href: "/search?q=cheap+snorkelry+in+quuxville", count: 1 },
  ]);
});

test("where no place has all the words, those with some of them come, and the answer owns up to it", async ({ db }) => {
  const both = await buildPlace(db, { name: "The Gibberling", description: "A quibbling place." });
  const one = await buildPlace(db, { name: "Another", description: "Quibbling too." });

  const some = await searchFor(db, "gibberling quibbling fnordlessness");
  expect(some.isPartial).toBe(true);
  expect(slugs(some).places).toEqual([both.slug, one.slug]);

  const all = await searchFor(db, "gibberling quibbling");
  expect([all.isPartial, slugs(all).places]).toEqual([false, [both.slug]]);
});

test("where taking off one condition is not enough, two together are offered", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, name: "Snorkels", type: "Snorkelry", priceRange: "$$" });

  const none = await searchFor(db, "cheap snorkelry in quuxville with outdoor seating");

  const offer = { label: "$, Outdoor seating", href: "/search?q=snorkelry+in+quuxville", count: 1 };
  expect(none.relaxations).toContainEqual(offer);
  expect(none.relaxations.every(({ label }) => label.includes(", "))).toBe(true);
});

test("stars are asked of the mean that is shown; a place without reviews reaches none", async ({ db }) => {
  const [good, middling] = [
    await buildPlace(db, { name: "Zorble Good" }),
    await buildPlace(db, { name: "Zorble Fair" }),
  ];
  await buildPlace(db, { name: "Zorble Unreviewed" });
  await buildReview(db, { placeId: good.id, stars: 5 });
  await buildReview(db, { placeId: good.id, stars: 4 });
  await buildReview(db, { placeId: middling.id, stars: 3 });

  expect(slugs(await searchFor(db, "zorble 4.5 stars and up")).places).toEqual([good.slug]);
  expect(slugs(await searchFor(db, "zorble rated 3")).places.toSorted()).toEqual([good.slug, middling.slug].toSorted());
});

test("open is asked of the hours; unknown hours are neither open nor found", async ({ db }) => {
  const weekdays = buildHours("Mo-Su 10:00-16:00");
  const open = await buildPlace(db, { name: "Zorble by day", hours: weekdays });
  const late = await buildPlace(db, { name: "Zorble by night", hours: buildHours("Mo-Su 18:00-02:00") });
  await buildPlace(db, { name: "Zorble whenever" });

  // NOW is a Wednesday noon.
  expect(slugs(await searchFor(db, "zorble open now")).places).toEqual([open.slug]);
  expect(slugs(await searchFor(db, "zorble open late")).places).toEqual([late.slug]);
  expect(slugs(await searchFor(db, "zorble open until 2am")).places).toEqual([late.slug]);
  expect(slugs(await searchFor(db, "zorble open tomorrow morning")).places).toEqual([open.slug]);
  expect((await searchFor(db, "zorble")).places.total).toBe(3);
});

test("a station's name asks for what is near it, nearest first among equals, and says how far", async ({ db }) => {
  // Metro Center stands at 38.8983, -77.0281.
  const far = await buildPlace(db, { name: "Zorble far", lat: 38.9063, lng: -77.0281 });
  const near = await buildPlace(db, { name: "Zorble near", lat: 38.8993, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble away", lat: 38.95, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble nowhere" });

  const found = await searchFor(db, "zorble near metro center");
  expect(slugs(found).places).toEqual([near.slug, far.slug]);
  expect(found.places.items[0]?.reason).toBe("Matches its name · about 2 min walk from Metro Center Metro");
  expect(slugs(await searchFor(db, "zorble 5 min from metro center")).places).toEqual([near.slug]);
});

test("a place that is called what a query says is found, whatever else the words might mean", async ({ db }) => {
  const tavern = await buildPlace(db, { name: "Cheap Quibbler's Tavern", type: "Zorble hall", priceRange: "$$$$" });
  await buildPlace(db, { name: "Another", type: "Tavern", priceRange: "$", description: "Quibblers meet here." });

  expect(slugs(await searchFor(db, "cheap quibbler's tavern")).places[0]).toBe(tavern.slug);
});

test("the parts of a score sum to it, and what is paid for moves nothing", async ({ db }) => {
  const place = await buildPlace(db, { name: "Zorble", type: "Zorble hall", lat: 38.9, lng: -77.03 });
  const vocabulary = buildVocabulary(await catalogueNames(db));
  const query = "zorble hall near metro center";
  const [found] = await findPlaces(db, { query, parsed: parseQuery(query, vocabulary), near: null, now: NOW });

  expect(found?.id).toBe(place.id);
  expect(Object.values(found?.parts ?? {}).reduce((sum, part) => sum + part, 0)).toBe(found?.score);
  expect(Object.keys(found?.parts ?? {}).toSorted()).toEqual(["distance", "facts", "name", "pick", "text", "type"]);
});

test("nothing asked finds nothing", async ({ db }) => {
  expect(slugs(await searchFor(db, " "))).toEqual({ places: [], guides: [], neighborhoods: [] });
});

function searchFor(db: Database, words: string, more: Record<string, string> = {}) {
  return search(db, readSearchRequest(new URLSearchParams({ q: words, ...more })), buildMoment());
}

function slugs(found: Awaited<ReturnType<typeof search>>) {
  return {
    places: found.places.items.map(({ slug }) => slug),
    guides: found.guides.items.map(({ slug }) => slug),
    neighborhoods: found.neighborhoods.map(({ slug }) => slug),
  };
}
