import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { placeFacts } from "#app/db/schema/places.ts";
import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildGuide, buildNeighborhood, buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { searchFor } from "./search-page-builders.ts";
import { placesTitle } from "./places-title.ts";

test("a place whose feature is unknown follows those known to have it, with its phone; one known to lack it is left out", async ({
  db,
}) => {
  const called = { type: "Snorkelry", phone: "+12025550100", website: "https://snorkel.example/" };
  await buildPlace(db, { ...called, name: "Without", attributes: { wifi: false } });
  await buildPlace(db, { ...called, name: "Perhaps" });
  await buildPlace(db, { ...called, name: "With", attributes: { wifi: true } });

  const found = await searchFor(db, "snorkelry with wifi");

  expect(found.places.items.map(({ name, fit, ask }) => [name, fit, ask.map(({ label }) => label)])).toEqual([
    ["With", "known", []],
    ["Perhaps", "unknown", ["(202) 555-0100", "snorkel.example"]],
  ]);
  expect(found.groups).toEqual([
    { fit: "known", count: 1, precision: "exact", heading: "Known to fit" },
    { fit: "unknown", count: 1, precision: "exact", heading: "Ask about Wi-Fi" },
  ]);
  expect(placesTitle(found)).toEqual({ count: "1 confirmed, 1 possible", query: "snorkelry with wifi" });
});

test("for 'open now' come the open places, then those that open later, those of unknown hours, and the closed ones", async ({
  db,
}) => {
  // A Wednesday at noon.
  await buildPlace(db, { type: "Snorkelry", name: "Mornings", hours: buildHours("Mo-Su 06:00-10:00") });
  await buildPlace(db, { type: "Snorkelry", name: "Evenings", hours: buildHours("Mo-Su 18:00-22:00") });
  await buildPlace(db, { type: "Snorkelry", name: "Unknown" });
  await buildPlace(db, { type: "Snorkelry", name: "Renovating", closure: "temporary", closedOn: "2026-12-24" });
  await buildPlace(db, { type: "Snorkelry", name: "Always", hours: buildHours("24/7") });

  const { places, groups } = await searchFor(db, "snorkelry open now");

  expect(places.items.map(({ name }) => name)).toEqual(["Always", "Evenings", "Unknown", "Mornings", "Renovating"]);
  expect(groups.map(({ heading, count }) => [heading, count])).toEqual([
    ["Known to fit", 1],
    ["Open later today", 1],
    ["Ask about hours", 1],
    ["Closed now", 2],
  ]);
});

test("a condition alone finds only the places known to meet it", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug: slug, name: "Perhaps" });
  await buildPlace(db, { neighborhoodSlug: slug, name: "With", attributes: { cashOnly: true } });

  const anywhere = await searchFor(db, "cash only", { neighborhood: slug });
  const there = await searchFor(db, "cash only in Quuxville");

  expect(anywhere.places.items.map(({ name }) => name)).toEqual(["With"]);
  expect(there.places.items.map(({ name }) => name)).toEqual(["With", "Perhaps"]);
});

test("places that only mention the words come last, in a whole sentence, and not at all beside five better ones", async ({
  db,
}) => {
  const description = "It stands since 1910. A snorkelry was here until the war. Now it is a school.";
  await buildPlace(db, { name: "School", type: "School", description });
  await buildPlace(db, { type: "Snorkelry" });

  const few = await searchFor(db, "snorkelry");
  for (let count = 0; count < 4; count += 1) await buildPlace(db, { type: "Snorkelry" });
  const enough = await searchFor(db, "snorkelry");

  expect(few.places.items.map(({ fit }) => fit)).toEqual(["known", "mentioned"]);
  expect(few.places.items[1]?.reason).toBe("“A [[snorkelry]] was here until the war.”");
  expect(few.groups[1]?.heading).toBe("Also mentioned in");
  expect(enough.places.items.map(({ fit }) => fit)).toEqual(["known", "known", "known", "known", "known"]);
});

test("the first line and what guides say count as facts of a place", async ({ db }) => {
  const summarized = await buildPlace(db, { summary: "Zorble pancakes at a long counter." });
  const praised = await buildPlace(db);
  await buildGuide(db, { title: "Breakfasts", places: [praised] });

  const byLine = await searchFor(db, "zorble pancakes");
  const byGuide = await searchFor(db, `why ${praised.slug}`);

  // Diners may have them too.
  const known = byLine.places.items.filter(({ fit }) => fit !== "unknown");
  expect(known.map(({ slug, fit }) => [slug, fit])).toEqual([[summarized.slug, "known"]]);
  expect(byGuide.places.items[0]).toMatchObject({ slug: praised.slug, fit: "known" });
  expect(byGuide.places.items[0]?.reason).toContain("In our guide “Breakfasts”: Why ");
});

test("a guide with the words as a keyword answers the search: its places come first, with what it says of them", async ({
  db,
}) => {
  const { slug: quuxville } = await buildNeighborhood(db, { name: "Quuxville" });
  const there = await buildPlace(db, { type: "Snorkelry", neighborhoodSlug: quuxville });
  const elsewhere = await buildPlace(db, { type: "Snorkelry" });
  const other = await buildPlace(db, { type: "Snorkelry", name: "Snorkelry of Fame", hubRank: 1 });
  const guide = await buildGuide(db, { title: "Under water", keywords: ["snorkelry"], places: [there, elsewhere] });

  const everywhere = await searchFor(db, "snorkelry");
  const inQuuxville = await searchFor(db, "snorkelry in Quuxville");
  const byName = await searchFor(db, "snorkelry of fame");

  expect(everywhere.guideAnswer?.slug).toBe(guide.slug);
  expect(everywhere.places.items.map(({ slug }) => slug)).toEqual([there.slug, elsewhere.slug, other.slug]);
  expect(everywhere.places.items[0]?.reason).toContain(`In our guide “Under water”: Why ${there.slug}.`);
  expect(inQuuxville.places.items.map(({ slug }) => slug)).toEqual([there.slug]);
  expect(inQuuxville.guideAnswer?.slug).toBe(guide.slug);
  expect(byName.guideAnswer).toBeNull();
});

test("a guide by its title answers with all its places, but where a kind is looked for only with those of the kind", async ({
  db,
}) => {
  const museum = await buildPlace(db, { type: "Snorkelry" });
  const lunch = await buildPlace(db, { type: "Diner" });
  await buildGuide(db, { title: "Zorble days at a snorkelry", places: [museum, lunch] });

  expect((await slugsFor(db, "zorble days")).toSorted()).toEqual([museum.slug, lunch.slug].toSorted());
  expect(await slugsFor(db, "snorkelry")).toEqual([museum.slug]);
});

test("a guide for members reveals none of its places", async ({ db }) => {
  const place = await buildPlace(db);
  await buildGuide(db, { title: "Zorble wubbles", keywords: ["zorble"], access: "members", places: [place] });

  const found = await searchFor(db, "zorble wubbles");

  expect(found.guides.total).toBe(1);
  expect([found.guideAnswer, found.places.items]).toEqual([null, []]);
});

test("if nothing of the kind fits, a place that has every word is found, and so is one by its website's name", async ({
  db,
}) => {
  await buildPlace(db, { type: "Snorkelry" });
  const steps = await buildPlace(db, { description: "The stairs of the zorble snorkelry." });
  const nicknamed = await buildPlace(db, { website: "https://www.qxhm.example.org/visit" });

  expect(await slugsFor(db, "snorkelry stairs of the zorble")).toEqual([steps.slug]);
  expect(await slugsFor(db, "qxhm")).toEqual([nicknamed.slug]);
});

test("a chain's branches count once among the first five results, unless its name is searched for", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const build = (name: string) => buildPlace(db, { name, type: "Snorkelry", neighborhoodSlug, hubRank: 1 });
  for (let branch = 0; branch < 3; branch += 1) await build("Acme");
  for (const name of ["B", "C", "D", "E", "F"]) await build(name);

  const names = async (query: string) => (await searchFor(db, query)).places.items.map(({ name }) => name);

  expect(await names("snorkelry")).toEqual(["Acme", "B", "C", "D", "E", "Acme", "Acme", "F"]);
  expect(await names("acme")).toEqual(["Acme", "Acme", "Acme"]);
});

test("a place that is closed for now ranks behind the others", async ({ db }) => {
  const closed = await buildPlace(db, { type: "Snorkelry", hubRank: 1, closure: "temporary", closedOn: "2026-12-24" });
  const open = await buildPlace(db, { type: "Snorkelry" });

  expect(await slugsFor(db, "snorkelry")).toEqual([open.slug, closed.slug]);
});

async function slugsFor(db: Database, query: string): Promise<string[]> {
  return (await searchFor(db, query)).places.items.map(({ slug }) => slug);
}

test("a meal or an occasion that a place may offer is known where its facts, its kind or a guide say so", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const food = { neighborhoodSlug, categorySlug: "food", type: "Thai" } as const;
  await buildPlace(db, { ...food, name: "Perhaps" });
  await buildPlace(db, { ...food, name: "Diner", type: "Diner" });
  await buildPlace(db, { ...food, name: "Said", summary: "Breakfast until noon." });
  await buildPlace(db, { neighborhoodSlug, categorySlug: "nightlife", type: "Bar", name: "Bar" });
  await buildPlace(db, {
    neighborhoodSlug,
    categorySlug: "nightlife",
    type: "Bar",
    name: "Early bar",
    summary: "Happy hour at noon.",
  });
  const fits = async (query: string) => {
    const { places, groups } = await searchFor(db, query);
    return [new Map(places.items.map(({ name, fit }) => [name, fit])), groups.at(-1)?.heading];
  };

  expect(await fits("breakfast in Quuxville")).toEqual([
    new Map([
      ["Said", "known"],
      ["Diner", "known"],
      ["Perhaps", "unknown"],
    ]),
    "Ask about breakfast",
  ]);
  expect(await fits("happy hour in Quuxville")).toEqual([
    new Map([
      ["Early bar", "known"],
      ["Bar", "unknown"],
    ]),
    "Ask about happy hour",
  ]);
});

test("a dish or a cuisine that a text only mentions is no answer where nobody eats", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const kitchen = await buildPlace(db, { neighborhoodSlug, type: "Chinese" });
  const tavern = await buildPlace(db, { neighborhoodSlug, categorySlug: "nightlife", summary: "Chinese dumplings." });
  const gate = { neighborhoodSlug, categorySlug: "entertainment", type: "Memorial", name: "Gate" } as const;
  const passed = await buildPlace(db, gate);
  await buildGuide(db, { places: [passed] });
  await db.update(postPlaces).set({ reason: "Few Chinese residents." }).where(eq(postPlaces.placeId, passed.id));

  expect((await slugsFor(db, "chinese in quuxville")).toSorted()).toEqual([kitchen.slug, tavern.slug].toSorted());
});

test("a guide makes its places known for what its title says, and not for what is among its keywords", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const stop = await buildPlace(db, { neighborhoodSlug, categorySlug: "nightlife", type: "Dive bar" });
  const guide = await buildGuide(db, { title: "Zorble evenings", keywords: ["pool tables"], places: [stop] });
  const answer = async () => {
    const { guideAnswer, places } = await searchFor(db, "pool tables in quuxville");
    return [guideAnswer?.slug, places.items.find(({ slug }) => slug === stop.slug)?.fit];
  };

  expect(await answer()).toEqual([guide.slug, "unknown"]);
  await db.update(posts).set({ title: "Pool tables" }).where(eq(posts.id, guide.id));
  expect(await answer()).toEqual([guide.slug, "known"]);
});

test("a big group is known to fit where a private room, the kind or the license says so, and asked for elsewhere", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const build = (name: string, given = {}) =>
    buildPlace(db, { neighborhoodSlug, name, type: "Italian", attributes: { reservations: true }, ...given });
  await build("Counter");
  await build("Rooms", { summary: "Pasta, and two private rooms." });
  await build("Hall", { type: "Food hall" });
  const large = await build("Large");
  const value = { uses: [], capacity: 226 };
  await db
    .insert(placeFacts)
    .values({ placeId: large.id, field: "licensed", value, sourceId: "rowhouse", origin: "seed", recordedAt: NOW });

  const { places, groups } = await searchFor(db, "birthday dinner for 10 in quuxville");

  const byName = new Map(places.items.map((place) => [place.name, place]));
  expect(new Map(places.items.map(({ name, fit }) => [name, fit]))).toEqual(
    new Map([
      ["Counter", "unknown"],
      ["Large", "known"],
      ["Rooms", "known"],
    ]),
  );
  expect(groups.at(-1)?.heading).toBe("Ask about room for a big group");
  expect(byName.get("Large")?.reason).toContain("licensed for up to 226 people");
  // Both occasions ask for it.
  expect(byName.get("Rooms")?.reason.match(/reservations/g)).toHaveLength(1);
});

test("what nothing is known of beside a category is asked for, and brings no guide that has a word of it", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, type: "Thai" });
  await buildGuide(db, { title: "Zorble nights" });

  const found = await searchFor(db, "zorble owned restaurant in quuxville");

  expect(found.places.items.map(({ fit }) => fit)).toEqual(["unknown"]);
  expect(found.groups.map(({ heading }) => heading)).toEqual(["Ask about “zorble owned”"]);
  expect(found.guides.items).toEqual([]);
});

test("behind fewer than five places of a kind that have the words come those that may have", async ({ db }) => {
  await buildPlace(db, { type: "Snorkelry", name: "Perhaps" });
  await buildPlace(db, { type: "Snorkelry", name: "With", description: "It has zorble rooms." });

  const found = await searchFor(db, "snorkelry with zorble rooms");

  expect(found.places.items.map(({ name, fit }) => [name, fit])).toEqual([
    ["With", "known"],
    ["Perhaps", "unknown"],
  ]);
  expect(found.groups.at(-1)?.heading).toBe("Ask about “zorble rooms”");
});

test("if no place has every word, the rare ones decide, and what has less than half of the meaning is no answer", async ({
  db,
}) => {
  for (const name of ["Glimmer one", "Glimmer two", "Glimmer three"]) await buildPlace(db, { name });
  const rare = await buildPlace(db, { summary: "Zorble dancing." });

  const byRarest = await searchFor(db, "glimmer zorble night");
  const without = await searchFor(db, "glimmer fnord");

  expect([byRarest.isPartial, byRarest.places.items.map(({ slug, fit }) => [slug, fit])]).toEqual([
    true,
    [[rare.slug, "mentioned"]],
  ]);
  expect(byRarest.groups.map(({ heading }) => heading)).toEqual(["Match some words"]);
  expect(without.places.items).toEqual([]);
});

test("two words that stand apart in a description are no mention", async ({ db }) => {
  const apart = await buildPlace(db, { description: "Zorble drinks instead of fnord." });
  const together = await buildPlace(db, { description: "Our zorble fnord is warm." });

  expect(await slugsFor(db, "zorble fnord")).toEqual([together.slug]);
  expect(await slugsFor(db, "zorble instead fnord")).toEqual([apart.slug]);
});

test("a guide answers a kind by a keyword only with enough places of it, and no search for hours by its kind", async ({
  db,
}) => {
  const hours = buildHours("Mo-Su 10:00-16:00");
  const place = await buildPlace(db, { type: "Snorkelry", hours });
  const others = [await buildPlace(db), await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  for (let count = 0; count < 4; count += 1) await buildPlace(db, { type: "Snorkelry" });
  await buildGuide(db, { title: "Quux tables", keywords: ["snorkelry"], places: [place, ...others] });

  expect((await searchFor(db, "snorkelry")).guideAnswer).toBeNull();
  const about = await buildGuide(db, { title: "Under water", keywords: ["snorkelry"], places: [place] });
  expect((await searchFor(db, "snorkelry")).guideAnswer?.slug).toBe(about.slug);
  expect((await searchFor(db, "snorkelry open monday")).guideAnswer).toBeNull();
});
