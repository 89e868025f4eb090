import { eq, isNotNull } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { placeChanges, placeFacts, places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { buildPlace, buildRequestContext, buildReview, buildUser } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findPlacePage } from "../place-queries.server.ts";
import { changeFacts } from "../facts/change-place.server.ts";
import { markUnconfirmedPlaces } from "./unconfirmed-places.server.ts";

const CONFIRMED = "2026-02-03";
/** The seed data would be marked as well by then. */
async function clearSeededDates(db: Database): Promise<void> {
  await db.update(placeFacts).set({ checkedOn: null }).where(isNotNull(placeFacts.checkedOn));
}

const BEFORE = new Date("2028-02-02T17:00:00Z");
const TWO_YEARS = new Date("2028-02-04T17:00:00Z");
const HALF_A_YEAR = new Date("2028-08-04T17:00:00Z");
const LATER = new Date("2028-09-01T17:00:00Z");

test("a listed place is marked after two years, leaves search and lists half a year later, and its page stays", async ({
  db,
}) => {
  await clearSeededDates(db);
  const { id, slug } = await buildListed(db);
  const nights = [];
  for (const now of [BEFORE, TWO_YEARS, new Date(HALF_A_YEAR.getTime() - 3 * 86_400_000), HALF_A_YEAR]) {
    await markUnconfirmedPlaces(db, now);
    const isRankedAsClosed = placeSearch.isClosed;
    const found = await db.select({ isRankedAsClosed }).from(placeSearch).where(eq(placeSearch.placeId, id));
    const page = await findPlacePage(db, slug, buildRequestContext(now));
    nights.push([await closureOf(db, id), found[0]?.isRankedAsClosed, page?.hours.lead, page?.closure?.title]);
  }

  expect(nights).toEqual([
    [null, false, "Hours unknown", undefined],
    ["unconfirmed", true, "May have closed", "May have closed"],
    ["unconfirmed", true, "May have closed", "May have closed"],
    ["unlisted", undefined, "May have closed", "May have closed"],
  ]);
});

test("a source's newer record, a confirmation, a person's change and a review each keep a place listed", async ({
  db,
}) => {
  await clearSeededDates(db);
  const [byRecord, byReader, byEditor, byReview, byNone] = [
    await buildListed(db),
    await buildListed(db),
    await buildListed(db),
    await buildListed(db),
    await buildListed(db),
  ];
  const at = new Date("2027-11-01T12:00:00Z");
  const record = {
    sourceId: "abca-2025",
    recordId: "x",
    placeId: byRecord.id,
    facts: {},
    digest: "0".repeat(64),
    linkedAt: at,
  };
  await db.insert(sourceRecords).values({ ...record, checkedOn: "2027-11" });
  const confirmed = {
    placeId: byReader.id,
    field: "address" as const,
    valueDigest: "0".repeat(32),
    confirmedBy: "reader" as const,
  };
  await db.insert(factConfirmations).values({ ...confirmed, confirmedAt: at });
  const reopened = {
    placeId: byEditor.id,
    field: "closure" as const,
    before: { status: "closed" },
    after: { status: "published" },
    changedAt: at,
  };
  await db.insert(placeChanges).values({ ...reopened, changedBy: (await buildUser(db)).id });
  await buildReview(db, { placeId: byReview.id, createdAt: at });

  await markUnconfirmedPlaces(db, TWO_YEARS);

  const closures = [];
  for (const { id } of [byRecord, byReader, byEditor, byReview, byNone]) closures.push(await closureOf(db, id));
  expect(closures).toEqual([null, null, null, null, "unconfirmed"]);
});

test("without any date, with a description, and of a kind that lasts, a place stays as it is", async ({ db }) => {
  await clearSeededDates(db);
  const undated = await buildListed(db, {}, [null]);
  const described = await buildListed(db, { description: "An oboe workshop in a stable." });
  const park = await buildListed(db, { type: "Park" });
  const [month, year] = [await buildListed(db, {}, ["2026-02"]), await buildListed(db, {}, ["2026", null])];
  const newer = await buildListed(db, {}, [CONFIRMED, "2027-05-01"]);

  await markUnconfirmedPlaces(db, TWO_YEARS);

  for (const { id } of [undated, described, park, month, year, newer]) expect(await closureOf(db, id)).toBeNull();
});

test("a person's change brings an unlisted place back at once, and a source's newer date the next night", async ({
  db,
}) => {
  await clearSeededDates(db);
  const [byOwner, bySource] = [await buildListed(db), await buildListed(db)];
  await markUnconfirmedPlaces(db, TWO_YEARS);
  await markUnconfirmedPlaces(db, HALF_A_YEAR);
  const before = [await closureOf(db, byOwner.id), await closureOf(db, bySource.id)];
  const changes = [{ field: "phone" as const, value: "+12025550101", sourceId: "business-owner" }];
  await changeFacts(db, { placeId: byOwner.id, changes, changedBy: null, caseId: null, now: LATER });
  await db.update(placeFacts).set({ checkedOn: "2028-08-20" }).where(eq(placeFacts.placeId, bySource.id));
  const changed = [await closureOf(db, byOwner.id), await closureOf(db, bySource.id)];
  const counts = await markUnconfirmedPlaces(db, LATER);

  expect(before).toEqual(["unlisted", "unlisted"]);
  expect(changed).toEqual([null, "unlisted"]);
  expect(counts.relisted).toBe(1);
  expect(await db.select().from(places).where(eq(places.id, bySource.id))).toMatchObject([
    { status: "published", closure: null, closedOn: null },
  ]);
});

test("today most listed places of the seed data stay unmarked, and none leaves a list", async ({ db }) => {
  const now = new Date("2026-11-28T12:00:00Z");
  const counts = await markUnconfirmedPlaces(db, now);

  expect(counts).toEqual({ marked: 73, unlisted: 0, relisted: 0 });
  expect(await markUnconfirmedPlaces(db, now)).toEqual({ marked: 0, unlisted: 0, relisted: 0 });
});

/** A place without a description, with a fact for each date. */
async function buildListed(
  db: Database,
  given: Partial<typeof places.$inferInsert> = {},
  dates: (string | null)[] = [CONFIRMED],
) {
  const place = await buildPlace(db, { type: "Repair shop", description: "", ...given });
  const values = [
    { field: "name", value: place.name },
    { field: "category", value: place.categorySlug },
    { field: "type", value: place.type },
    { field: "neighborhood", value: place.neighborhoodSlug },
  ] as const;
  const known = { placeId: place.id, sourceId: "abca-2025", origin: "seed", recordedAt: new Date(CONFIRMED) } as const;
  await db.insert(placeFacts).values(values.map((value, at) => ({ ...value, ...known, checkedOn: dates[at] ?? null })));
  return place;
}

async function closureOf(db: Database, id: number) {
  const [place] = await db.select({ closure: places.closure }).from(places).where(eq(places.id, id));
  return place?.closure;
}
