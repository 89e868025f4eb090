import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import { shippedSeedData } from "./shipped-seed-data.ts";

/** The neighborhoods that the header lists, in its order. */
const EIGHT = [
  "georgetown",
  "dupont-circle",
  "capitol-hill",
  "adams-morgan",
  "u-street",
  "foggy-bottom",
  "navy-yard",
  "h-street",
];

/** More shared words in a row than this are copied, not chance. */
const SHARED_WORDS_MAX = 7;

const seedData = shippedSeedData();
const entries = new Map(ownTexts());

test("there are eight categories, each with at least eight places", () => {
  const used = Map.groupBy(seedData.places, ({ category }) => category);

  expect(seedData.categories.map(({ slug }) => slug)).toEqual([...CATEGORY_SLUGS]);
  expect(CATEGORY_SLUGS.filter((slug) => (used.get(slug)?.length ?? 0) < 8)).toEqual([]);
});

test("at least 2,600 places are listed or described", () => {
  expect(seedData.listed.length + seedData.places.length).toBeGreaterThanOrEqual(2_600);
});

test("at least three in four places for food and nightlife have a specific type", () => {
  const nights = [...seedData.places, ...seedData.listed].filter(
    ({ category }) => category === "food" || category === "nightlife",
  );
  const general = nights.filter(({ type }) => ["Restaurant", "Bar", "Lounge"].includes(type));

  expect(general.length / nights.length).toBeLessThan(0.25);
});

test("there are at least 120 places and 12 guides, and exactly 40 stations", () => {
  expect(seedData.places.length).toBeGreaterThanOrEqual(120);
  expect(seedData.guides.length).toBeGreaterThanOrEqual(12);
  expect(seedData.stations).toHaveLength(40);
});

test("six guides are featured, ranked without gaps", () => {
  const ranks = seedData.guides.map(({ featured }) => featured).filter((rank) => rank !== undefined);

  expect(new Set(ranks)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(ranks).toHaveLength(6);
});

test("the eight neighborhoods are in order, each with four featured places and four special things", () => {
  const ranked = seedData.neighborhoods.filter(({ rank }) => rank !== undefined);
  const featured = (slug: string) =>
    seedData.places
      .filter((place) => place.neighborhood === slug)
      .map((place) => place.featured)
      .filter((rank) => rank !== undefined);

  expect(ranked.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).map(({ slug }) => slug)).toEqual(EIGHT);
  expect(EIGHT.map((slug) => sortedRanks(featured(slug)))).toEqual(EIGHT.map(() => [1, 2, 3, 4]));
  expect(ranked.filter(({ special }) => special.length !== 4)).toEqual([]);
});

test("every category has three picks", () => {
  const picks = (slug: string) =>
    seedData.places.filter(({ category }) => category === slug).flatMap(({ hub }) => hub ?? []);

  expect(CATEGORY_SLUGS.map((slug) => sortedRanks(picks(slug)))).toEqual(CATEGORY_SLUGS.map(() => [1, 2, 3]));
});

test("a place's description is at most 320 characters, where search engines cut it", () => {
  const long = seedData.places.filter(({ description }) => description.length > 320);

  expect(long.map(({ slug }) => slug)).toEqual([]);
});

test("a place's first line is in the present, without a year or a full stop, and like no other place's", () => {
  const dated = seedData.places.filter(({ summary }) => /\b(?:1[789]|20)\d\d\b|\.$/.test(summary));
  const bySummary = Map.groupBy(seedData.places, ({ summary }) => summary);

  expect(dated.map(({ slug }) => slug)).toEqual([]);
  expect([...bySummary].filter(([, places]) => places.length > 1)).toEqual([]);
});

test("no two descriptions open with the same three words", () => {
  const openings = Map.groupBy(seedData.places, ({ description }) => wordsOf(description).slice(0, 3).join(" "));
  const repeated = [...openings].filter(([, places]) => places.length > 1);

  expect(openings.size).toBeGreaterThan(100);
  expect(
    repeated.map(([opening, places]) => `${opening}: ${places.map(({ slug }) => slug).join(", ")}`),
    "start one of them differently",
  ).toEqual([]);
});

test(`no two entries share more than ${SHARED_WORDS_MAX} words in a row`, () => {
  const firstUsedBy = new Map<string, string>();
  const shared: string[] = [];
  for (const [entry, texts] of entries) {
    for (const run of new Set(texts.flatMap((text) => runsOf(text)))) {
      const other = firstUsedBy.get(run);
      if (other !== undefined && other !== entry) shared.push(`${other} and ${entry}: ${run}`);
      firstUsedBy.set(run, other ?? entry);
    }
  }

  expect(firstUsedBy.size).toBeGreaterThan(10_000);
  expect(shared, "rephrase one of them").toEqual([]);
});

test("a guide's hint advises instead of sending you to ask, and its prose leaves to the page what nobody has checked", () => {
  const hints = seedData.guides.flatMap(({ slug, places }) => places.map(({ hint }) => `${slug}: ${hint}`));
  const prose = seedData.guides.map(({ slug, body }) => `${slug}: ${body.replaceAll(/\s+/g, " ")}`);
  const disclaimer = /\b(?:not|n't|none) (?:been )?(?:checked|confirmed|verified|looked up)\b/;

  expect(hints.length).toBeGreaterThan(400);
  expect(hints.filter((hint) => /: Ask\b|;/.test(hint))).toEqual([]);
  expect(prose.flatMap((text) => disclaimer.exec(text)?.input.slice(0, 40) ?? [])).toEqual([]);
});

test("every source has its own heading in SOURCES.md, and every heading its source", () => {
  const prose = readFileSync("seeds/SOURCES.md", "utf8");
  const headings = [...prose.matchAll(/^### `([a-z0-9-]+)`/gm)].map(([, id]) => id);

  expect(new Set(headings)).toEqual(new Set(seedData.sources.map(({ id }) => id)));
  expect(headings).toHaveLength(seedData.sources.length);
});

test("every source is used", () => {
  const prose = readFileSync("seeds/SOURCES.md", "utf8");
  const named = new Set([...prose.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => id));
  const used = new Set(seedData.places.flatMap(({ facts }) => facts.map(({ source }) => source)));

  expect(seedData.sources.filter(({ id }) => !used.has(id) && !named.has(id)).map(({ id }) => id)).toEqual([]);
  expect([...used].filter((id) => !seedData.sources.some((source) => source.id === id))).toEqual([]);
});

test("every website uses https", () => {
  const websites = seedData.places.flatMap(({ slug, facts }) =>
    facts.flatMap(({ website }) => (website === undefined ? [] : [{ slug, website }])),
  );

  expect(websites.length).toBeGreaterThan(100);
  expect(websites.filter(({ website }) => !website.startsWith("https://"))).toEqual([]);
});

test("general knowledge has no date of checking, and facts from a register do", () => {
  const blocks = seedData.places.flatMap(({ slug, facts }) => facts.map((block) => ({ slug, ...block })));
  const known = blocks.filter(({ source }) => source === "general-knowledge");

  expect(known.length).toBeGreaterThan(100);
  expect(known.filter(({ checkedOn }) => checkedOn !== undefined).map(({ slug }) => slug)).toEqual([]);
  expect(
    blocks.filter(({ source, checkedOn }) => source === "abca-2025" && checkedOn === undefined).map(({ slug }) => slug),
  ).toEqual([]);
});

test("the liquor license register is credited only with what it contains: no phone, website, price or hours", () => {
  const licenses = seedData.places.flatMap(({ slug, facts }) =>
    facts.filter(({ source }) => source === "abca-2025").map((block) => ({ slug, ...block })),
  );
  const unsupported = licenses.filter(({ phone, website, priceRange, hours, hoursText }) =>
    [phone, website, priceRange, hours, hoursText].some((fact) => fact !== undefined),
  );

  expect(licenses.length).toBeGreaterThan(100);
  expect(unsupported.map(({ slug }) => slug)).toEqual([]);
});

test("no fact was checked in the future", () => {
  const dates = [
    ...seedData.places.flatMap(({ facts }) => facts.flatMap(({ checkedOn }) => checkedOn ?? [])),
    ...seedData.stations.map(({ checkedOn }) => checkedOn),
  ];

  // The day on which the seed data was compiled.
  expect(dates.filter((checkedOn) => checkedOn > "2026-11-21")).toEqual([]);
});

/** Texts written by Rowhouse, by entry. A guide's own reasons and hints belong to its entry. */
function ownTexts(): [entry: string, texts: string[]][] {
  return [
    ...seedData.places.map(({ slug, description }): [string, string[]] => [`place ${slug}`, [description]]),
    ...seedData.neighborhoods.map(({ slug, summary, description, special }): [string, string[]] => [
      `neighborhood ${slug}`,
      [summary, description, ...special.map(({ text }) => text)],
    ]),
    ...seedData.categories.map(({ slug, headline, description }): [string, string[]] => [
      `category ${slug}`,
      [headline, description],
    ]),
    ...seedData.guides.map(({ slug, excerpt, body, places }): [string, string[]] => [
      `guide ${slug}`,
      [excerpt, ...body.split(/^::place.*$/m), ...places.flatMap(({ reason, hint }) => [reason, hint])],
    ]),
  ];
}

function sortedRanks(ranks: number[]): number[] {
  return ranks.toSorted((a, b) => a - b);
}

function runsOf(text: string): string[] {
  const all = wordsOf(text);
  const length = SHARED_WORDS_MAX + 1;
  return all.slice(length - 1).map((_, index) => all.slice(index, index + length).join(" "));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}
