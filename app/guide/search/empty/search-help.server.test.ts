import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildGuide, buildPlace } from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { parseQuery } from "../query/parse-query.ts";
import { searchHelp } from "./search-help.server.ts";
import { searchFor, slugs } from "../page/search-page-builders.ts";

test("a kind that no place has comes with the commonest kinds of its category and their numbers", async ({ db }) => {
  await removePlaces(db, "home-services");
  for (const type of ["Plumber", "Plumber", "Roofer"]) await buildPlace(db, { categorySlug: "home-services", type });

  const { places: found, help, addHref } = await searchFor(db, "locksmith");

  expect(found.total).toBe(0);
  expect(help).toEqual({
    kind: "closest",
    category: "home-services",
    total: 3,
    precision: "exact",
    kinds: [
      { label: "Plumber", href: "/home-services?type=plumber", count: 2 },
      { label: "Roofer", href: "/home-services?type=roofer", count: 1 },
    ],
  });
  expect(addHref).toBe("/submit?type=Locksmith");
});

test("a list of up to three places of a kind says that we know no more, without filters or other conditions", async ({
  db,
}) => {
  await buildPlace(db, { type: "Snorkelry", priceRange: "$" });
  await buildPlace(db, { type: "Snorkelry", priceRange: "$" });
  const noteOn = async (query: string, more = {}) => (await searchFor(db, query, more)).fewPlacesNote;

  expect(await noteOn("snorkelries")).toBe("We know of only two places for “snorkelries” in DC. Know another?");
  expect(await noteOn("cheap snorkelry")).toBeNull();
  expect(await noteOn("snorkelry", { price: "$" })).toBeNull();
  expect(await noteOn("no such snorkelry at all")).toBeNull();
  for (const type of ["Snorkelry", "Snorkelry"]) await buildPlace(db, { type });
  expect(await noteOn("snorkelry")).toBeNull();
});

test("a kind that only a category seeks belongs to that category", async ({ db }) => {
  const { vocabulary } = await loadDirectory(db);
  await db.update(places).set({ status: "removed" }).where(eq(places.type, "Dentist"));

  expect(await searchHelp(db, parseQuery("dentist", vocabulary), { hasFound: false })).toMatchObject({
    kind: "closest",
    category: "health",
  });
});

test("a kind that no place has comes with those that do the same errand, and no others", async ({ db }) => {
  await removePlaces(db, "services");
  await buildPlace(db, { categorySlug: "services", type: "Hotel" });
  await buildPlace(db, { categorySlug: "services", type: "Tailor" });
  await db.update(places).set({ status: "removed" }).where(eq(places.type, "Shoe store"));
  await buildPlace(db, { categorySlug: "shopping", type: "Shoe store" });

  const { help } = await searchFor(db, "shoe repair");

  expect(help).toMatchObject({
    category: "services",
    kinds: [
      { label: "Tailor", href: "/services?type=tailor", count: 1 },
      { label: "Shoe store", href: "/shopping?type=shoe-store", count: 1 },
    ],
  });
});

test("a kind of no category comes with the closest ones too", async ({ db }) => {
  await buildPlace(db, { categorySlug: "education", type: "Library" });

  const { help } = await searchFor(db, "public restrooms");

  expect(help?.kind === "closest" ? help.kinds[0] : null).toMatchObject({ href: "/education?type=library" });
});

test("a brand that isn’t listed comes with the places of its kind first, however it is written", async ({ db }) => {
  const { vocabulary } = await loadDirectory(db);

  for (const brand of ["starbucks", "Dunkin’", "blue bottle near me"]) {
    const help = await searchHelp(db, parseQuery(brand, vocabulary), { hasFound: false });
    expect(help, brand).toMatchObject({ kind: "closest", category: "food" });
    expect(help?.kind === "closest" ? help.kinds[0]?.label : null).toBe("Coffee shop");
  }
});

test("a kind that no place has brings the guides about it, and none that only mentions a word", async ({ db }) => {
  await removePlaces(db, "home-services");
  const about = await buildGuide(db, { title: "A locksmith at night" });
  await buildGuide(db, { title: "Zorble on foot", body: "Somewhere there is a locksmith." });

  expect(slugs(await searchFor(db, "locksmith")).guides).toEqual([about.slug]);
});

test("what is no kind has no closest one, and its words may be the name of a place to add", async ({ db }) => {
  expect(await searchFor(db, "Fnordless Wobbelry")).toMatchObject({
    help: null,
    addHref: "/submit?name=Fnordless+Wobbelry",
  });
  expect((await searchFor(db, "locksmith in georgetown")).addHref).toBe("/submit?type=Locksmith");
  expect((await searchFor(db, "Fnordless Tavern")).addHref).toBe("/submit?name=Fnordless+Tavern");
  expect((await searchFor(db, "fnordless dentist")).addHref).toBe("/submit");
});

test("urgent care comes with the phones of hospitals known never to close, and the number of the others", async ({
  db,
}) => {
  await removePlaces(db, "health");
  const hospital = { categorySlug: "health", type: "Hospital", phone: "+12025550123" } as const;
  const open = await buildPlace(db, { ...hospital, name: "Open Hospital", hours: buildHours("24/7") });
  await buildPlace(db, { ...hospital, name: "Day Hospital", hours: buildHours("Mo-Fr 09:00-17:00") });
  await buildPlace(db, { ...hospital, name: "Unknown Hospital" });
  await buildPlace(db, { ...hospital, name: "No Phone Hospital", phone: null, hours: buildHours("24/7") });
  await buildPlace(db, {
    ...hospital,
    name: "Closed Hospital",
    closure: "temporary",
    closedOn: "2027-01-01",
    hours: buildHours("24/7"),
  });

  for (const words of ["urgent care", "emergency room", "ER", "urgent care open now"])
    expect((await searchFor(db, words)).help, words).toEqual({
      kind: "hospitals",
      open: [
        {
          slug: open.slug,
          name: "Open Hospital",
          summary: "",
          phone: { href: "tel:+12025550123", label: "(202) 555-0123" },
        },
      ],
      otherCount: 3,
    });
  for (const words of ["emergency plumber", "emergency dentist", "health"])
    expect((await searchFor(db, words)).help?.kind, words).not.toBe("hospitals");
});

test("help costs one statement, and none where it isn’t needed", async ({ db }) => {
  const { vocabulary } = await loadDirectory(db);
  const { db: counting, statements } = countStatements(db);
  const count = async (words: string, hasFound: boolean) => {
    statements.count = 0;
    await searchHelp(counting, parseQuery(words, vocabulary), { hasFound });
    return statements.count;
  };

  expect(await count("locksmith", false)).toBe(1);
  expect(await count("urgent care", true)).toBe(1);
  expect(await count("locksmith", true)).toBe(0);
  expect(await count("fnordless", false)).toBe(0);
});

async function removePlaces(db: Database, categorySlug: "health" | "home-services" | "services"): Promise<void> {
  await db.update(places).set({ status: "removed" }).where(eq(places.categorySlug, categorySlug));
}
