import { and, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { categories, metroStations, placeFacts, places, sources } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";

import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact, isSameFact, mergeSeededFacts } from "./place-facts.ts";

/** 30 columns a row: well under PostgreSQL's 65,535 parameters. */
const ROWS_PER_INSERT = 500;

/** Higher than any position in a seed file. */
const POSITIONS_MAX = 100;

export type SeededPlace = { slug: string; facts: Fact[]; pictureSalt: number };

/**
 * Updates places from the seed files. Facts changed by people or imports are left alone.
 *
 * @returns The ids of new and changed places.
 */
export async function loadPlaces(db: Database, input: { places: SeededPlace[]; now: Date }): Promise<number[]> {
  const existing = await existingPlaces(
    db,
    input.places.map(({ slug }) => slug),
  );
  const stations = await db.select().from(metroStations);
  const merged = input.places.map((place) => mergeSeeded(place, existing.get(place.slug)));
  const different = merged.filter(({ isDifferent }) => isDifferent);
  const ids: number[] = [];
  for (const chunk of chunks(different, ROWS_PER_INSERT)) {
    const rows = chunk.map((place) => ({
      ...rowOf(place, stations),
      createdAt: input.now,
      updatedAt: place.unchangedSince ?? input.now,
    }));
    ids.push(...(await upsertPlaces(db, rows)));
  }
  await replaceFacts(db, {
    different,
    idBySlug: await idsBySlug(
      db,
      different.map(({ slug }) => slug),
    ),
    now: input.now,
  });
  return ids;
}

type ExistingPlace = { facts: Fact[]; pictureSalt: number; updatedAt: Date };
/** `unchangedSince`: the place's last change if its facts are the same now, else null. */
type MergedPlace = SeededPlace & { isDifferent: boolean; unchangedSince: Date | null };

async function existingPlaces(db: Database, slugs: string[]): Promise<Map<string, ExistingPlace>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: places.slug, id: places.id, pictureSalt: places.pictureSalt, updatedAt: places.updatedAt })
    .from(places)
    .where(inArray(places.slug, slugs));
  const facts = await db
    .select()
    .from(placeFacts)
    .where(inArray(placeFacts.placeId, [0, ...rows.map(({ id }) => id)]));
  const byPlace = Map.groupBy(facts, ({ placeId }) => placeId);
  return new Map(rows.map((row) => [row.slug, { ...row, facts: byPlace.get(row.id) ?? [] }]));
}

function mergeSeeded(place: SeededPlace, existing: ExistingPlace | undefined): MergedPlace {
  if (existing === undefined) return { ...place, isDifferent: true, unchangedSince: null };
  const facts = mergeSeededFacts(existing.facts, place.facts);
  const isSame =
    facts.length === existing.facts.length &&
    facts.every((fact) => existing.facts.some((other) => isSameFact(fact, other)));
  return {
    ...place,
    facts,
    isDifferent: !isSame || existing.pictureSalt !== place.pictureSalt,
    unchangedSince: isSame ? existing.updatedAt : null,
  };
}

function rowOf(place: MergedPlace, stations: { slug: string; lat: number; lng: number }[]) {
  const columns = columnsFromFacts(place.facts);
  return {
    ...columns,
    ...nearestStation(columns, stations),
    slug: place.slug,
    pictureSalt: place.pictureSalt,
    // Used for new rows only.
    status: "published" as const,
  };
}

export async function upsertPlaces(db: Database, rows: (typeof places.$inferInsert)[]): Promise<number[]> {
  const [first] = rows;
  if (first === undefined) return [];
  // An existing place keeps its status, so that a closed place stays closed.
  const { slug: _slug, status: _status, createdAt: _createdAt, ...columns } = first;
  const inserted = await db
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({
      target: places.slug,
      set: excludedColumns(places, Object.keys(columns)),
    })
    .returning({ id: places.id });
  return inserted.map(({ id }) => id);
}

async function idsBySlug(db: Database, slugs: string[]): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db.select({ slug: places.slug, id: places.id }).from(places).where(inArray(places.slug, slugs));
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

async function replaceFacts(
  db: Database,
  input: { different: MergedPlace[]; idBySlug: Map<string, number>; now: Date },
): Promise<void> {
  const ids = [...input.idBySlug.values()];
  if (ids.length === 0) return;
  await db.delete(placeFacts).where(and(inArray(placeFacts.placeId, ids), eq(placeFacts.origin, "seed")));
  const rows = input.different.flatMap(({ slug, facts }) => {
    const placeId = input.idBySlug.get(slug);
    if (placeId === undefined) throw new Error(`Place ${slug} is missing after it was written`);
    return facts.filter(({ origin }) => origin === "seed").map((fact) => ({ ...fact, placeId, recordedAt: input.now }));
  });
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(placeFacts).values(chunk);
}

/** Only the seed files change categories, stations and sources, so they are simply overwritten. */
export async function loadReferenceData(
  db: Database,
  input: {
    categories: (typeof categories.$inferInsert)[];
    stations: (typeof metroStations.$inferInsert)[];
    sources: (typeof sources.$inferInsert)[];
  },
): Promise<void> {
  // Move them out of the way first: positions are unique, even while categories swap them.
  await db
    .update(categories)
    .set({ position: sql`${categories.position} + ${POSITIONS_MAX}` })
    .where(
      inArray(
        categories.slug,
        input.categories.map(({ slug }) => slug),
      ),
    );
  for (const row of input.categories) {
    await db.insert(categories).values(row).onConflictDoUpdate({ target: categories.slug, set: row });
  }
  for (const row of input.stations) {
    await db.insert(metroStations).values(row).onConflictDoUpdate({ target: metroStations.slug, set: row });
  }
  for (const row of input.sources) {
    await db.insert(sources).values(row).onConflictDoUpdate({ target: sources.id, set: row });
  }
}
