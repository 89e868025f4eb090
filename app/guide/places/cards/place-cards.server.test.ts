import { inArray } from "drizzle-orm";
import { expect } from "vitest";

import { metroStations, places } from "#app/db/schema/places.ts";
import { buildRequestContext, buildPlace, buildReview } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { buildHours } from "../hours/opening-hours-builders.ts";
import { placeCards, placeCardsById } from "./place-cards.server.ts";

test("cards are in the order of the ids, without removed and closed places", async ({ db }) => {
  const [one, two] = [await buildPlace(db), await buildPlace(db)];
  const gone = await buildPlace(db, { status: "removed" });
  const closed = await buildPlace(db, { status: "closed" });

  const cards = await placeCardsById(db, [two.id, gone.id, closed.id, one.id, -1], buildRequestContext());

  expect(cards.map(({ slug }) => slug)).toEqual([two.slug, one.slug]);
  expect(await placeCardsById(db, [], buildRequestContext())).toEqual([]);
});

test("cards are sorted by name ignoring case and accents, up to the limit", async ({ db }) => {
  const ids = [];
  for (const name of ["Fir", "cedar", "Ash", "Élan", "beech", "Gum"]) ids.push((await buildPlace(db, { name })).id);

  const cards = await placeCards(db, { where: inArray(places.id, ids), limit: 5 }, buildRequestContext());

  expect(cards.map(({ name }) => name)).toEqual(["Ash", "beech", "cedar", "Élan", "Fir"]);
});

test("a card shows the Metro station only within walking distance", async ({ db }) => {
  const [station] = await db.select().from(metroStations).limit(1);
  const near = await buildPlace(db, { nearestStationSlug: station?.slug, nearestStationMeters: 640 });
  const far = await buildPlace(db, { nearestStationSlug: station?.slug, nearestStationMeters: 2_401 });

  const [nearCard, farCard] = await placeCardsById(db, [near.id, far.id], buildRequestContext());

  expect(nearCard?.metro).toEqual({ slug: station?.slug, name: station?.name, lines: station?.lines, minutes: 10 });
  expect(farCard?.metro).toBeNull();
});

test("a card's rating counts published reviews and says if demo reviews are included", async ({ db }) => {
  const [none, real, mixed] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  await buildReview(db, { placeId: none.id, status: "held" });
  for (const stars of [5, 4, 4]) await buildReview(db, { placeId: real.id, stars });
  await buildReview(db, { placeId: mixed.id, stars: 5 });
  await buildReview(db, { placeId: mixed.id, stars: 2, isDemo: true });

  const cards = await placeCardsById(db, [none.id, real.id, mixed.id], buildRequestContext());

  expect(cards.map(({ rating }) => rating)).toEqual([
    null,
    { mean: 13 / 3, count: 3, isDemo: false },
    { mean: 3.5, count: 2, isDemo: true },
  ]);
});

test("a page with cards is tagged with each place and expires when the first of them opens or closes", async ({
  db,
}) => {
  // Noon on a Wednesday in Washington.
  const moment = buildRequestContext(new Date("2027-01-13T17:00:00Z"));
  const lunch = await buildPlace(db, { hours: buildHours("Mo-Su 11:00-15:00") });
  const late = await buildPlace(db, { hours: buildHours("Mo-Su 13:30-24:00") });
  const unknown = await buildPlace(db);

  await placeCardsById(db, [unknown.id, lunch.id, late.id], moment);

  expect(moment.page.expiresAt).toEqual(new Date("2027-01-13T18:30:00Z"));
  expect([...moment.page.tags]).toEqual(
    expect.arrayContaining([lunch, late, unknown].map(({ slug }) => `place:${slug}`)),
  );
});

test("a page whose places have unknown hours doesn't expire", async ({ db }) => {
  const moment = buildRequestContext();
  const { id } = await buildPlace(db);

  await placeCardsById(db, [id], moment);

  expect(moment.page.expiresAt).toBeNull();
});
