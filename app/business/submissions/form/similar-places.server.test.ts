import { expect } from "vitest";

import { test } from "#tests/test-database.ts";
import { buildPlace } from "#tests/builders.ts";

import type { ComparablePlace } from "./place-similarity.ts";
import { findZipBounds, findSimilarPlaces, suggestQuadrant } from "./similar-places.server.ts";

const NOTHING: ComparablePlace = { name: "", street: null, quadrant: null, position: null, phone: null, website: null };

/** Seed places as people write them, with the place they mean. */
const LABELED: [given: Partial<ComparablePlace>, slug: string][] = [
  [{ name: "mr henrys" }, "mr-henrys"],
  [{ name: "Tune In", street: "331 Pennsylvania Ave", quadrant: "SE" }, "tune-inn"],
  [{ name: "Monocle Restaurant" }, "monocle"],
  [{ name: "Fragers Hardware Store" }, "fragers-hardware"],
  [{ name: "GRUBBS PHARMACY" }, "grubbs-pharmacy"],
  [{ name: "Folger Library" }, "folger-shakespeare-library"],
  [{ name: "Founding Farmers DC" }, "founding-farmers"],
  [{ name: "Watergate Hotel" }, "watergate-hotel"],
  [{ name: "Top of the Gate Rooftop Bar" }, "top-of-the-gate"],
  [{ name: "Thompsons Boat Centre" }, "thompson-boat-center"],
  [{ name: "Hive Hotel", street: "2224 F St", quadrant: "NW" }, "hotel-hive"],
  [{ name: "Madams Organ Blues Bar" }, "madams-organ"],
  [{ name: "Octagon Museum", street: "1799 New York Ave", quadrant: "NW" }, "octagon-house"],
  [{ name: "GW Hospital", phone: "+12027154000" }, "george-washington-university-hospital"],
  [{ name: "Constitution Hall" }, "dar-constitution-hall"],
  [{ name: "Mechos Kitchen" }, "mechos-dominican-kitchen"],
  [{ name: "Stuart Hobson School" }, "stuart-hobson-middle-school"],
  [{ name: "Trader Joes", street: "750 Pennsylvania Avenue", quadrant: "SE" }, "trader-joes-capitol-hill"],
  [{ name: "Pascuals", position: { lat: 38.8957, lng: -76.9953 } }, "pascual"],
  [{ name: "Whole Foods Foggy Bottom" }, "whole-foods-market-foggy-bottom"],
];

/** Names that resemble no seed place. */
const UNKNOWN = [
  "Zebra Finch Aviary",
  "Nonesuch Records",
  "Quartz & Flint Jewelers",
  "Ozymandias Tailoring",
  "北京饭店",
];

test("in a labeled set, listed places are found and new places don't match", async ({ db }) => {
  const missed: string[] = [];
  for (const [given, slug] of LABELED) {
    const similar = await findSimilarPlaces(db, { ...NOTHING, ...given });
    if (!similar.some((place) => place.slug === slug)) missed.push(slug);
  }
  const mistaken: string[] = [];
  for (const name of UNKNOWN) {
    const similar = await findSimilarPlaces(db, { ...NOTHING, name, position: { lat: 38.9, lng: -77.03 } });
    if (similar.some(({ isSure }) => isSure)) mistaken.push(name);
  }

  expect({ missed, mistaken }).toEqual({ missed: [], mistaken: [] });
});

test("a removed place doesn't match, a closed one does", async ({ db }) => {
  await buildPlace(db, { slug: "zebra-finch", name: "Zebra Finch", status: "removed" });
  const gone = await findSimilarPlaces(db, { ...NOTHING, name: "Zebra Finch" });
  await buildPlace(db, {
    slug: "zebra-finch-aviary",
    name: "Zebra Finch Aviary",
    status: "closed",
    closedOn: "2026-01-01",
  });
  const closed = await findSimilarPlaces(db, { ...NOTHING, name: "Zebra Finch Aviary" });

  expect(gone).toEqual([]);
  expect(closed).toMatchObject([{ slug: "zebra-finch-aviary", isClosed: true, isSure: true }]);
});

test("the quadrant is suggested from the pin or the ZIP code's places, with a reason", async ({ db }) => {
  const at = (lat: number, lng: number) => suggestQuadrant(db, { zip: null, position: { lat, lng } });

  expect(await at(38.91, -77.03)).toEqual({ quadrant: "NW", why: "the pin is northwest of the Capitol" });
  expect((await at(38.87, -76.99))?.quadrant).toBe("SE");
  expect(await at(38.92, -77.00905)).toBeNull();
  const byZip = await suggestQuadrant(db, { zip: "20009", position: null });
  expect(byZip?.quadrant).toBe("NW");
  expect(byZip?.why).toMatch(/^(?:all \d+|\d+ of \d+) places we list in 20009 are there$/);
  expect(await suggestQuadrant(db, { zip: "20599", position: null })).toBeNull();
});

test("a ZIP code's bounds are those of its listed places, or none", async ({ db }) => {
  const box = await findZipBounds(db, "20009");
  await buildPlace(db, { zip: "20599", lat: 38.9, lng: -77.01 });
  await buildPlace(db, { zip: "20599", lat: 38.95, lng: -77.05, status: "removed" });

  expect(box?.south).toBeGreaterThan(38.9);
  expect(box?.north).toBeLessThan(38.94);
  expect(box?.west).toBeLessThan(-77.04);
  expect(await findZipBounds(db, "20599")).toEqual({ south: 38.9, north: 38.9, west: -77.01, east: -77.01 });
  expect([await findZipBounds(db, "20598"), await findZipBounds(db, null)]).toEqual([null, null]);
});
