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

test("if no place matches all words, places that match some are found and marked as partial", async ({ db }) => {
  const both = await buildPlace(db, { name: "The Gibberling", description: "A quibbling place." });
  const one = await buildPlace(db, { name: "Another", description: "Quibbling too." });

  const some = await searchFor(db, "gibberling quibbling fnordlessness");
  expect(some.isPartial).toBe(true);
  expect(slugs(some).places).toEqual([both.slug, one.slug]);

  const all = await searchFor(db, "gibberling quibbling");
  expect([all.isPartial, slugs(all).places]).toEqual([false, [both.slug]]);
});

test("one of two words matches in a name or an address, but not in a description", async ({ db }) => {
  const named = await buildPlace(db, { name: "The Gibberling" });
  const addressed = await buildPlace(db, { name: "Third", street: "12 Gibberling Street" });
  await buildPlace(db, { name: "Fourth", description: "It dates from the gibberling years." });

  const some = await searchFor(db, "gibberling wobblelessness");
  expect(some.isPartial).toBe(true);
  expect(slugs(some).places.toSorted()).toEqual([named.slug, addressed.slug].toSorted());
});

test("if removing one condition is not enough, removing two is suggested", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, name: "Snorkels", type: "Snorkelry", priceRange: "$$" });

  const none = await searchFor(db, "cheap snorkelry in quuxville with outdoor seating");

  const offer = { label: "$, Outdoor seating", href: "/search?q=snorkelry+in+quuxville", count: 1 };
  expect(none.relaxations).toContainEqual(offer);
  expect(none.relaxations.every(({ label }) => label.includes(", "))).toBe(true);
});

test("if no two conditions go together, each is suggested alone", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug });
  await buildPlace(db, { type: "Snorkelry" });
  await buildReview(db, { placeId: (await buildPlace(db)).id, stars: 5 });

  const none = await searchFor(db, "cheap snorkelry in quuxville 4.5 stars and up");

  expect(none.relaxations).toContainEqual({
    label: "Quuxville",
    href: "/search?q=in+quuxville",
    count: 1,
    isAlone: true,
  });
  expect(none.relaxations).toContainEqual({ label: "Snorkelry", href: "/search?q=snorkelry", count: 1, isAlone: true });
  expect(none.relaxations).toHaveLength(4);
  expect(none.relaxations.every(({ isAlone }) => isAlone)).toBe(true);
});

test("if the free text is the problem, the conditions are suggested without it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  await buildPlace(db, { neighborhoodSlug, name: "Fins", type: "Snorkelry", priceRange: "$$" });
  await buildPlace(db, { name: "More Fins", type: "Snorkelry" });

  const quiet = await searchFor(db, "fnordless snorkelry");
  expect([slugs(quiet).places, quiet.isPartial]).toEqual([[], false]);
  expect(quiet.relaxations).toEqual([{ label: "fnordless", href: "/search?q=snorkelry", count: 2 }]);

  // Listed with the conditions, if removing one of those helps as well.
  await buildPlace(db, { name: "A fnordless place" });
  const either = await searchFor(db, "fnordless snorkelry");
  expect(either.relaxations).toEqual([
    { label: "fnordless", href: "/search?q=snorkelry", count: 2 },
    { label: "Snorkelry", href: "/search?q=fnordless", count: 1 },
  ]);

  const here = await searchFor(db, "a fnordless and gibberish snorkelry in quuxville");
  expect(here.relaxations).toEqual([
    { label: "fnordless gibberish", href: "/search?q=snorkelry+in+quuxville", count: 1 },
  ]);

  // If not even together, each condition alone.
  const { relaxations: alone } = await searchFor(db, "gibberish cheap snorkelry in quuxville");
  expect(alone).toHaveLength(3);
  expect(alone).toContainEqual({ label: "Snorkelry", href: "/search?q=snorkelry", count: 2, isAlone: true });
  expect(alone).toContainEqual({ label: "Quuxville", href: "/search?q=in+quuxville", count: 1, isAlone: true });
  expect(alone.every(({ isAlone }) => isAlone)).toBe(true);

  expect((await searchFor(db, "gibberish")).relaxations).toEqual([]);
});

test("a rating condition uses the displayed mean; a place without reviews never matches", async ({ db }) => {
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

test("an opening condition uses the hours; places with unknown hours never match", async ({ db }) => {
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

test("a day's hours don't include those that began the night before", async ({ db }) => {
  await buildPlace(db, { name: "Zorble closed", hours: buildHours("Su 17:00-02:00; Mo off") });
  const open = await buildPlace(db, { name: "Zorble open", hours: buildHours("Mo 17:00-02:00") });

  expect(slugs(await searchFor(db, "zorble open monday")).places).toEqual([open.slug]);
});

test("results for a day or a night expire when the words mean another one, with or without matches", async ({ db }) => {
  await buildPlace(db, { name: "Zorble", type: "Snorkelry", hours: buildHours("Fr 17:00-04:00; Sa 17:00-01:00") });
  const searchAt = async (query: string, clock: string) => {
    const moment = buildRequestContext(inDc(clock));
    const { places: found } = await search(db, parseSearch(new URLSearchParams({ q: query })), moment);
    return [found.total, moment.page.expiresAt];
  };

  // Saturday, past midnight: the night that began on Friday.
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T00:30")).toEqual([1, inDc("2027-01-16T02:00")]);
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T02:30")).toEqual([0, inDc("2027-01-16T05:00")]);
  expect(await searchAt("snorkelry open until 2am", "2027-01-16T12:00")).toEqual([0, inDc("2027-01-17T00:00")]);
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
  await buildPlace(db, { name: "Zorble near", type: "Snorkelry", lat: 38.8993, lng: -77.0281 });

  const none = await searchFor(db, "cheap snorkelry near quibble house");
  const offer = { label: "$", href: "/search?q=snorkelry+near+quibble+house", count: 1 };
  expect(none.relaxations).toContainEqual(offer);
  expect((await searchFor(db, "snorkelry near quibble house")).places.total).toBe(offer.count);
});

test("a day beside a type is an opening condition; if no hours match, it is a word like any other", async ({ db }) => {
  const open = await buildPlace(db, { type: "Snorkelry", hours: buildHours("Sa-Su 10:00-16:00") });
  await buildPlace(db, { type: "Snorkelry", description: "On Friday there are fins." });
  await buildPlace(db, { type: "Snorkelry" });

  const sunday = await searchFor(db, "sunday snorkelry");
  expect(slugs(sunday).places).toEqual([open.slug]);
  expect(sunday.chips.map(({ label }) => label)).toEqual(["Open Sunday", "Snorkelry"]);

  const friday = await searchFor(db, "friday snorkelry");
  expect(friday.chips.map(({ label }) => label)).toEqual(["Snorkelry"]);
  expect(friday.places.total).toBe(1);

  const monday = await searchFor(db, "monday snorkelry");
  expect(monday.chips.map(({ label }) => label)).toEqual(["Open Monday", "Snorkelry"]);
  expect(monday.relaxations).toContainEqual({ label: "Open Monday", href: "/search?q=snorkelry", count: 3 });
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
