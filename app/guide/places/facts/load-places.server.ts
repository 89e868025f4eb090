import { and, eq, inArray, isNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { categories, metroStations, places, sources } from "#app/db/schema/places.ts";

import { applyFacts, type FactsChange, lockPlaces, type PlaceWithFacts } from "./apply-facts.server.ts";
import { ClosedForWorksSchema, diffFacts, type Fact } from "./place-facts.ts";

/** Higher than any position in a seed file. */
const POSITIONS_MAX = 100;

export type SeededPlace = { slug: string; facts: Fact[]; pictureSalt: number };

/**
 * Updates places from the seed files. Facts changed by people or imports are left alone. Call it in a transaction.
 *
 * @returns The ids of new and changed places.
 */
export async function loadPlaces(db: Database, input: { places: SeededPlace[]; now: Date }): Promise<number[]> {
  const slugs = input.places.map(({ slug }) => slug);
  const existing = slugs.length === 0 ? [] : await lockPlaces(db, inArray(places.slug, slugs));
  const bySlug = new Map(existing.map((place) => [place.row.slug, place]));
  const changes = input.places.flatMap((seeded) => seedChange(seeded, bySlug.get(seeded.slug) ?? null));
  const applied = await applyFacts(db, { changes, author: null, now: input.now });
  for (const [at, { id }] of applied.entries()) await closeForWorks(db, id, changes[at]);
  return applied.map(({ id }) => id);
}

/** Closes a place whose seed file says since when it is being built on, and reopens it once the file no longer does. */
async function closeForWorks(db: Database, id: number, change: FactsChange | undefined): Promise<void> {
  const works = change?.put.find(({ field }) => field === "closedForWorks");
  if (works !== undefined) {
    const { since, until } = ClosedForWorksSchema.parse(works.value);
    const closing = {
      closure: "temporary" as const,
      closedOn: firstDay(since),
      reopensOn: until?.length === 10 ? until : null,
    };
    await db
      .update(places)
      .set(closing)
      .where(and(eq(places.id, id), isNull(places.closure)));
  } else if (change?.drop.includes("closedForWorks") === true) {
    const isByFile = and(eq(places.closure, "temporary"), eq(places.isClosedByOwner, false));
    await db
      .update(places)
      .set({ closure: null, closedOn: null, reopensOn: null })
      .where(and(eq(places.id, id), isByFile));
  }
}

/** "2023-01" as "2023-01-01". */
function firstDay(day: string): string {
  return `${day}-01-01`.slice(0, 10);
}

/** The facts of a seed file replace the seeded ones. */
function seedChange({ facts, ...seeded }: SeededPlace, place: PlaceWithFacts | null): FactsChange[] {
  const current = place?.facts ?? [];
  const othersFields = new Set(current.filter(({ origin }) => origin !== "seed").map(({ field }) => field));
  const wanted = facts.filter(({ field }) => !othersFields.has(field));
  const change = diffFacts(current, { wanted, origin: "seed" });
  const isSame = change.put.length + change.drop.length === 0 && place?.row.pictureSalt === seeded.pictureSalt;
  return isSame ? [] : [{ place, ...change, seeded }];
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
