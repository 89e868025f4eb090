import fc from "fast-check";
import { expect, test } from "vitest";

import type { OpeningHours } from "#app/guide/places/hours/opening-hours.ts";

import { placeJsonLd } from "./place-json-ld.ts";

const SITE = "https://rowhouse.example";
const NOW = new Date("2026-11-21T17:00:00Z");

type Place = Parameters<typeof placeJsonLd>[1];

/** A place with only the required fields. */
function place(known: Partial<Place>): Place {
  return {
    slug: "martins-tavern",
    name: "Martin's Tavern",
    title: "Martin's Tavern - Tavern in Georgetown",
    otherNames: [],
    category: "nightlife",
    type: "Tavern",
    neighborhood: { slug: "georgetown", name: "Georgetown" },
    summary: "Old-school tavern fare",
    isDescribed: true,
    listedNote: null,
    licensedNote: null,
    openedNote: null,
    hoursNote: null,
    isIndexed: true,
    description: "Four generations of one family.",
    priceRange: null,
    rating: null,
    hours: { tone: "unknown", lead: "Hours unknown", rest: "", stale: "" },
    street: null,
    quadrant: null,
    position: null,
    metro: null,
    picture: { hero: "/h.svg", card: "/c.svg", thumb: "/t.svg", alt: "" },
    zip: null,
    phone: null,
    website: null,
    week: null,
    closure: null,
    hoursText: null,
    attributes: [],
    origins: {},
    descriptionNote: "The description is by our editors.",
    nearby: [],
    stations: [],
    openingHours: null,
    realRating: null,
    photo: null,
    ...known,
  };
}

test("other names are alternate names, and a place without any has none", () => {
  const named = placeJsonLd(SITE, place({ otherNames: ["Martin's", "Billy Martin's"] }), NOW);

  expect(named["alternateName"]).toEqual(["Martin's", "Billy Martin's"]);
  expect(placeJsonLd(SITE, place({}), NOW)).not.toHaveProperty("alternateName");
});

test("a complete place has all properties, with absolute URLs", () => {
  const full = place({
    street: "1264 Wisconsin Avenue NW",
    quadrant: "NW",
    zip: "20007",
    position: { lat: 38.90571, lng: -77.06292 },
    phone: "+12023337370",
    website: "https://www.martinstavern.com",
    priceRange: "$$",
    rating: { mean: 2, count: 40, isDemo: true },
    realRating: { mean: 4.349, count: 12, isDemo: false },
    attributes: [
      { key: "reservations", label: "Takes reservations", value: true },
      { key: "parking", label: "Parking", value: null },
    ],
  });

  expect(placeJsonLd(SITE, full, NOW)).toMatchObject({
    "@context": "https://schema.org",
    "@type": "BarOrPub",
    name: "Martin's Tavern",
    url: "https://rowhouse.example/places/martins-tavern",
    sameAs: "https://www.martinstavern.com",
    telephone: "+12023337370",
    image: "https://rowhouse.example/social/places/martins-tavern.png",
    address: {
      streetAddress: "1264 Wisconsin Avenue NW",
      addressLocality: "Washington",
      addressRegion: "DC",
      postalCode: "20007",
      addressCountry: "US",
    },
    geo: { latitude: 38.90571, longitude: -77.06292 },
    priceRange: "$$",
    acceptsReservations: true,
    aggregateRating: { ratingValue: 4.3, reviewCount: 12, bestRating: 5 },
    amenityFeature: [{ name: "Takes reservations", value: true }],
  });
});

test("a street address always includes the quadrant", () => {
  const address = (street: string) => placeJsonLd(SITE, place({ street, quadrant: "SE" }), NOW)["address"];

  expect(address("225 7th Street")).toMatchObject({ streetAddress: "225 7th Street SE" });
  expect(address("225 7th Street SE")).toMatchObject({ streetAddress: "225 7th Street SE" });
});

test("without reviews there is no rating", () => {
  const none = { mean: 0, count: 0, isDemo: false };
  expect(placeJsonLd(SITE, place({ realRating: null }), NOW)).not.toHaveProperty("aggregateRating");
  expect(placeJsonLd(SITE, place({ realRating: none }), NOW)).not.toHaveProperty("aggregateRating");
});

test("demo reviews aren't part of the rating", () => {
  const invented = place({ rating: { mean: 4.6, count: 412, isDemo: true } });

  expect(JSON.stringify(placeJsonLd(SITE, invented, NOW))).not.toMatch(/rating|412/i);
});

test("Free and N/A aren't price ranges, and a museum has none", () => {
  expect(placeJsonLd(SITE, place({ priceRange: "N/A" }), NOW)).not.toHaveProperty("priceRange");
  expect(placeJsonLd(SITE, place({ priceRange: "Free" }), NOW)).not.toHaveProperty("priceRange");
  expect(placeJsonLd(SITE, place({ priceRange: "Free" }), NOW)).toHaveProperty("isAccessibleForFree", true);
  const museum = place({ category: "entertainment", type: "Art museum", priceRange: "$" });
  expect(placeJsonLd(SITE, museum, NOW)).not.toHaveProperty("priceRange");
});

test("only food places with a cuisine as type have servesCuisine", () => {
  const ethiopian = place({ category: "food", type: "Ethiopian" });
  expect(placeJsonLd(SITE, ethiopian, NOW)).toHaveProperty("servesCuisine", "Ethiopian");
  expect(placeJsonLd(SITE, place({ category: "food", type: "Diner" }), NOW)).not.toHaveProperty("servesCuisine");
  expect(placeJsonLd(SITE, place({}), NOW)).not.toHaveProperty("servesCuisine");
});

test("known hours include upcoming exceptions, and unknown hours are left out", () => {
  const day = [{ opens: "11:00", closes: "23:00" }];
  const openingHours: OpeningHours = {
    weekly: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: [] },
    exceptions: [{ days: { kind: "yearly", from: "12-25", through: "12-25" }, intervals: [], note: null }],
  };

  expect(placeJsonLd(SITE, place({}), NOW)).not.toHaveProperty("openingHoursSpecification");
  expect(placeJsonLd(SITE, place({ openingHours }), NOW)).toMatchObject({
    openingHoursSpecification: [{ opens: "11:00", closes: "23:00", dayOfWeek: expect.arrayContaining(["Monday"]) }],
    specialOpeningHoursSpecification: [{ validFrom: "2026-12-25", validThrough: "2026-12-25" }],
  });
});

test("no property is ever empty and every URL is absolute", () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
  const known: fc.Arbitrary<Partial<Place>> = fc.record({
    street: maybe(fc.string()),
    zip: maybe(fc.string()),
    phone: maybe(fc.string()),
    website: fc.constantFrom("https://a.example", "", null),
    priceRange: maybe(fc.constantFrom("$", "$$$$", "Free", "N/A")),
    realRating: maybe(
      fc.record({ mean: fc.double({ min: 1, max: 5, noNaN: true }), count: fc.nat(), isDemo: fc.constant(false) }),
    ),
    position: maybe(fc.record({ lat: fc.double({ min: 38, max: 39, noNaN: true }), lng: fc.constant(-77) })),
    type: fc.constantFrom("Tavern", "Museum", "Hotel", "Thai"),
  });
  fc.assert(
    fc.property(known, (facts) => {
      const document = placeJsonLd(SITE, place(facts), NOW);
      expect(emptyParts(document)).toEqual([]);
      for (const key of ["@id", "url", "image"]) expect(document[key]).toMatch(/^https:\/\/rowhouse\.example\//);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 5_000 : 200 },
  );
});

function emptyParts(value: unknown, path = "$"): string[] {
  if (value === null || value === undefined || value === "") return [path];
  if (typeof value !== "object") return [];
  const entries = Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([key, inner]) => emptyParts(inner, `${path}.${key}`));
}

test("a place's image is its first photo, with its credit if it needs one, or else the drawn picture", () => {
  const imageOf = (photo: Place["photo"]) => placeJsonLd(SITE, place({ photo }), NOW)["image"];
  const path = "/place-photos/1/x-960.jpg";
  const credit = {
    file: "X.jpg",
    pageUrl: "https://commons.example/X",
    author: "Jane Doe",
    origin: "",
    license: "CC BY-SA 4.0",
    licenseUrl: "https://creativecommons.example/by-sa/4.0",
    sha1: "0",
  };

  expect(imageOf({ path, credit: null })).toBe(SITE + path);
  expect(imageOf({ path, credit })).toEqual({
    "@type": "ImageObject",
    contentUrl: SITE + path,
    license: credit.licenseUrl,
    acquireLicensePage: credit.pageUrl,
    creditText: "Jane Doe, CC BY-SA 4.0, via Wikimedia Commons",
    creator: { "@type": "Person", name: "Jane Doe" },
  });
  expect(imageOf(null)).toBe(`${SITE}/social/places/martins-tavern.png`);
});
