import { and, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { categories, metroStations, placeFacts, places, sources } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";

import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact, isSameFact, mergeSeededFacts } from "./place-facts.ts";

/** 30 columns a row: well under PostgreSQL's 65,535 parameters. */
const ROWS_PER_INSERT = 500;

/** Above every position that a seed file may give. */
const POSITIONS_MAX = 100;

export type SeededPlace = { slug: string; facts: Fact[]; pictureSalt: number };

/**
 * Brings places to what the seed files say, keeping every fact that people or imports changed.
 *
 * @returns The ids of places that are new or different now.
 */
export async function loadPlaces(db: Database, input: { places: SeededPlace[]; now: Date }): Promise<number[]> {
  const known = await knownPlaces(
    db,
    input.places.map(({ slug }) => slug),
  );
  const stations = await db.select().from(metroStations);
  const merged = input.places.map((place) => mergeSeeded(place, known.get(place.slug)));
  const different = merged.filter(({ isDifferent }) => isDifferent);
  const ids: number[] = [];
  for (const chunk of chunks(different, ROWS_PER_INSERT)) {
    const rows = chunk.map((place) => ({
      ...rowOf(place, stations),
      createdAt: input.now,
      updatedAt: place.saidSameAt ?? input.now,
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

type KnownPlace = { facts: Fact[]; pictureSalt: number; updatedAt: Date };
/** `saidSameAt`: when the place last changed, if what is said of it didn't change now. */
type MergedPlace = SeededPlace & { isDifferent: boolean; saidSameAt: Date | null };

async function knownPlaces(db: Database, slugs: string[]): Promise<Map<string, KnownPlace>> {
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

function mergeSeeded(place: SeededPlace, known: KnownPlace | undefined): MergedPlace {
  if (known === undefined) return { ...place, isDifferent: true, saidSameAt: null };
  const facts = mergeSeededFacts(known.facts, place.facts);
  const saysSame =
    facts.length === known.facts.length && facts.every((fact) => known.facts.some((other) => isSameFact(fact, other)));
  return {
    ...place,
    facts,
    isDifferent: !saysSame || known.pictureSalt !== place.pictureSalt,
    saidSameAt: saysSame ? known.updatedAt : null,
  };
}

function rowOf(place: MergedPlace, stations: { slug: string; lat: number; lng: number }[]) {
  const columns = columnsFromFacts(place.facts);
  return {
    ...columns,
    ...nearestStation(columns, stations),
    slug: place.slug,
    pictureSalt: place.pictureSalt,
    // Only for new rows.
    status: "published" as const,
  };
}

export async function upsertPlaces(db: Database, rows: (typeof places.$inferInsert)[]): Promise<number[]> {
  const [first] = rows;
  if (first === undefined) return [];
  // Of a known place what a person may have decided stays: a closed place stays closed.
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
    if (placeId === undefined) throw new Error(`Place ${slug} was written and then wasn't there`);
    return facts.filter(({ origin }) => origin === "seed").map((fact) => ({ ...fact, placeId, recordedAt: input.now }));
  });
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) await db.insert(placeFacts).values(chunk);
}

/** Categories, stations and sources have no other editor than the seed files yet, so they are simply brought up to date. */
export async function loadPlaceGround(
  db: Database,
  input: {
    categories: (typeof categories.$inferInsert)[];
    stations: (typeof metroStations.$inferInsert)[];
    sources: (typeof sources.$inferInsert)[];
  },
): Promise<void> {
  // Out of the way first: no two categories may have one position, not even while they change places.
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
