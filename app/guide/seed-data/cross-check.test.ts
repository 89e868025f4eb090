import { expect, test } from "vitest";

import { words, writeSeedFolder } from "#tests/seed-folder.ts";

import type { SeedData } from "./seed-data.ts";
import { readSeedData } from "./seed-files.server.ts";
import { crossCheckSeedData } from "./cross-check.ts";

type PlaceEntry = SeedData["places"][number];
type Facts = PlaceEntry["facts"][number];

const BAKERY = "places/testville.yaml, testville-bakery";
const WALK = "guides/testville-walk.md";

test("valid seed data has no problems", () => {
  expect(crossCheckSeedData(validSeedData())).toEqual([]);
});

test("a place may be up to 150 m outside its neighborhood's border", () => {
  // 38.92 is the northern border; a degree of latitude is 111,195 m.
  expect(checkBakery({ position: [38.92 + 140 / 111_195, -77.04] })).toEqual([]);
  expect(checkBakery({ position: [38.92 + 160 / 111_195, -77.04] })).toEqual([
    `${BAKERY}, position: 160 m outside testville, at most 150`,
  ]);
});

test("an address must be in the quadrant of its position, except near a dividing street", () => {
  expect(checkBakery({ address: "1400 Test Street SE" })).toEqual([
    `${BAKERY}, address: says SE, but the position lies in NW`,
  ]);
  expect(checkBakery({ address: "1400 Test Street NE" })).toHaveLength(1);
  expect(checkBakery({ address: "1 Capitol Street NE", position: [38.915, -77.0095] })).toEqual([
    expect.stringContaining("outside testville"),
  ]);
});

test("two entries within 90 m with the same name, ignoring case and punctuation, are duplicates", () => {
  const name = "Testville's Bakery";
  const withTwin = (meters: number) =>
    checkPlaces((places) =>
      places.map((place, index) => {
        if (index === 0) return { ...place, name };
        if (index > 1) return place;
        return { ...place, name: "TESTVILLES BAKERY", facts: [{ ...factsOf(place), position: north(meters) }] };
      }),
    );

  expect(withTwin(80)).toEqual([`${BAKERY}: the same place as testville-bookshop`]);
  expect(withTwin(100)).toEqual([]);
});

test("an other name is no name of the place already, nor of another place", () => {
  const otherNames = ["The Vat", "testville no 1", "Testville No. 2", "the vat"];
  const problems = checkPlaces(([first, ...others]) =>
    first === undefined ? [] : [{ ...first, otherNames }, ...others],
  );

  expect(problems).toEqual([
    `${BAKERY}, otherNames: testville no 1 repeats one of its names`,
    `${BAKERY}, otherNames: Testville No. 2 is a name of testville-bookshop too`,
    `${BAKERY}, otherNames: the vat repeats one of its names`,
  ]);
});

test("a field with two sources and an unknown source are rejected", () => {
  const problems = checkPlaces(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, facts: [...first.facts, { source: "rowhouse", phone: "+12025550199" }] }, ...others],
  );

  expect(problems).toEqual([`${BAKERY}, phone: is given by two sources; keep the better one`]);
  expect(checkBakery({ source: "hearsay" })).toEqual([`${BAKERY}, source: no source hearsay`]);
});

test("hours that can't be parsed are rejected with the reason", () => {
  const [problem, ...more] = checkBakery({ hours: "Mo-Fr from nine to five" });

  expect(problem).toMatch(new RegExp(`^${BAKERY}, hours: .{10,}`));
  expect(more).toEqual([]);
});

test("hoursText is rejected if it can be parsed as hours", () => {
  expect(checkBakery({ hours: undefined, hoursText: "Dawn to dusk" })).toEqual([]);
  expect(checkBakery({ hours: undefined, hoursText: "Mo-Fr 09:00-17:00" })).toEqual([
    `${BAKERY}, hoursText: "Mo-Fr 09:00-17:00" can be parsed: write it as hours`,
  ]);
});

test("a duplicate slug is reported once per list", () => {
  const seedData = validSeedData();
  const problems = crossCheckSeedData({
    ...seedData,
    stations: [...seedData.stations, ...seedData.stations.slice(0, 1)],
    sources: [...seedData.sources, ...seedData.sources.slice(0, 1)],
  });

  expect(problems).toEqual([
    `metro-stations.yaml, ${seedData.stations[0]?.slug}, slug: is there more than once`,
    `sources.yaml, ${seedData.sources[0]?.id}, slug: is there more than once`,
  ]);
});

test("each rank among a neighborhood's or a category's featured places may be used once", () => {
  const problems = checkPlaces((places) =>
    places.map((place, index) => (index < 2 ? { ...place, featured: 1, hub: 2 } : place)),
  );

  expect(problems).toEqual([
    "places/: testville featured 1 is there more than once",
    "places/: food hub 2 is there more than once",
  ]);
});

test("a neighborhood needs existing neighbors and stations, a shape and a street plan", () => {
  const seedData = validSeedData();
  const problems = crossCheckSeedData({
    ...seedData,
    neighborhoods: seedData.neighborhoods.map((entry) => ({
      ...entry,
      neighbors: ["atlantis"],
      metro: [{ station: "atlantis-west", inside: true }],
    })),
    shapes: {},
    streetPlans: {},
  });

  expect(problems).toEqual([
    "neighborhoods.yaml, testville: neighborhood-shapes.json has no shape for it",
    "neighborhoods.yaml, testville: street-plans.json has no plan for it",
    "neighborhoods.yaml, testville, neighbors: no neighborhood atlantis",
    "neighborhoods.yaml, testville, metro: no station atlantis-west",
  ]);
});

test("a guide's ::place lines must match its list of places in order", () => {
  const seedData = validSeedData();
  const body = seedData.guides[0]?.body ?? "";
  const inAnotherOrder = body
    .replace("{testville-bakery}", "{x}")
    .replace("{testville-tavern}", "{testville-bakery}")
    .replace("{x}", "{testville-tavern}");

  for (const wrong of [
    inAnotherOrder,
    body.replace("::place{testville-tavern}", ""),
    `${body}\n\n::place{testville-tavern}`,
  ]) {
    expect(checkGuide({ body: wrong })).toEqual([
      expect.stringMatching(new RegExp(`^${WALK}: the body's ::place lines \\(testville-.*\\) differ from the list`)),
    ]);
  }
});

test("a guide's places, neighborhood and author must exist", () => {
  const seedData = validSeedData();
  const problems = crossCheckSeedData({
    ...seedData,
    places: seedData.places.slice(0, 3),
    guides: seedData.guides.map((guide) => ({ ...guide, neighborhood: "atlantis", author: "nobody" })),
  });

  expect(problems).toEqual([
    `${WALK}, places: no place testville-tavern`,
    `${WALK}, neighborhood: no neighborhood atlantis`,
    `${WALK}, author: no author nobody`,
  ]);
});

test("a guide has 600 to 1,500 words, including reasons and hints", () => {
  const lines =
    "::place{testville-bakery}\n::place{testville-bookshop}\n::place{testville-museum}\n::place{testville-tavern}";
  // Four reasons of 20 words, four hints of 5 and the four lines are 104.
  const withWords = (count: number) => checkGuide({ body: `${words(count - 104)}\n\n${lines}` });

  expect(withWords(600)).toEqual([]);
  expect(withWords(1_500)).toEqual([]);
  expect(withWords(599)).toEqual([`${WALK}: 599 words, needs 600 to 1500`]);
  expect(withWords(1_501)).toEqual([`${WALK}: 1501 words, needs 600 to 1500`]);
});

test("a members-only guide doesn't name its places in the public part", () => {
  const seedData = validSeedData();
  const body = seedData.guides[0]?.body ?? "";
  const inOpening = { body: `First to Testville No. 1.\n\n${body}` };

  expect(checkGuide({ access: "members" })).toEqual([]);
  expect(checkGuide({ access: "everyone", ...inOpening })).toEqual([]);
  for (const given of [inOpening, { title: "On testville no. 1" }, { keywords: ["Testville No. 1"] }]) {
    expect(checkGuide({ access: "members", ...given })).toEqual([`${WALK}: names Testville No. 1 in its public part`]);
  }
});

test("a guide has either publishedAt or hoursAfterFirstLoad", () => {
  const problem = `${WALK}: set either publishedAt or hoursAfterFirstLoad`;

  expect(checkGuide({ hoursAfterFirstLoad: 48 })).toEqual([problem]);
  expect(checkGuide({ publishedAt: undefined })).toEqual([problem]);
  expect(checkGuide({ publishedAt: undefined, hoursAfterFirstLoad: 48 })).toEqual([]);
});

function validSeedData(): SeedData {
  return readSeedData(writeSeedFolder());
}

function checkPlaces(change: (places: PlaceEntry[]) => PlaceEntry[]): string[] {
  const seedData = validSeedData();
  return crossCheckSeedData({ ...seedData, places: change(seedData.places) });
}

/** The problems after changing the bakery's facts. */
function checkBakery(given: Partial<Facts>): string[] {
  return checkPlaces((places) =>
    places.map((place) =>
      place.slug === "testville-bakery" ? { ...place, facts: [{ ...factsOf(place), ...given }] } : place,
    ),
  );
}

function checkGuide(given: Partial<SeedData["guides"][number]>): string[] {
  const seedData = validSeedData();
  return crossCheckSeedData({ ...seedData, guides: seedData.guides.map((guide) => ({ ...guide, ...given })) });
}

function factsOf(place: PlaceEntry): Facts {
  const [facts] = place.facts;
  if (facts === undefined) throw new Error(`${place.slug} has no facts`);
  return facts;
}

/** A position this many meters north of the builders' default. */
function north(meters: number): [number, number] {
  return [38.915 + meters / 111_195, -77.04];
}
