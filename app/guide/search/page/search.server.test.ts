import { sql } from "drizzle-orm";
import { expect } from "vitest";

import { places } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";
import { buildGuide, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { findCorrections } from "../spelling/query-spelling.server.ts";
import { readWordLookup, wordLookupJson } from "../spelling/word-lookup.server.ts";
import { SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";
import { searchFor, slugs } from "./search-page-builders.ts";

test("a place is found by its name, its type and its neighborhood's name", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside"] });
  const { slug } = await buildPlace(db, { neighborhoodSlug, name: "The Gibberling", type: "Snorkelry" });

  for (const words of ["gibberling", "Snorkelry", "quuxville", "snorkelry in Quuxville", "fnordside"]) {
    expect(slugs(await searchFor(db, words)).places, words).toEqual([slug]);
  }
  expect(slugs(await searchFor(db, "fnordlessness wobblelessness")).places).toEqual([]);
});

test("accents make no difference in the query or the name", async ({ db }) => {
  const accented = await buildPlace(db, { name: "Café Zyxwv" });
  const plain = await buildPlace(db, { name: "Cafe Zyxwv" });

  const [one, other] = [await searchFor(db, "café zyxwv"), await searchFor(db, "CAFE ZYXWV")];

  expect(slugs(one).places.toSorted()).toEqual([accented.slug, plain.slug].toSorted());
  expect(slugs(other).places).toEqual(slugs(one).places);
});

test("a guide is found without some of the words, rare words counting most, and left out if it matches hardly any", async ({
  db,
}) => {
  const guide = await buildGuide(db, { title: "Zorble on foot" });
  for (let n = 0; n < 9; n += 1) await buildGuide(db, { body: "Somewhere there is a quarbing." });

  expect(slugs(await searchFor(db, "zorble quarbing")).guides).toEqual([guide.slug]);
});

test("a trade finds its type and names of its category, never descriptions, streets or other names", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const typed = await buildPlace(db, { neighborhoodSlug, categorySlug: "home-services", type: "Roofer" });
  const named = await buildPlace(db, { neighborhoodSlug, categorySlug: "home-services", name: "Zorble Roofers" });
  await buildPlace(db, { neighborhoodSlug, categorySlug: "nightlife", name: "Roofers Zorble", type: "Bar" });
  await buildPlace(db, { neighborhoodSlug, description: "Was built by a roofer.", street: "1 Roofer Street" });

  const { places: found } = slugs(await searchFor(db, "roofer in Quuxville"));
  expect(found.toSorted()).toEqual([typed.slug, named.slug].toSorted());
  expect(slugs(await searchFor(db, "roofer")).places.toSorted()).toEqual(found.toSorted());
});

test("a trade that no place has is an empty result", async ({ db }) => {
  await buildPlace(db, { categorySlug: "nightlife", name: "Locksmith Zorble", description: "A locksmith lived here." });

  const found = await searchFor(db, "locksmith");

  expect(slugs(found).places).toEqual([]);
  expect(found.correction).toBeNull();
});

test("a query without words finds nothing, and with a filter what the filter finds", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quuxville" });
  const place = await buildPlace(db, { neighborhoodSlug: slug });

  expect(slugs(await searchFor(db, "!?"))).toEqual({ places: [], guides: [], neighborhoods: [] });
  expect(slugs(await searchFor(db, "!?", { neighborhood: slug })).places).toEqual([place.slug]);
});

test("a nonsense query of many conditions runs at most 8 statements", async ({ db }) => {
  const { db: counting, statements } = countStatements(db);

  const found = await searchFor(counting, "cheap vegan zoo open late top rated wifi gtown patio parkng dogs zqwx");

  expect(found.groups.map(({ fit }) => fit)).toEqual(["unknown"]);
  expect(statements.count).toBeLessThanOrEqual(8);
});

test("guides are found by title, keyword and the names of their places; neighborhoods by name and other names", async ({
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

test("a result names what matched: a byname, a sentence, its name, or nothing if its row says it or no word can be highlighted", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside", "Oldtown"] });
  const place = { neighborhoodSlug, name: "Gibberling Café", type: "Snorkelrý", street: "12 Wubble Street" };
  await buildPlace(db, { ...place, description: "Its quibbles are known all over town." });
  const reasonFor = async (words: string) => (await searchFor(db, words)).places.items[0]?.reason;

  for (const shown of ["quuxville", "wubble"]) expect(await reasonFor(shown), shown).toBe("");
  expect(await reasonFor("fnordside")).toBe("[[Fnordside]]");
  expect(await reasonFor("quibble")).toBe("“Its [[quibbles]] are known all over town.”");
  expect(await reasonFor("gibberling cafe")).toBe("Matches its name");
  expect(await reasonFor("snorkelry")).toBe("");
});

test("closed and removed places, drafts and scheduled guides are neither found nor counted", async ({ db }) => {
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

test("results are paged without repeats, and a page after the last is empty with correct totals", async ({ db }) => {
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

test("the page number applies to the chosen kind, and other kinds stay on their first page", async ({ db }) => {
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
])("any query gets a result and leaves the directory unchanged: case %#", async (words, { db }) => {
  const before = await db.$count(places);

  const found = await searchFor(db, words);

  expect(found.places.items).toHaveLength(Math.min(found.places.total, SEARCH_RESULTS_PER_PAGE));
  expect(before).toBeGreaterThan(100);
  expect(await db.$count(places)).toBe(before);
});

test("a misspelled word with one likely correction is corrected, with a link to the typed query", async ({ db }) => {
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

test("a word that only a description has is suggested as a correction, never applied", async ({ db }) => {
  await buildPlace(db, { description: "Known for its gibberling." });

  const found = await searchFor(db, "giberling");

  expect(slugs(found).places).toEqual([]);
  expect(found.correction).toMatchObject({ kind: "offered", query: "gibberling" });
});

test("if two corrections are equally likely, one is suggested and the typed query is searched", async ({ db }) => {
  await buildPlace(db, { name: "The Wobbler" });
  await buildPlace(db, { name: "The Wibbler" });

  const found = await searchFor(db, "webbler");

  expect(slugs(found).places).toEqual([]);
  expect(found.correction).toMatchObject({ kind: "offered" });
  expect(found.correction?.href).toMatch(/^\/search\?q=w[io]bbler$/);
});

test("a known word is never corrected; a name that differs by one word is suggested", async ({ db }) => {
  await buildNeighborhood(db, { name: "Quuxol Heights" });
  const known = await buildPlace(db, { name: "Quuxal", description: "On the heights." });

  const found = await searchFor(db, "quuxal heights");

  expect(slugs(found).places).toEqual([known.slug]);
  expect(found.correction).toMatchObject({ kind: "offered", query: "quuxol heights" });
});

test("no name, type or neighborhood of the seed data is treated as a misspelling", async ({ db }) => {
  const { vocabulary } = await loadDirectory(db);
  const rows = await db.select({ name: places.name, type: places.type }).from(places).orderBy(places.id);
  const names = new Set([...rows.flatMap(({ name, type }) => [name, type]), ...vocabulary.phrases.keys()]);

  expect(names.size).toBeGreaterThan(1_500);
  const read = [];
  for (const some of chunks([...names], 100)) {
    const lookups = some.map((name) => sql`select ${wordLookupJson(name)} as words`);
    const rows = await queryRows(db, sql.join(lookups, sql` union all `));
    for (const [at, name] of some.entries()) {
      const corrections = findCorrections(name, vocabulary, readWordLookup(rows[at]?.["words"] ?? null));
      for (const { query } of corrections) read.push(`${name}: ${query}`);
    }
  }
  expect(read).toEqual([]);
});

test("an empty query finds nothing", async ({ db }) => {
  expect(slugs(await searchFor(db, " "))).toEqual({ places: [], guides: [], neighborhoods: [] });
});
