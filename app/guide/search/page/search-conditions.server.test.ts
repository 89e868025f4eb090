import { expect } from "vitest";

import { buildHours, inDc } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildRequestContext, buildNeighborhood, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { parseSearch } from "./search-request.ts";
import { search } from "./search.server.ts";
import { searchFor, slugs } from "./search-page-builders.ts";

test("every result meets every condition; each removable condition says how many places removing it brings", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const cheap = await buildPlace(db, {
    neighborhoodSlug,
    name: "Cheap Snorkels",
    type: "Snorkelry",
    priceRange: "$",
    attributes: { outdoorSeating: false },
  });
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
    { label: "Quuxville", href: "/search?q=cheap+snorkelry+with+outdoor+seating", count: 1 },
    { label: "Outdoor seating", href: "/search?q=cheap+snorkelry+in+quuxville", count: 1 },
  ]);
});

test("if no place matches all words, places that match most are found and marked as partial", async ({ db }) => {
  const both = await buildPlace(db, { name: "The Gibberling", description: "A gibberling quibbling place." });
  await buildPlace(db, { name: "Another", description: "Quibbling too." });

  const some = await searchFor(db, "gibberling quibbling fnordlessness");
  expect(some.isPartial).toBe(true);
  expect(slugs(some).places).toEqual([both.slug]);

  const all = await searchFor(db, "gibberling quibbling");
  expect([all.isPartial, slugs(all).places]).toEqual([false, [both.slug]]);
});

test("one of two words matches in the only name or address that has it, but not in a description", async ({ db }) => {
  const named = await buildPlace(db, { name: "The Gibberling" });
  const addressed = await buildPlace(db, { name: "Third", street: "12 Quibbling Street" });
  await buildPlace(db, { name: "Fourth", description: "It dates from the gibberling and quibbling years." });

  for (const [word, place] of [
    ["gibberling", named],
    ["quibbling", addressed],
  ] as const) {
    const some = await searchFor(db, `${word} wobblelessness`);
    expect([some.isPartial, slugs(some).places]).toEqual([true, [place.slug]]);
  }
});

test("what a search leaves out is left out: a part of the city, a type, and what mentions it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, name: "Fins", type: "Snorkelry" });
  const elsewhere = await buildPlace(db, { name: "More Fins", type: "Snorkelry" });
  await buildPlace(db, { name: "Fins and Gobbles", type: "Snorkelry", description: "With a gobblery in the back." });
  await buildPlace(db, { name: "Gobbles", type: "Gobblery" });

  const outside = await searchFor(db, "snorkelry not in quuxville without a gobblery");
  expect(outside.chips.map(({ label }) => label)).toEqual(["Snorkelry", "Not in Quuxville", "Not Gobblery"]);
  expect(slugs(outside).places).toEqual([elsewhere.slug]);
  expect(outside.neighborhoods).toEqual([]);
});

test("a food that a search leaves out takes its dishes and members with it, and the page says what that can't promise", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const build = (
    name: string,
    given: { type?: string; summary?: string; description?: string; categorySlug?: "health" },
  ) => buildPlace(db, { neighborhoodSlug, name, type: "American", ...given });
  const safe = await build("Zorble Greens", { summary: "Stews and pies." });
  const vegan = await build("Zorble Leaves", { type: "Vegan", summary: "Crab cakes without a crab." });
  await build("Zorble Grill", { summary: "Oysters and American classics." });
  await build("Zorble Rolls", { type: "Sushi" });
  await build("Zorble Plates", { description: "Ask for the lobster on Fridays." });
  await build("Zorble Clinic", { type: "Clinic", categorySlug: "health" });

  for (const query of ["no seafood dinner in quuxville", "seafood allergy quuxville", "quuxville shellfish free"]) {
    const found = await searchFor(db, query);
    expect(slugs(found).places.toSorted(), query).toEqual([safe.slug, vegan.slug].toSorted());
    const notes = found.chips.flatMap(({ note = "" }) => note);
    expect(notes.join(" "), query).toContain("Other kitchens may still serve it, so ask before you order.");
  }
  expect((await searchFor(db, "no seafood dinner in quuxville")).chips[0]?.label).toBe("No seafood");
});

test("a cuisine that a search leaves out takes its dishes with it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const thai = await buildPlace(db, { neighborhoodSlug, type: "Thai" });
  await buildPlace(db, { neighborhoodSlug, type: "American", summary: "Burgers and spaghetti." });
  await buildPlace(db, { neighborhoodSlug, type: "Italian" });

  expect(slugs(await searchFor(db, "dinner not italian in quuxville")).places).toEqual([thai.slug]);
});

test("near something the nearest comes first among what fits as well", async ({ db }) => {
  await buildPlace(db, { name: "Quibble House", type: "Arena", lat: 38.8983, lng: -77.0281 });
  const at = (name: string, lat: number, given = {}) =>
    buildPlace(db, { name, type: "Snorkelry", lat, lng: -77.0281, ...given });
  const far = await at("Snorkels of renown", 38.9043, { hubRank: 1, description: "A long story." });
  const near = await at("Snorkels", 38.8993, { description: "" });
  const closed = await at("Snorkels next door", 38.8984, { closure: "temporary", closedOn: "2026-12-24" });

  expect(slugs(await searchFor(db, "snorkelry near quibble house")).places).toEqual([near.slug, far.slug, closed.slug]);
});

test("if removing one condition is not enough, removing two is suggested", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, {
    neighborhoodSlug,
    name: "Snorkels",
    type: "Snorkelry",
    priceRange: "$$",
    attributes: { outdoorSeating: false },
  });

  const none = await searchFor(db, "cheap snorkelry in quuxville with outdoor seating");

  const offer = { label: "$, Outdoor seating", href: "/search?q=snorkelry+in+quuxville", count: 1 };
  expect(none.relaxations).toContainEqual(offer);
  expect(none.relaxations.every(({ label }) => label.includes(", "))).toBe(true);
});

test("if no two conditions go together, what the search is for is suggested alone", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, priceRange: "$$" });
  await buildPlace(db, { type: "Snorkelry", priceRange: "$$" });
  await buildReview(db, { placeId: (await buildPlace(db)).id, stars: 5 });

  const none = await searchFor(db, "cheap snorkelry in quuxville 4.5 stars and up");

  // Not all of Quuxville, or all that is cheap.
  expect(none.relaxations).toEqual([{ label: "Snorkelry", href: "/search?q=snorkelry", count: 1, isAlone: true }]);
});

test("a kind of place is listed even if nothing says what else is asked for; if there is none, conditions to remove", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, name: "Fins", type: "Snorkelry", priceRange: "$$" });
  await buildPlace(db, { name: "More Fins", type: "Snorkelry" });

  const everywhere = await searchFor(db, "fnordless snorkelry");
  expect(everywhere.groups).toEqual([
    { fit: "unknown", count: 2, precision: "exact", heading: "Ask about “fnordless”" },
  ]);
  const here = await searchFor(db, "a fnordless and gibberish snorkelry in quuxville");
  expect(here.places.items.map(({ name, fit }) => [name, fit])).toEqual([["Fins", "unknown"]]);

  // If not even together, the kind alone.
  const { relaxations: alone } = await searchFor(db, "gibberish cheap snorkelry in quuxville");
  expect(alone).toEqual([{ label: "Snorkelry", href: "/search?q=snorkelry", count: 2, isAlone: true }]);

  expect((await searchFor(db, "gibberish")).relaxations).toEqual([]);
});

test("a rating condition uses the displayed mean; places without reviews come after the rated ones", async ({ db }) => {
  const [good, middling] = [
    await buildPlace(db, { name: "Zorble Good" }),
    await buildPlace(db, { name: "Zorble Fair" }),
  ];
  const unreviewed = await buildPlace(db, { name: "Zorble Unreviewed" });
  await buildReview(db, { placeId: good.id, stars: 5 });
  await buildReview(db, { placeId: good.id, stars: 4 });
  await buildReview(db, { placeId: middling.id, stars: 3 });

  const order = async (query: string) => slugs(await searchFor(db, query)).places;
  expect(await order("zorble 4.5 stars and up")).toEqual([good.slug, unreviewed.slug]);
  expect(await order("zorble rated 3")).toEqual([good.slug, middling.slug, unreviewed.slug]);
});

test("an opening condition uses the hours: the open place first, then the one of unknown hours, then the closed one", async ({
  db,
}) => {
  const weekdays = buildHours("Mo-Su 10:00-16:00");
  const open = await buildPlace(db, { name: "Zorble by day", hours: weekdays });
  const late = await buildPlace(db, { name: "Zorble by night", hours: buildHours("Mo-Su 18:00-02:00") });
  const unknown = await buildPlace(db, { name: "Zorble whenever" });
  const order = async (query: string) => slugs(await searchFor(db, query)).places;

  // NOW is a Wednesday noon.
  expect(await order("zorble open now")).toEqual([open.slug, late.slug, unknown.slug]);
  expect(await order("zorble open late")).toEqual([late.slug, unknown.slug, open.slug]);
  expect(await order("zorble open until 2am")).toEqual([late.slug, unknown.slug, open.slug]);
  expect(await order("zorble open tomorrow morning")).toEqual([open.slug, unknown.slug, late.slug]);
  expect((await searchFor(db, "zorble")).places.total).toBe(3);
});

test("a day's hours don't include those that began the night before", async ({ db }) => {
  const closed = await buildPlace(db, { name: "Zorble closed", hours: buildHours("Su 17:00-02:00; Mo off") });
  const open = await buildPlace(db, { name: "Zorble open", hours: buildHours("Mo 17:00-02:00") });

  const { places } = await searchFor(db, "zorble open monday");
  expect(places.items.map(({ slug, fit }) => [slug, fit])).toEqual([
    [open.slug, "known"],
    [closed.slug, "closed"],
  ]);
});

test("results for a day or a night expire when the words mean another one, with or without matches", async ({ db }) => {
  await buildPlace(db, { name: "Zorble", type: "Snorkelry", hours: buildHours("Fr 17:00-04:00; Sa 17:00-01:00") });
  const searchAt = async (query: string, clock: string) => {
    const moment = buildRequestContext(inDc(clock));
    const { places: found } = await search(db, parseSearch(new URLSearchParams({ q: query })), moment);
    return [found.items[0]?.fit, moment.page.expiresAt];
  };

  // Saturday, past midnight: the night that began on Friday.
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T00:30")).toEqual(["known", inDc("2027-01-16T02:00")]);
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T02:30")).toEqual(["closed", inDc("2027-01-16T03:00")]);
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T12:00")).toEqual(["closed", inDc("2027-01-16T17:00")]);
});

test("a station's name finds places near it, nearer ones first, and says how far they are", async ({ db }) => {
  // Metro Center is at 38.8983, -77.0281.
  const far = await buildPlace(db, { name: "Zorble far", lat: 38.9063, lng: -77.0281 });
  const near = await buildPlace(db, { name: "Zorble near", lat: 38.8993, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble away", lat: 38.95, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble nowhere" });

  const found = await searchFor(db, "zorble near metro center");
  expect(slugs(found).places).toEqual([near.slug, far.slug]);
  expect(found.places.items[0]?.reason).toBe("Matches its name · about 2 min walk from Metro Center Metro");
  expect(slugs(await searchFor(db, "zorble 5 min from metro center")).places).toEqual([near.slug]);
});

test("a place named after “near” finds places near it, by its full name or by last words that only it has", async ({
  db,
}) => {
  await buildPlace(db, { name: "The Old Quibble House", lat: 38.8983, lng: -77.0281 });
  const near = await buildPlace(db, { name: "Zorble near", type: "Snorkelry", lat: 38.8993, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble away", type: "Snorkelry", lat: 38.95, lng: -77.0281 });

  for (const words of ["near the old quibble house", "close to quibble house", "5 min from the quibble house"]) {
    const found = await searchFor(db, `snorkelry ${words}`);
    expect(slugs(found).places, words).toEqual([near.slug]);
    expect(found.places.items[0]?.reason).toContain("about 2 min walk from The Old Quibble House");
  }
  const { chips } = await searchFor(db, "snorkelry near the quibble house");
  expect(chips).toEqual([
    { label: "Snorkelry", href: "/search?q=near+the+quibble+house" },
    { label: "Near The Old Quibble House", href: "/search?q=snorkelry" },
  ]);

  // Two names end with these words, so neither is meant.
  await buildPlace(db, { name: "The New Quibble House", lat: 38.95, lng: -77.0281 });
  expect((await searchFor(db, "snorkelry near quibble house")).chips.map(({ label }) => label)).toEqual(["Snorkelry"]);
});

test("one last word identifies a place if hardly any other listing has it; several, if they are no type", async ({
  db,
}) => {
  await buildPlace(db, { name: "Quibble Zorbarium", lat: 38.8983, lng: -77.0281 });
  await buildPlace(db, { name: "Quibble Coffee Shop", lat: 38.8983, lng: -77.0281 });
  await buildPlace(db, { type: "Snorkelry", lat: 38.8993, lng: -77.0281 });
  const chips = async (query: string) => (await searchFor(db, query)).chips.map(({ label }) => label);

  expect(await chips("snorkelry near the zorbarium")).toEqual(["Snorkelry", "Near Quibble Zorbarium"]);
  expect(await chips("snorkelry near the coffee shop")).not.toContain("Near Quibble Coffee Shop");
  expect(await chips("snorkelry near the quibble coffee shop")).toContain("Near Quibble Coffee Shop");

  for (let number = 0; number < 6; number += 1) await buildPlace(db, { description: "As in a zorbarium." });
  expect(await chips("snorkelry near the zorbarium")).toEqual(["Snorkelry"]);
});

test("removals suggested for a search near a place have correct counts", async ({ db }) => {
  await buildPlace(db, { name: "Quibble House", lat: 38.8983, lng: -77.0281 });
  await buildPlace(db, { name: "Zorble near", type: "Snorkelry", lat: 38.8993, lng: -77.0281, priceRange: "$$$" });

  const none = await searchFor(db, "cheap snorkelry near quibble house");
  const offer = { label: "$", href: "/search?q=snorkelry+near+quibble+house", count: 1 };
  expect(none.relaxations).toContainEqual(offer);
  expect((await searchFor(db, "snorkelry near quibble house")).places.total).toBe(offer.count);
});

test("a day beside a type is an opening condition", async ({ db }) => {
  const open = await buildPlace(db, { type: "Snorkelry", hours: buildHours("Sa-Su 10:00-16:00") });
  const unknown = await buildPlace(db, { type: "Snorkelry" });

  const sunday = await searchFor(db, "sunday snorkelry");
  const monday = await searchFor(db, "monday snorkelry");

  expect(sunday.chips.map(({ label }) => label)).toEqual(["Open Sunday", "Snorkelry"]);
  expect(slugs(sunday).places).toEqual([open.slug, unknown.slug]);
  expect(slugs(monday).places).toEqual([unknown.slug, open.slug]);
});

test("a search for open places says of how many the hours are known", async ({ db }) => {
  const before = (await searchFor(db, "open now")).hoursKnown;
  await buildPlace(db, { hours: buildHours("24/7") });
  await buildPlace(db, { hours: null });

  const request = await searchFor(db, "open now");
  const filtered = await searchFor(db, "", { open: "now" });

  expect(request.hoursKnown).toEqual({ known: (before?.known ?? 0) + 1, total: (before?.total ?? 0) + 2 });
  expect(filtered.hoursKnown).toEqual(request.hoursKnown);
  expect((await searchFor(db, "museum")).hoursKnown).toBeNull();
});
