import { expect, test } from "vitest";

import { words, writeCatalogue } from "#tests/catalogue-folder.ts";

import type { Catalogue } from "./catalogue.ts";
import { readCatalogue } from "./catalogue-files.server.ts";
import { crossCheckCatalogue } from "./cross-check.ts";

type PlaceEntry = Catalogue["places"][number];
type Facts = PlaceEntry["facts"][number];

const BAKERY = "places/testville.yaml, testville-bakery";
const WALK = "guides/testville-walk.md";

test("a sound catalogue has no problem", () => {
  expect(crossCheckCatalogue(soundCatalogue())).toEqual([]);
});

test("a place more than 150 m outside its neighborhood's line is refused, one within is not", () => {
  // 38.92 is the northern line; a degree of latitude is 111,195 m.
  expect(checkBakery({ position: [38.92 + 140 / 111_195, -77.04] })).toEqual([]);
  expect(checkBakery({ position: [38.92 + 160 / 111_195, -77.04] })).toEqual([
    `${BAKERY}, position: 160 m outside testville, at most 150`,
  ]);
});

test("an address in another quadrant than its position is refused; on a dividing street either side is right", () => {
  expect(checkBakery({ address: "1400 Test Street SE" })).toEqual([
    `${BAKERY}, address: says SE, but the position lies in NW`,
  ]);
  expect(checkBakery({ address: "1400 Test Street NE" })).toHaveLength(1);
  expect(checkBakery({ address: "1 Capitol Street NE", position: [38.915, -77.0095] })).toEqual([
    expect.stringContaining("outside testville"),
  ]);
});

test("two entries of one name within 90 m are the same place, however they are spelled; farther apart they are two", () => {
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

test("a field that stands under two sources is refused, and so is a source nobody lists", () => {
  const twice = checkPlaces(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, facts: [...first.facts, { source: "rowhouse", phone: "+12025550199" }] }, ...others],
  );

  expect(twice).toEqual([`${BAKERY}, phone: stands under two sources; keep the better one`]);
  expect(checkBakery({ source: "hearsay" })).toEqual([`${BAKERY}, source: no source hearsay`]);
});

test("hours that can't be read are refused with the reason", () => {
  const [problem, ...more] = checkBakery({ hours: "Mo-Fr from nine to five" });

  expect(problem).toMatch(new RegExp(`^${BAKERY}, hours: .{10,}`));
  expect(more).toEqual([]);
});

test("hours in words are for what can't be read, and nothing else", () => {
  expect(checkBakery({ hours: undefined, hoursText: "Dawn to dusk" })).toEqual([]);
  expect(checkBakery({ hours: undefined, hoursText: "Mo-Fr 09:00-17:00" })).toEqual([
    `${BAKERY}, hoursText: "Mo-Fr 09:00-17:00" can be read: write it as hours`,
  ]);
});

test("a slug that stands twice is told once for each list", () => {
  const catalogue = soundCatalogue();
  const problems = crossCheckCatalogue({
    ...catalogue,
    stations: [...catalogue.stations, ...catalogue.stations.slice(0, 1)],
    sources: [...catalogue.sources, ...catalogue.sources.slice(0, 1)],
  });

  expect(problems).toEqual([
    `metro-stations.yaml, ${catalogue.stations[0]?.slug}, slug: stands there more than once`,
    `sources.yaml, ${catalogue.sources[0]?.id}, slug: stands there more than once`,
  ]);
});

test("a rank among a neighborhood's or a category's featured places is given once", () => {
  const problems = checkPlaces((places) =>
    places.map((place, index) => (index < 2 ? { ...place, featured: 1, hub: 2 } : place)),
  );

  expect(problems).toEqual([
    "places/: testville featured 1 stands there more than once",
    "places/: food hub 2 stands there more than once",
  ]);
});

test("a neighborhood names neighbors and stations that exist, and has a shape and a plan", () => {
  const catalogue = soundCatalogue();
  const problems = crossCheckCatalogue({
    ...catalogue,
    neighborhoods: catalogue.neighborhoods.map((entry) => ({
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

test("a guide's ::place lines are its list, in its order", () => {
  const catalogue = soundCatalogue();
  const body = catalogue.guides[0]?.body ?? "";
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

test("a guide names places, a neighborhood and an author that exist", () => {
  const catalogue = soundCatalogue();
  const problems = crossCheckCatalogue({
    ...catalogue,
    places: catalogue.places.slice(0, 3),
    guides: catalogue.guides.map((guide) => ({ ...guide, neighborhood: "atlantis", author: "nobody" })),
  });

  expect(problems).toEqual([
    `${WALK}, places: no place testville-tavern`,
    `${WALK}, neighborhood: no neighborhood atlantis`,
    `${WALK}, author: no author nobody`,
  ]);
});

test("a guide has 600 to 1,500 words, its reasons and hints counted", () => {
  const lines =
    "::place{testville-bakery}\n::place{testville-bookshop}\n::place{testville-museum}\n::place{testville-tavern}";
  // Four reasons of 20 words, four hints of 5 and the four lines are 104.
  const withWords = (count: number) => checkGuide({ body: `${words(count - 104)}\n\n${lines}` });

  expect(withWords(600)).toEqual([]);
  expect(withWords(1_500)).toEqual([]);
  expect(withWords(599)).toEqual([`${WALK}: 599 words, wants 600 to 1500`]);
  expect(withWords(1_501)).toEqual([`${WALK}: 1501 words, wants 600 to 1500`]);
});

test("a guide for members names no place of its list where everybody reads it", () => {
  const catalogue = soundCatalogue();
  const body = catalogue.guides[0]?.body ?? "";
  const inOpening = { body: `First to Testville No. 1.\n\n${body}` };

  expect(checkGuide({ access: "members" })).toEqual([]);
  expect(checkGuide({ access: "everyone", ...inOpening })).toEqual([]);
  for (const given of [inOpening, { title: "On testville no. 1" }, { keywords: ["Testville No. 1"] }]) {
    expect(checkGuide({ access: "members", ...given })).toEqual([
      `${WALK}: names Testville No. 1 where everybody reads it`,
    ]);
  }
});

test("a guide comes out at one time, said in one way", () => {
  const told = `${WALK}: say either publishedAt or hoursAfterFirstLoad`;

  expect(checkGuide({ hoursAfterFirstLoad: 48 })).toEqual([told]);
  expect(checkGuide({ publishedAt: undefined })).toEqual([told]);
  expect(checkGuide({ publishedAt: undefined, hoursAfterFirstLoad: 48 })).toEqual([]);
});

function soundCatalogue(): Catalogue {
  return readCatalogue(writeCatalogue());
}

function checkPlaces(change: (places: PlaceEntry[]) => PlaceEntry[]): string[] {
  const catalogue = soundCatalogue();
  return crossCheckCatalogue({ ...catalogue, places: change(catalogue.places) });
}

/** What is said when the bakery's facts are changed so. */
function checkBakery(given: Partial<Facts>): string[] {
  return checkPlaces((places) =>
    places.map((place) =>
      place.slug === "testville-bakery" ? { ...place, facts: [{ ...factsOf(place), ...given }] } : place,
    ),
  );
}

function checkGuide(given: Partial<Catalogue["guides"][number]>): string[] {
  const catalogue = soundCatalogue();
  return crossCheckCatalogue({ ...catalogue, guides: catalogue.guides.map((guide) => ({ ...guide, ...given })) });
}

function factsOf(place: PlaceEntry): Facts {
  const [facts] = place.facts;
  if (facts === undefined) throw new Error(`${place.slug} has no facts`);
  return facts;
}

/** So many meters north of where the builders put a place. */
function north(meters: number): [number, number] {
  return [38.915 + meters / 111_195, -77.04];
}
