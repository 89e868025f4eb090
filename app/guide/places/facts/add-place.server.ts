import type { Database } from "#app/db/database.server.ts";
import { metroStations, placeFacts, places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { SLUG_LENGTH_MAX, slugify } from "#app/lib/slug.ts";

import { type FactChange, valuesByField, invalidatePlacePages } from "./change-place.server.ts";
import { dcToday } from "../hours/dc-calendar.ts";
import { nearestStation } from "./nearest-station.ts";
import { columnsFromFacts, type Fact } from "./place-facts.ts";

/** More branches of one name than any neighborhood has. */
const NAMESAKES_MAX = 50;

/**
 * Adds a place that a person approved. Its facts are dated today in Washington, and reloading the seed data leaves them
 * alone. Triggers update the search index. Call it in a transaction.
 *
 * @throws When name, category, type, neighborhood or description is missing.
 */
export async function addPlace(
  db: Database,
  { facts: given, actor, now }: { facts: FactChange[]; actor: Actor; now: Date },
): Promise<{ id: number; slug: string }> {
  const facts: Fact[] = given.map((fact) => ({
    ...fact,
    sourceRecord: null,
    checkedOn: dcToday(now),
    origin: "person",
  }));
  const columns = columnsFromFacts(facts);
  const stations = await db.select().from(metroStations);
  const row = { ...columns, ...nearestStation(columns, stations), createdAt: now, updatedAt: now };
  const place = await insertPlace(db, { ...row, status: "published" });
  await db.insert(placeFacts).values(facts.map((fact) => ({ ...fact, placeId: place.id, recordedAt: now })));
  await recordChange(db, {
    actor,
    action: "place.add",
    subject: { kind: "place", id: String(place.id) },
    before: null,
    after: valuesByField(given),
    now,
  });
  await invalidatePlacePages(db, [{ ...columns, slug: place.slug }]);
  return place;
}

/** Inserts a place under the first free slug. If two inserts race, the unique index decides. */
export async function insertPlace(db: Database, row: Omit<typeof places.$inferInsert, "slug">) {
  for (const slug of slugCandidates(row)) {
    const [place] = await db
      .insert(places)
      .values({ ...row, slug })
      .onConflictDoNothing({ target: places.slug })
      .returning({ id: places.id, slug: places.slug });
    if (place !== undefined) return place;
  }
  throw new Error(`No slug is free for ${row.name}`);
}

/** "ellas-pizza", "ellas-pizza-shaw", "ellas-pizza-shaw-2" … */
export function slugCandidates({ name, neighborhoodSlug }: { name: string; neighborhoodSlug: string }): string[] {
  const nameSlug = slugify(name) || "place";
  const branchSlug = truncateSlug(`${nameSlug}-${neighborhoodSlug}`, SLUG_LENGTH_MAX);
  const numbered = Array.from({ length: NAMESAKES_MAX }, (_, index) => {
    const suffix = `-${index + 2}`;
    return truncateSlug(branchSlug, SLUG_LENGTH_MAX - suffix.length) + suffix;
  });
  return [nameSlug, branchSlug, ...numbered];
}

function truncateSlug(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-$/, "");
}
