import { expect } from "vitest";

import { buildHours } from "#app/guide/places/hours/opening-hours-builders.ts";
import { buildNeighborhood, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { searchFor, slugs } from "./search-page-builders.ts";

test("what is denied finds the places known to be otherwise", async ({ db }) => {
  const type = "Snorkelry";
  const resting = await buildPlace(db, {
    type,
    hours: buildHours("Mo-Sa 10:00-16:00"),
    priceRange: "$$",
    attributes: { dogsAllowed: false, stepFreeEntrance: true },
  });
  const busy = await buildPlace(db, {
    type,
    hours: buildHours("Mo-Su 10:00-16:00"),
    priceRange: "$$$$",
    attributes: { dogsAllowed: true, stepFreeEntrance: false },
  });
  const found = async (query: string) => {
    const results = await searchFor(db, query);
    return [results.chips.map(({ label }) => label).at(-1), slugs(results).places];
  };

  expect(await found("snorkelry closed on sunday")).toEqual(["Closed Sunday", [resting.slug]]);
  // The place that is closed then comes last, as for any search for open places.
  expect(await found("snorkelry not closed on sunday")).toEqual(["Open Sunday", [busy.slug, resting.slug]]);
  expect(await found("snorkelry no dogs")).toEqual(["No dogs", [resting.slug]]);
  expect(await found("snorkelry nothing expensive")).toEqual(["Not $$$ or $$$$", [resting.slug]]);
  expect(await found("snorkelry without stairs")).toEqual(["Step-free entrance", [resting.slug]]);
});

test("“near metro” finds what is a short walk from any station", async ({ db }) => {
  // Metro Center is at 38.8983, -77.0281. The nearest station to the second place is over two kilometers away.
  const near = await buildPlace(db, { type: "Snorkelry", lat: 38.8993, lng: -77.0281 });
  await buildPlace(db, { type: "Snorkelry", lat: 38.9, lng: -77.09 });

  const found = await searchFor(db, "snorkelry near metro");

  expect(slugs(found).places).toEqual([near.slug]);
  expect(found.chips.at(-1)?.label).toBe("10 min from any Metro station");
});

test("a listing's whole name is a name, and so is what looks like one", async ({ db }) => {
  const named = await buildPlace(db, { name: "Late Night Snorkels" });
  await buildPlace(db, { type: "Snorkelry", hours: buildHours("Mo-Su 17:00-02:00") });

  const listed = await searchFor(db, "late night snorkels");
  const unlisted = await searchFor(db, "Late Night Snorkelry");

  expect([listed.chips, slugs(listed).places[0]]).toEqual([[], named.slug]);
  expect(unlisted.chips).toEqual([]);
});

test("where a feature is known, unknown hours leave no place out", async ({ db }) => {
  const attributes = { cashOnly: true };
  const open = await buildPlace(db, { attributes, hours: buildHours("Mo-Su 10:00-16:00") });
  const perhaps = await buildPlace(db, { attributes });
  await buildPlace(db, { hours: buildHours("Mo-Su 10:00-16:00") });

  const found = await searchFor(db, "cash only open friday");
  const fits = new Map(found.places.items.map(({ slug, fit }) => [slug, fit]));

  expect([fits.get(open.slug), fits.get(perhaps.slug)]).toEqual(["known", "unknown"]);
  expect(found.groups.at(-1)?.heading).toBe("Ask about hours");
});

test("where a name isn't listed, places of its kind are shown, and no others", async ({ db }) => {
  const { slug } = await buildPlace(db, { type: "Snorkelry" });
  await buildPlace(db, { name: "The Gibberling" });

  const ofKind = await searchFor(db, "Quibble Snorkelry");
  const none = await searchFor(db, "Gibberling Fnord");

  expect(ofKind.places.items.map((place) => [place.slug, place.fit])).toEqual([[slug, "unknown"]]);
  expect(ofKind.groups.map(({ heading }) => heading)).toEqual(["We don’t list “Quibble Snorkelry”. Places like it"]);
  expect([none.places.items, none.isPartial]).toEqual([[], false]);
});

test("an hour alone is for going out: no hospital answers it", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Quuxville" });
  const open = { neighborhoodSlug, hours: buildHours("24/7") };
  const diner = await buildPlace(db, { ...open, categorySlug: "food", type: "Diner" });
  const hospital = await buildPlace(db, { ...open, categorySlug: "health", type: "Hospital" });

  expect(slugs(await searchFor(db, "saturday night Quuxville")).places).toEqual([diner.slug]);
  expect(slugs(await searchFor(db, "open now Quuxville")).places.toSorted()).toEqual(
    [diner.slug, hospital.slug].toSorted(),
  );
});

test("a place named by the words of a denial is no answer to it", async ({ db }) => {
  await buildPlace(db, { name: "Snorkelry for dogs", attributes: { dogsAllowed: true } });
  const perhaps = await buildPlace(db, { type: "Snorkelry" });

  expect(slugs(await searchFor(db, "snorkelry no dogs")).places).toEqual([perhaps.slug]);
});

test("what is searched for is never removed to find something else", async ({ db }) => {
  const { slug: neighborhoodSlug } = await buildNeighborhood(db, { name: "Mount Quuxville" });
  await buildPlace(db, { neighborhoodSlug });

  const found = await searchFor(db, "locksmith mt quuxville");

  expect(found.chips.map(({ label }) => label)).toEqual(["Locksmith", "Mount Quuxville"]);
  expect(found.relaxations).toEqual([]);
});
