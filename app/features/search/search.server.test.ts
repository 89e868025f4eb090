import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildGuide, buildMoment, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { currentVocabulary, findPlaces } from "./find-places.server.ts";
import { parseQuery } from "./query-language.ts";
import { readingsOf } from "./query-spelling.server.ts";
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

  await buildPlace(db, { name: "Zorble", lat: 38.9, lng: -77.03 });
  await buildPlace(db, { name: "Zorble Two", lat: 38.9, lng: -77.03 });
  const third = await buildPlace(db, { name: "Zorble Number Three", lat: 38.9, lng: -77.03 });
  const before = (await foundBy(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
  const others = Object.values(getTableColumns(places)).filter(({ name }) => !RANKED_COLUMNS.has(name));

  expect(before).toHaveLength(3);
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["slug", "picture_salt", "closed_on"]));
  for (const { name, columnType } of others) {
    const value = OTHER_VALUES[columnType];
    expect(value, `say in OTHER_VALUES what a ${columnType} may be`).toBeDefined();
    await db.execute(sql`update places set ${sql.identifier(name)} = ${value ?? sql`null`} where id = ${third.id}`);

    const after = (await foundBy(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
    expect(after, name).toEqual(before);
  }
});

/** What ranking and conditions read of a place. A column of what somebody paid for must never stand here. */
const RANKED_COLUMNS = new Set([
  "id",
  "name",
  "category_slug",
  "type",
  "neighborhood_slug",
  "description",
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
  // Set by the editors, for nothing.
  "featured_rank",
  "hub_rank",
  "status",
  "updated_at",
  // Tied to each other by a check of the table; a card shows them.
  "nearest_station_slug",
  "nearest_station_meters",
]);

/** Something else than what a built place has, by the kind of column. */
const OTHER_VALUES: Record<string, SQL> = {
  PgText: sql`'other'`,
  PgBoolean: sql`true`,
  PgInteger: sql`5`,
  PgSmallInt: sql`5`,
  PgDoublePrecision: sql`5.5`,
  PgDateString: sql`'2026-12-24'`,
  PgTimestamp: sql`'2026-12-24T12:00:00Z'`,
  PgUUID: sql`gen_random_uuid()`,
  PgJsonb: sql`'{"tier": "premium"}'`,
};

test("a misspelt word is read as what was surely meant, and there is a way back to what was typed", async ({ db }) => {
  const place = await buildPlace(db, { name: "The Gibberling" });

  const read = await searchFor(db, "giberling");
  expect(slugs(read).places).toEqual([place.slug]);
  expect(read).toMatchObject({
    query: "giberling",
    correction: { kind: "applied", query: "gibberling", label: "gibberling", href: "/search?q=giberling&verbatim=1" },
  });

  const typed = await searchFor(db, "giberling", { verbatim: "1" });
  expect(slugs(typed).places).toEqual([]);
  expect(typed.correction).toBeNull();
});

test("where two words may have been meant, one is offered and what was typed is searched for", async ({ db }) => {
  await buildPlace(db, { name: "The Wobbler" });
  await buildPlace(db, { name: "The Wibbler" });

  const found = await searchFor(db, "webbler");

  expect(slugs(found).places).toEqual([]);
  expect(found.correction).toMatchObject({ kind: "offered" });
  expect(found.correction?.href).toMatch(/^\/search\?q=w[io]bbler$/);
});

test("a word that the catalogue knows is never changed; a name that it nearly makes is offered", async ({ db }) => {
  await buildNeighborhood(db, { name: "Quuxol Heights" });
  const known = await buildPlace(db, { name: "Quuxal", description: "On the heights." });

  const found = await searchFor(db, "quuxal heights");

  expect(slugs(found).places).toEqual([known.slug]);
  expect(found.correction).toMatchObject({ kind: "offered", query: "quuxol heights" });
});

test("no name, kind or neighborhood of the catalogue is taken for a misspelling", async ({ db }) => {
  const vocabulary = await currentVocabulary(db);
  const names = await db.select({ name: places.name, type: places.type }).from(places).orderBy(places.id);
  const asked = new Set([...names.flatMap(({ name, type }) => [name, type]), ...vocabulary.phrases.keys()]);

  expect(asked.size).toBeGreaterThan(1_500);
  const read = [];
  for (const name of asked) {
    for (const { query } of await readingsOf(db, name, vocabulary)) read.push(`${name}: ${query}`);
  }
  expect(read).toEqual([]);
});

test("nothing asked finds nothing", async ({ db }) => {
  expect(slugs(await searchFor(db, " "))).toEqual({ places: [], guides: [], neighborhoods: [] });
});

async function foundBy(db: Database, query: string) {
  return findPlaces(db, { query, parsed: parseQuery(query, await currentVocabulary(db)), near: null, now: NOW });
}

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
