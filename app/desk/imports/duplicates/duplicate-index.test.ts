import { expect, test } from "vitest";

import { shippedSeedData } from "#tests/shipped-seed-data.ts";
import { seededRandom } from "#illustrations/drawing/seeded-random.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { distanceMeters } from "#app/lib/geo.ts";

import { DuplicateIndex, countNameParts, type NamePartCounts } from "./duplicate-index.ts";
import { NEARBY_METERS, type ComparablePlace, compareDuplicates } from "./duplicate-score.ts";

const PLACES = 1_500;

test("every place that a full comparison would not call different is found, along with few others", () => {
  const random = seededRandom("alike");
  const listed = Array.from({ length: PLACES }, () => randomPlace(random));
  const queries = [...listed.slice(0, 300).map((place) => alteredCopy(place, random)), ...listed.slice(300, 400)];
  const index = indexOf(listed);

  const results = queries.map((place) => ({ place, found: new Set(index.find(place)) }));
  const missed = results.flatMap(({ place, found }) =>
    listed.flatMap((other, at) =>
      !found.has(at) && isWithinReach(place, other) && isDuplicate(place, other) ? [[place, other]] : [],
    ),
  );
  const duplicateCount = results.reduce(
    (sum, { place }) => sum + listed.filter((other) => isDuplicate(place, other)).length,
    0,
  );
  const foundCount = results.reduce((sum, { found }) => sum + found.size, 0);

  expect(missed).toEqual([]);
  expect(duplicateCount).toBeGreaterThan(400);
  expect(foundCount).toBeLessThan(queries.length * PLACES * 0.05);
});

test("of 3,000 places with one name and position 100 are found, and places without a position are found by name", () => {
  const place = { ...EMPTY_PLACE, name: "Union Station Newsstand", position: { lat: 38.8973, lng: -77.0063 } };
  const index = indexOf(Array.from({ length: 3_000 }, () => ({ ...place })));
  const unplaced = indexOf([
    { ...EMPTY_PLACE, name: "Zephyr Kites" },
    { ...EMPTY_PLACE, name: "Okapi Hats" },
  ]);

  expect(index.find(place)).toHaveLength(100);
  expect(index.find({ ...place, position: { lat: 38.95, lng: -77.0063 } })).toEqual([]);
  expect(unplaced.find({ ...place, name: "Zephyr Kites LLC" })).toEqual([0]);
  expect(unplaced.find({ ...EMPTY_PLACE, name: "The Okapi Hats" })).toEqual([1]);
});

test("a place without a position is compared with few of 6,000 places, and all of its duplicates are found", () => {
  const random = seededRandom("nowhere");
  const listed = Array.from({ length: 6_000 }, (_, at) => ({
    ...cityPlace(random),
    position: at % 2 === 0 ? { lat: 38.8 + random.next() * 0.2, lng: -77.12 + random.next() * 0.2 } : null,
  }));
  const queries = listed.slice(0, 200).map((place) => ({ ...alteredCopy(place, random), position: null }));
  const index = indexOf(listed, countNameParts(CITY_PLACES));

  const results = queries.map((place) => ({ place, found: new Set(index.find(place)) }));
  const missed = results.flatMap(({ place, found }) =>
    listed.flatMap((other, at) => (!found.has(at) && isDuplicate(place, other) ? [[place, other]] : [])),
  );

  expect(missed).toEqual([]);
  expect(
    results.filter(({ place, found }) => [...found].some((at) => isDuplicate(place, listed[at] ?? place))).length,
  ).toBeGreaterThan(150);
  // Comparing with every place would visit 6,000 per query.
  expect(index.visited / queries.length).toBeLessThan(250);
});

test("when every entry has one name, street and position, a search visits a bounded number of them", () => {
  const pile = { ...EMPTY_PLACE, name: "Zephyr Kites", street: "1 Main Street", quadrant: "NW" };
  const position = { lat: 38.9, lng: -77.03 };
  const unplaced = indexOf(Array.from({ length: 30_000 }, () => ({ ...pile })));
  const placed = indexOf(Array.from({ length: 30_000 }, () => ({ ...pile, position })));

  expect(unplaced.find(pile)).toHaveLength(100);
  expect(placed.find({ ...pile, position })).toHaveLength(100);
  expect(unplaced.visited).toBeLessThan(10_000);
  expect(placed.visited).toBeLessThan(21_000);
});

test("a place without a position is found among others without one, whatever the reach", () => {
  const position = { lat: 38.9, lng: -77.03 };
  const places = [
    { ...EMPTY_PLACE, name: "Zephyr Kites", position },
    { ...EMPTY_PLACE, name: "Zephyr Kites" },
  ];
  const [narrow, wide] = [new DuplicateIndex({ reach: "unplaced" }), new DuplicateIndex()];
  for (const index of [narrow, wide]) for (const [at, place] of places.entries()) index.add(at, place);

  expect(narrow.find({ ...EMPTY_PLACE, name: "Zephyr Kites" })).toEqual([1]);
  expect(new Set(wide.find({ ...EMPTY_PLACE, name: "Zephyr Kites" }))).toEqual(new Set([0, 1]));
  expect(new Set(narrow.find({ ...EMPTY_PLACE, name: "Zephyr Kites", position }))).toEqual(new Set([0, 1]));
});

test("names in non-Latin letters are told apart", () => {
  const position = { lat: 38.9, lng: -77.03 };
  const index = indexOf([
    { ...EMPTY_PLACE, name: "東京ラーメン", position },
    { ...EMPTY_PLACE, name: "北京烤鸭", position },
  ]);

  expect(index.find({ ...EMPTY_PLACE, name: "東京ラーメン", position })).toEqual([0]);
});

const EMPTY_PLACE: ComparablePlace = {
  name: "",
  category: null,
  street: null,
  quadrant: null,
  position: null,
  phone: null,
  website: null,
};

function indexOf(places: ComparablePlace[], counts?: NamePartCounts): DuplicateIndex {
  const index = new DuplicateIndex(counts === undefined ? {} : { counts });
  for (const [at, place] of places.entries()) index.add(at, place);
  return index;
}

function isDuplicate(one: ComparablePlace, other: ComparablePlace): boolean {
  return compareDuplicates(one, other).band !== "different";
}

/** Places with the same street address but far-apart positions are not findable by position. */
function isWithinReach({ position: a }: ComparablePlace, { position: b }: ComparablePlace): boolean {
  return a === null || b === null || distanceMeters(a, b) <= NEARBY_METERS;
}

type Random = ReturnType<typeof seededRandom>;

const WORDS =
  "Blue Harbor Lantern Corner House Cafe Bar Oyster Tortoise District Union Shaw Kitchen Books Garden The Of 14 7 Émile’s and & Grill Pho LLC Company".split(
    " ",
  );
const STREETS = "14th Street,U Street,Florida Avenue,Q St,Wisconsin Ave".split(",");

/** Everything lies within half a square kilometer, so every place is near every other. */
function randomPlace(random: Random): ComparablePlace {
  const name = Array.from({ length: random.integer(1, 5) }, () => random.pick(WORDS)).join(" ");
  const hasStreet = random.chance(0.6);
  return {
    name,
    category: random.chance(0.8) ? random.pick([...CATEGORY_SLUGS]) : null,
    street: hasStreet ? `${random.integer(100, 160)} ${random.pick(STREETS)}` : null,
    quadrant: hasStreet ? "NW" : null,
    position: random.chance(0.9) ? { lat: 38.91 + random.next() * 0.006, lng: -77.03 + random.next() * 0.008 } : null,
    phone: null,
    website: random.chance(0.5) ? `https://www.site-${random.integer(1, 80)}.example/here` : null,
  };
}

const CITY_PLACES = shippedSeedData().places.map(({ name }) => ({ ...EMPTY_PLACE, name }));
const CITY_WORDS = CITY_PLACES.flatMap(({ name }) => name.split(" "));

/** Distributed like a city's names: a few words occur in many names, most words in few. */
function cityPlace(random: Random): ComparablePlace {
  const name = Array.from({ length: random.integer(1, 4) }, () => random.pick(CITY_WORDS)).join(" ");
  const hasStreet = random.chance(0.6);
  return {
    ...randomPlace(random),
    name,
    street: hasStreet ? `${random.integer(100, 4_000)} ${random.pick(STREETS)}` : null,
    quadrant: hasStreet ? "NW" : null,
  };
}

/** The same place as another map might record it. */
function alteredCopy(place: ComparablePlace, random: Random): ComparablePlace {
  const letters = [...place.name];
  if (random.chance(0.4)) letters.splice(random.integer(0, letters.length - 1), 1);
  const shift = () => (random.next() - 0.5) * 0.002;
  return {
    ...place,
    name: `${letters.join("")}${random.chance(0.3) ? " Inc." : ""}`,
    position: place.position === null ? null : { lat: place.position.lat + shift(), lng: place.position.lng + shift() },
    street: random.chance(0.3) ? null : place.street,
  };
}
