import { expect } from "vitest";

import { dailyTerms } from "#app/db/schema/analytics.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildGuide, buildRequestContext, buildNeighborhood, buildPlace, buildReview, NOW } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { test } from "#tests/test-database.ts";

import { suggest } from "./suggest.server.ts";

test("a name is suggested from the first letters of any of its words, ignoring case and accents", async ({ db }) => {
  const { slug } = await buildPlace(db, { name: "Zyxel’s Café Quixnard", type: "Snorkelry" });

  for (const text of ["zyxel", "ZYXELS CA", "cafe quix", "Café Quixnard", "quixn", "  quixnard "]) {
    expect(await suggest(db, { text, limit: 8 }, buildRequestContext()), text).toEqual([
      { kind: "place", label: "Zyxel’s Café Quixnard", detail: "Snorkelry · Shaw", path: `/places/${slug}` },
    ]);
  }
  expect(await suggest(db, { text: "xnard", limit: 8 }, buildRequestContext())).toEqual([]);
  expect(await suggest(db, { text: "%", limit: 8 }, buildRequestContext())).toEqual([]);
});

test("more popular places come first, neighborhoods before places, and guides last", async ({ db }) => {
  const plain = await buildPlace(db, { name: "Zyxble Plain" });
  const loved = await buildPlace(db, { name: "Zyxble Loved" });
  const guide = await buildGuide(db, { title: "A zyxble walk" });
  const neighborhood = await buildNeighborhood(db, { name: "Zyxbleton" });
  for (let n = 0; n < 5; n += 1) await buildReview(db, { placeId: loved.id, stars: 5 });

  const found = await suggest(db, { text: "zyxb", limit: 8 }, buildRequestContext());

  expect(found.map(({ path }) => path)).toEqual([
    `/neighborhood/${neighborhood.slug}`,
    `/places/${loved.slug}`,
    `/places/${plain.slug}`,
    `/posts/${guide.slug}`,
  ]);
});

test("closed places, drafts and scheduled guides are not suggested", async ({ db }) => {
  await buildPlace(db, { name: "Zyxble closed", status: "closed" });
  await buildGuide(db, { title: "Zyxble draft", status: "draft" });
  await buildGuide(db, { title: "Zyxble to come", publishedAt: new Date(NOW.getTime() + 1) });

  expect(await suggest(db, { text: "zyxble", limit: 8 }, buildRequestContext())).toEqual([]);
});

test("for short prefixes the limit applies, and every suggestion matches", async ({ db }) => {
  for (const text of ["r", "re", "mus", "park", "s"]) {
    const found = await suggest(db, { text, limit: 8 }, buildRequestContext());

    expect(found, text).toHaveLength(8);
    const names = found.filter(({ kind }) => kind !== "search");
    expect(names.length, text).toBeGreaterThanOrEqual(5);
    for (const { label } of names) expect(label).toMatch(new RegExp(`\\b${text}`, "i"));
  }
});

test("if no name starts with the letters, names that start with a correction are suggested", async ({ db }) => {
  const plain = await buildPlace(db, { name: "Snorkelry Supplies" });
  const loved = await buildPlace(db, { name: "The Snorkelry" });
  for (let n = 0; n < 5; n += 1) await buildReview(db, { placeId: loved.id, stars: 5 });

  for (const text of ["snorklery", "Snrokelry", "snorkellry"]) {
    const found = await suggest(db, { text, limit: 8 }, buildRequestContext());
    expect(
      found.map(({ path }) => path),
      text,
    ).toEqual([`/places/${loved.slug}`, `/places/${plain.slug}`]);
  }
});

test("a stop word is no correction of a lone word", async ({ db }) => {
  await buildGuide(db, { title: "Towns like yourselves" });
  const zyxblery = await buildPlace(db, { name: "Yourselves Zyxblery" });

  expect(await suggest(db, { text: "yourselvs", limit: 8 }, buildRequestContext())).toEqual([]);
  expect(
    (await suggest(db, { text: "yourselvs zyxb", limit: 8 }, buildRequestContext())).map(({ path }) => path),
  ).toContain(`/places/${zyxblery.slug}`);
});

test("misspelled neighborhoods and types of food in the seed data are suggested", async ({ db }) => {
  const labels = async (text: string) =>
    (await suggest(db, { text, limit: 8 }, buildRequestContext())).map(({ label }) => label);

  expect((await labels("gerogetown"))[0]).toBe("Georgetown");
  expect((await labels("georgtwon"))[0]).toBe("Georgetown");
  expect((await labels("pizzza")).length).toBeGreaterThan(0);
  for (const label of await labels("pizzza")) expect(label).toMatch(/pizza/i);
});

test("every typed word must match or be a likely misspelling", async ({ db }) => {
  const { slug } = await buildPlace(db, { name: "Snorkelry Quibble House" });

  const paths = async (text: string) =>
    (await suggest(db, { text, limit: 8 }, buildRequestContext())).map(({ path }) => path);

  expect(await paths("snorklery quib")).toEqual([`/places/${slug}`]);
  expect(await paths("snorkelry qiubble")).toEqual([`/places/${slug}`]);
  expect(await paths("snorklery zebra")).toEqual([]);
  expect(await paths("xqzvkw")).toEqual([]);
});

test("a type is suggested as a search with its number of places, before names; if no name matches, its places follow", async ({
  db,
}) => {
  const plain = await buildPlace(db, { name: "Quibble & Daughters", type: "Snorkelry" });
  const loved = await buildPlace(db, { name: "Fnord", type: "Snorkelry", description: "Sells a wimwam." });
  await buildPlace(db, { name: "The Snorkelly", type: "Tavern" });
  const alike = await buildPlace(db, { name: "Wimwarm", type: "Tavern" });
  for (let n = 0; n < 5; n += 1) await buildReview(db, { placeId: loved.id, stars: 5 });

  const found = async (text: string) => suggest(db, { text, limit: 8 }, buildRequestContext());
  const paths = async (text: string) => (await found(text)).map(({ path }) => path);

  for (const text of ["snorkelr", "Snorkelry", "snorkelries"]) {
    const [search, ...others] = await found(text);
    expect(search, text).toEqual({
      kind: "search",
      label: "Snorkelry",
      detail: "2 places",
      path: "/search?q=snorkelry",
    });
    expect(others.map(({ path }) => path)).toEqual([`/places/${loved.slug}`, `/places/${plain.slug}`]);
  }
  expect((await paths("snorkellry"))[0]).toBe("/search?q=snorkelry");
  expect(await paths("wimwam")).toEqual([]);
  expect(await paths("wimwem")).toEqual([`/places/${alike.slug}`]);
});

test("other words for one type suggest the type, and a search that finds nothing is not suggested", async ({ db }) => {
  await buildPlace(db, { name: "Zyxble", type: "Veterinarian", categorySlug: "health" });

  const first = async (text: string) => (await suggest(db, { text, limit: 8 }, buildRequestContext()))[0];

  for (const text of ["vet", "veterinar", "animal hosp"]) {
    expect(await first(text), text).toMatchObject({ kind: "search", label: "Veterinarian" });
  }
  expect(await first("coffe")).toMatchObject({ label: "Coffee shop", path: "/search?q=coffee+shop" });
  expect(await first("cofee")).toMatchObject({ label: "Coffee", path: "/search?q=coffee" });
  expect((await first("exterminator"))?.kind).not.toBe("search");
});

test("a type followed by the first letters of a neighborhood is suggested as one search", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildNeighborhood(db, { name: "Quuxmore" });
  await buildPlace(db, { neighborhoodSlug, type: "Snorkelry" });

  for (const text of ["snorkelry quux", "snorkelry in quuxville"]) {
    const [search] = await suggest(db, { text, limit: 8 }, buildRequestContext());
    expect(search, text).toEqual({
      kind: "search",
      label: "Snorkelry in Quuxville",
      detail: "1 place",
      path: "/search?q=snorkelry+in+Quuxville",
    });
  }
});

test("searches come in the order of what people searched for in four weeks, from ten of them on", async ({ db }) => {
  for (const type of ["Zyxblery", "Zyxblery", "Zyxblery", "Zyxblemonger", "Zyxblemonger", "Zyxbleshop", "Zyxbleshop"])
    await buildPlace(db, { type });
  const labels = async () =>
    (await suggest(db, { text: "zyxble", limit: 8 }, buildRequestContext()))
      .filter(({ kind }) => kind === "search")
      .map(({ label }) => label);
  const day = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const searched = (term: string, visitors: number, daysAgo: number) =>
    db.insert(dailyTerms).values({ kind: "search", term, visitors, day: day(daysAgo) });
  const [first, ...others] = await labels();

  await searched("zyxblemonger", 6, 1);
  await searched("zyxblemonger", 5, 2);
  await searched("zyxbleshop", 9, 1);
  await searched("zyxbleshop", 90, 40);

  expect(first).toBe("Zyxblery");
  expect(await labels()).toEqual(["Zyxblemonger", first, ...others.filter((label) => label !== "Zyxblemonger")]);
});

test.for(["c", "coffe", "coffee sha", "georgetown", "gerogetown", "pharamcy", "xqzvkw", "dent", "blimfark the xq"])(
  "suggestions for “%s” need at most four statements",
  async (text, { db }) => {
    const { db: counting, statements } = countStatements(db);

    await suggest(counting, { text, limit: 8 }, buildRequestContext());

    expect(statements.count).toBeLessThanOrEqual(4);
  },
);
