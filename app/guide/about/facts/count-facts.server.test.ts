import { eq, isNotNull } from "drizzle-orm";
import { expect } from "vitest";

import { factConfirmations } from "#app/db/schema/corrections.ts";
import { factCounts, placeFacts, places } from "#app/db/schema/places.ts";
import { buildPlace, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { loadFactCounts, storeFactCounts } from "./count-facts.server.ts";

test("facts count once, by source and by the age of the source's own date", async ({ db }) => {
  await db.delete(placeFacts).where(isNotNull(placeFacts.field));
  const [place, closed] = [await buildPlace(db), await buildPlace(db, { status: "closed", closedOn: "2027-01-02" })];
  const facts = [
    { placeId: place.id, field: "address", sourceId: "abca-2025", checkedOn: "2026-02-28" },
    { placeId: place.id, field: "zip", sourceId: "abca-2025", checkedOn: "2025-01-13" },
    // A month and a year count until their end.
    { placeId: place.id, field: "phone", sourceId: "abca-2025", checkedOn: "2026-01" },
    { placeId: place.id, field: "website", sourceId: "abca-2025", checkedOn: "2024" },
    { placeId: place.id, field: "name", sourceId: "rowhouse", checkedOn: null },
    { placeId: place.id, field: "ranks", sourceId: "rowhouse", checkedOn: null },
    { placeId: closed.id, field: "name", sourceId: "rowhouse", checkedOn: null },
  ] as const;
  await db
    .insert(placeFacts)
    .values(facts.map((fact) => ({ ...fact, value: "x", origin: "seed" as const, recordedAt: NOW })));

  const { countedOn, counts } = await loadFactCounts(db, NOW);

  expect(countedOn).toBe("2027-01-13");
  expect(counts.sources).toEqual([
    { sourceId: "abca-2025", thisYear: 2, lastYear: 1, older: 1, undated: 0 },
    { sourceId: "rowhouse", thisYear: 0, lastYear: 0, older: 0, undated: 1 },
  ]);
});

test("the figures of all categories and of the month are counted", async ({ db }) => {
  const before = (await loadFactCounts(db, NOW)).counts;
  const createdAt = new Date("2027-01-01T05:00:00Z");
  const place = await buildPlace(db, { categorySlug: "health", hoursText: "By appointment", createdAt });
  await buildPlace(db, { categorySlug: "health", createdAt: new Date(createdAt.getTime() - 1) });
  await buildPlace(db, { status: "closed", closure: "permanent", closedOn: "2027-01-02" });
  const confirmed = {
    placeId: place.id,
    field: "address" as const,
    valueDigest: "0".repeat(32),
    confirmedBy: "reader" as const,
  };
  await db.insert(factConfirmations).values({ ...confirmed, confirmedAt: NOW });

  const { counts } = await loadFactCounts(db, NOW);

  const [health, healthBefore] = [counts, before].map(({ hours }) =>
    hours.find(({ category }) => category === "health"),
  );
  expect(health).toEqual({
    category: "health",
    places: (healthBefore?.places ?? 0) + 2,
    known: (healthBefore?.known ?? 0) + 1,
  });
  expect(counts.places).toBe(await db.$count(places, eq(places.status, "published")));
  const { month } = before;
  expect(counts.month).toEqual({
    places: month.places + 1,
    closed: month.closed + 1,
    confirmations: month.confirmations + 1,
    facts: month.facts,
  });
});

test("the page shows the last count until the next, and one row stays", async ({ db }) => {
  await storeFactCounts(db, new Date(NOW.getTime() - 86_400_000));
  const first = await loadFactCounts(db, NOW);
  await db.delete(placeFacts).where(isNotNull(placeFacts.field));
  const shown = await loadFactCounts(db, NOW);
  await storeFactCounts(db, NOW);
  await storeFactCounts(db, NOW);

  expect(shown).toEqual(first);
  expect(await loadFactCounts(db, NOW)).toMatchObject({ countedOn: "2027-01-13", counts: { sources: [] } });
  expect(await db.$count(factCounts)).toBe(1);
});
