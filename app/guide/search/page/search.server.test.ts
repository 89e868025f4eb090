import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { campaigns, sponsoredClicks, dailySponsoredStats, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { placeClaims } from "#app/db/schema/business.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { buildHours, inDc } from "#app/guide/places/hours/opening-hours-builders.ts";
import {
  buildGuide,
  buildRequestContext,
  buildNeighborhood,
  buildOwner,
  buildPlace,
  buildReview,
  buildSubscription,
  buildUser,
  NOW,
} from "#tests/builders.ts";
import { countStatements } from "#tests/count-statements.ts";
import { test } from "#tests/test-database.ts";

import { loadDirectory } from "../candidates/directory.server.ts";
import { matchPlaces } from "../candidates/match-places.server.ts";
import { parseQuery } from "../query/parse-query.ts";
import { rank } from "../ranking/rank.ts";
import { findCorrections } from "../spelling/query-spelling.server.ts";
import { refreshSearchIndex } from "../candidates/search-index.server.ts";
import { parseSearch, SEARCH_RESULTS_PER_PAGE } from "./search-request.ts";
import { search } from "./search.server.ts";

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

test("a word in the name ranks before the same word in the type, and that before the description", async ({ db }) => {
  const described = await buildPlace(db, {
    description: "Zorble, zorble and more zorble: we zorble all day, and zorble at night.",
  });
  const typed = await buildPlace(db, { type: "Zorble hall" });
  const named = await buildPlace(db, { name: "Zorble" });

  expect(slugs(await searchFor(db, "zorble")).places).toEqual([named.slug, typed.slug, described.slug]);
});

test("a guide with the query as its title ranks before guides that mention it, whatever else the words could mean", async ({
  db,
}) => {
  await buildGuide(db, {
    title: "Zorble walks",
    body: "Late at night there is food. Late food, night food, late night food.",
  });
  const titled = await buildGuide(db, { title: "Late-night zorble food" });
  const near = await buildGuide(db, { title: "Night food of zorble, served late" });

  const found = await searchFor(db, "late night zorble food");

  const built = [titled.slug, near.slug];
  expect(slugs(found).guides.filter((slug) => built.includes(slug))).toEqual(built);
});

test("a guide is found without some of the words, rare words counting most, and left out if it matches hardly any", async ({
  db,
}) => {
  const guide = await buildGuide(db, { title: "Zorble on foot" });
  for (let n = 0; n < 9; n += 1) await buildGuide(db, { body: "Somewhere there is a quarbing." });

  expect(slugs(await searchFor(db, "zorble quarbing")).guides).toEqual([guide.slug]);
});

test("a query without words finds nothing, and with a filter what the filter finds", async ({ db }) => {
  const { slug } = await buildNeighborhood(db, { name: "Quuxville" });
  const place = await buildPlace(db, { neighborhoodSlug: slug });

  expect(slugs(await searchFor(db, "!?"))).toEqual({ places: [], guides: [], neighborhoods: [] });
  expect(slugs(await searchFor(db, "!?", { neighborhood: slug })).places).toEqual([place.slug]);
});

test("a nonsense query of many conditions runs at most 40 statements", async ({ db }) => {
  const { db: counting, statements } = countStatements(db);

  const found = await searchFor(counting, "cheap vegan zoo open late top rated wifi gtown patio parkng dogs zqwx");

  expect(found.places.total).toBe(0);
  expect(statements.count).toBeLessThanOrEqual(40);
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

test("a result names what matched: words of a text, its name, or its details if no word can be highlighted", async ({
  db,
}) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville", aka: ["Fnordside", "Oldtown"] });
  const place = { neighborhoodSlug, name: "Gibberling Café", type: "Snorkelrý", street: "12 Wubble Street" };
  await buildPlace(db, { ...place, description: "Its quibbles are known all over town." });
  const reasonFor = async (words: string) => (await searchFor(db, words)).places.items[0]?.reason;

  expect(await reasonFor("quuxville")).toBe("Matches [[Quuxville]]");
  expect(await reasonFor("fnordside")).toBe("Matches [[Fnordside]], Oldtown");
  expect(await reasonFor("wubble")).toBe("Matches 12 [[Wubble]] Street");
  expect(await reasonFor("quibble")).toBe("Matches [[quibbles]] are known all over town");
  expect(await reasonFor("gibberling cafe")).toBe("Matches its name");
  expect(await reasonFor("snorkelry")).toBe("Matches its details");
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

test("a place with the query as its name ranks first, whatever else the words might mean", async ({ db }) => {
  const tavern = await buildPlace(db, { name: "Cheap Quibbler's Tavern", type: "Zorble hall", priceRange: "$$$$" });
  await buildPlace(db, { name: "Another", type: "Tavern", priceRange: "$", description: "Quibblers meet here." });

  expect(slugs(await searchFor(db, "cheap quibbler's tavern")).places[0]).toBe(tavern.slug);
});

test("the parts of a score add up to it", async ({ db }) => {
  const place = await buildPlace(db, { name: "Zorble", type: "Zorble hall", lat: 38.9, lng: -77.03 });
  await buildReview(db, { placeId: place.id, stars: 5 });
  const [found] = await rankFor(db, "zorble hall near metro center");

  expect(found?.id).toBe(place.id);
  expect(Object.values(found?.scoreParts ?? {}).reduce((sum, part) => sum + part, 0)).toBe(found?.score);
  expect(found?.scoreParts.rating).toBeGreaterThan(0);
  const parts = ["described", "distance", "facts", "freshness", "name", "pick", "popularity", "rating", "text", "type"];
  expect(Object.keys(found?.scoreParts ?? {}).toSorted()).toEqual(parts);
});

test("among equal matches the better reviewed, more popular and fresher place ranks first", async ({ db }) => {
  const plain = await buildPlace(db, { name: "Zorble" });
  const fresh = await buildPlace(db, { name: "Zorble", updatedAt: NOW });
  const saved = await buildPlace(db, { name: "Zorble" });
  const praised = await buildPlace(db, { name: "Zorble" });
  const panned = await buildPlace(db, { name: "Zorble" });
  await db.insert(savedPlaces).values({ userId: (await buildUser(db)).id, placeId: saved.id, savedAt: NOW });
  await buildReview(db, { placeId: praised.id, stars: 5 });
  await buildReview(db, { placeId: panned.id, stars: 1 });

  const ranked = [praised, saved, fresh, plain, panned].map(({ id }) => id);
  expect((await rankFor(db, "zorble")).map(({ id }) => id)).toEqual(ranked);
});

test("changing any column that ranking must not read changes no rank", async ({ db }) => {
  await buildPlace(db, { name: "Zorble", lat: 38.9, lng: -77.03 });
  await buildPlace(db, { name: "Zorble Two", lat: 38.9, lng: -77.03 });
  // Temporarily closed, so that the closing columns can be changed as well.
  const closed = { closure: "temporary", closedOn: "2026-12-24" } as const;
  const third = await buildPlace(db, { name: "Zorble Number Three", lat: 38.9, lng: -77.03, ...closed });
  const before = (await rankFor(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
  const others = Object.values(getTableColumns(places)).filter(({ name }) => !RANKED_COLUMNS.has(name));

  expect(before).toHaveLength(3);
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(["slug", "picture_salt", "closed_on"]));
  for (const { name, columnType } of others) {
    const value = OTHER_VALUES[columnType];
    expect(value, `say in OTHER_VALUES what a ${columnType} may be`).toBeDefined();
    await db.execute(sql`update places set ${sql.identifier(name)} = ${value ?? sql`null`} where id = ${third.id}`);

    const after = (await rankFor(db, "zorble near metro center")).map(({ id, score }) => [id, score]);
    expect(after, name).toEqual(before);
  }
});

test("nothing that a business or a visitor pays for changes a rank: campaigns, claims, owners, memberships", async ({
  db,
}) => {
  for (const name of ["Zorble", "Zorble Two"]) await buildPlace(db, { name, lat: 38.9, lng: -77.03 });
  const last = await buildPlace(db, { name: "Zorble Number Three", lat: 38.9, lng: -77.03 });
  const ranked = async (tier: "vip" | null) => {
    await refreshSearchIndex(db, NOW);
    const request = parseSearch(new URLSearchParams({ q: "zorble near metro center" }));
    const shown = await search(db, request, { ...buildRequestContext(), viewer: { tier } });
    return [(await rankFor(db, request.query)).map(({ id, score }) => [id, score]), slugs(shown).places];
  };
  const before = await ranked(null);
  const payer = await buildUser(db);

  await buildSubscription(db, { userId: payer.id, tier: "vip" });
  expect(await ranked("vip"), "a membership").toEqual(before);
  await buildGrantedClaim(db, { placeId: last.id, claimerId: payer.id });
  await buildOwner(db, { placeId: last.id, userId: payer.id });
  expect(await ranked("vip"), "a claim and an owner").toEqual(before);
  await buildSeenCampaign(db, { placeId: last.id, boughtBy: payer.id });
  expect(await ranked("vip"), "a campaign").toEqual(before);
  expect(before[0]).toHaveLength(3);
});

async function buildGrantedClaim(db: Database, of: { placeId: number; claimerId: string }): Promise<void> {
  const mailed = { method: "mail", domain: "example.com", email: "mia@example.com" } as const;
  const code = { codeHash: new Uint8Array(32), startedAt: NOW, expiresAt: NOW };
  await db.insert(placeClaims).values({ ...of, ...mailed, ...code, closedAt: NOW, outcome: "granted" });
}

/** A running campaign for this kind of search that was seen and clicked. */
async function buildSeenCampaign(db: Database, of: { placeId: number; boughtBy: string }): Promise<void> {
  const paid = { state: "running", provider: "sandbox", paymentId: "payment", paidAt: NOW, activeFrom: NOW } as const;
  const [row] = await db
    .insert(campaigns)
    .values({
      ...of,
      ...paid,
      formKey: crypto.randomUUID(),
      headline: "Zorble near Metro Center",
      body: "Zorble, zorble and more zorble.",
      slots: ["category:food"],
      startsOn: "2027-01-13",
      endsOn: "2027-01-22",
      budgetPeriod: "day",
      budgetCents: 100,
      totalCents: 1_000,
      impressionCents: 1,
      createdAt: NOW,
    })
    .returning({ id: campaigns.id });
  if (row === undefined) throw new Error("The campaign was not written");
  const shown = { campaignId: row.id, day: "2027-01-13", slot: "category:food" };
  await db.insert(sponsoredImpressions).values({ ...shown, id: crypto.randomUUID(), seenAt: NOW, cents: 1 });
  await db.insert(sponsoredClicks).values({ ...shown, id: crypto.randomUUID(), clickedAt: NOW });
  await db
    .insert(dailySponsoredStats)
    .values({ ...shown, day: "2027-01-12", impressions: 9_999, clicks: 999, cents: 9_999 });
}

/** The columns that ranking and conditions may read. A column for something paid must never be added. */
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
  // Set by the editors. Not for sale.
  "featured_rank",
  "hub_rank",
  "status",
  // A table check ties these to the status. Deleted places are never listed.
  "deleted_at",
  "state_before_deletion",
  // Set by an editor or after several reports: the place isn't open now.
  "closure",
  "updated_at",
  // A table check ties these together. Cards show them.
  "nearest_station_slug",
  "nearest_station_meters",
]);

/** A value that differs from a built place, by column type. */
const OTHER_VALUES: Record<string, SQL> = {
  PgText: sql`'other'`,
  PgBoolean: sql`true`,
  PgInteger: sql`5`,
  PgSmallInt: sql`5`,
  // It may reference a place.
  PgBigInt53: sql`(select min(id) from places)`,
  PgDoublePrecision: sql`5.5`,
  PgDateString: sql`'2026-12-24'`,
  PgTimestamp: sql`'2026-12-24T12:00:00Z'`,
  PgUUID: sql`gen_random_uuid()`,
  PgJsonb: sql`'{"tier": "premium"}'`,
};

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
  for (const name of names) {
    for (const { query } of await findCorrections(db, name, vocabulary)) read.push(`${name}: ${query}`);
  }
  expect(read).toEqual([]);
});

test("an empty query finds nothing", async ({ db }) => {
  expect(slugs(await searchFor(db, " "))).toEqual({ places: [], guides: [], neighborhoods: [] });
});

async function rankFor(db: Database, query: string) {
  const directory = await loadDirectory(db);
  const parsed = parseQuery(query, directory.vocabulary);
  const { places: matches } = await matchPlaces(db, { directory, query: parsed, near: null, now: NOW });
  return rank(matches, { sort: "best", near: null, now: NOW });
}

function searchFor(db: Database, words: string, more: Record<string, string> = {}) {
  return search(db, parseSearch(new URLSearchParams({ q: words, ...more })), buildRequestContext());
}

function slugs(found: Awaited<ReturnType<typeof search>>) {
  return {
    places: found.places.items.map(({ slug }) => slug),
    guides: found.guides.items.map(({ slug }) => slug),
    neighborhoods: found.neighborhoods.map(({ slug }) => slug),
  };
}
