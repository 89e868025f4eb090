import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { insertAsJson } from "#app/db/rows-as-json.ts";
import { places } from "#app/db/schema/places.ts";
import { chunks } from "#app/lib/chunks.ts";
import { SLUG_LENGTH_MAX, slugify } from "#app/lib/slug.ts";

/** 30 columns a row: well under PostgreSQL's 65,535 parameters. */
const ROWS_PER_INSERT = 500;

/** More branches of one name than any neighborhood has. */
const NAMESAKES_MAX = 50;

/** A place's row. Without a slug it is a new place, which gets the first free slug of its name. */
export type PlaceRowInput = Omit<typeof places.$inferInsert, "slug"> & { slug: string | null };

/**
 * Inserts and updates places. An existing place, found by its slug, keeps its status, so that a closed place stays closed.
 *
 * @returns Each row's id and slug, in the given order.
 */
export async function savePlaces(db: Database, rows: PlaceRowInput[]): Promise<{ id: number; slug: string }[]> {
  const added = await insertUnderFreeSlugs(
    db,
    rows.filter(({ slug }) => slug === null),
  );
  const named = rows.flatMap(({ slug, ...row }) => (slug === null ? [] : [{ ...row, slug }]));
  const idBySlug = new Map<string, number>();
  for (const chunk of chunks(named, ROWS_PER_INSERT)) {
    for (const { id, slug } of await upsertPlaces(db, chunk)) idBySlug.set(slug, id);
  }
  return rows.map(({ name, slug }) => {
    const place = slug === null ? added.shift() : { id: idBySlug.get(slug), slug };
    if (place?.id === undefined) throw new Error(`The place ${name} was not written`);
    return { id: place.id, slug: place.slug };
  });
}

async function upsertPlaces(db: Database, rows: (typeof places.$inferInsert)[]) {
  const {
    slug: _slug,
    status: _status,
    isClosedByOwner: _isClosedByOwner,
    createdAt: _createdAt,
    ...columns
  } = { ...rows[0] };
  return db
    .insert(places)
    .values(rows)
    .onConflictDoUpdate({ target: places.slug, set: excludedColumns(places, Object.keys(columns)) })
    .returning({ id: places.id, slug: places.slug });
}

type NewPlaceRow = Omit<typeof places.$inferInsert, "slug">;

async function insertUnderFreeSlugs(db: Database, rows: NewPlaceRow[]): Promise<{ id: number; slug: string }[]> {
  if (rows.length === 0) return [];
  const slugs = await freeSlugs(db, rows);
  const withSlugs = rows.map((row, at) => ({ ...row, slug: slugs[at] ?? "" }));
  const inserted = await db.execute(
    sql`${insertAsJson(places, withSlugs)} on conflict (slug) do nothing returning id, slug`,
  );
  const idBySlug = new Map(InsertedRows.parse(inserted).rows.map(({ id, slug }) => [slug, id]));
  const added: { id: number; slug: string }[] = [];
  for (const { slug, ...row } of withSlugs) {
    const id = idBySlug.get(slug);
    // A concurrent insert took the slug.
    added.push(id === undefined ? await insertPlace(db, row) : { id, slug });
  }
  return added;
}

const InsertedRows = z.object({ rows: z.array(z.object({ id: z.coerce.number(), slug: z.string() })) });

async function freeSlugs(db: Database, rows: { name: string; neighborhoodSlug: string }[]): Promise<string[]> {
  const candidates = rows.map((row) => slugCandidates(row));
  const taken = await takenSlugs(
    db,
    candidates.flatMap((slugs) => slugs.slice(0, 2)),
  );
  // Most places get their first or second choice. Only the others need all their candidates checked.
  const contested = candidates.filter(([first = "", second = ""]) => taken.has(first) && taken.has(second));
  for (const slug of await takenSlugs(db, contested.flat())) taken.add(slug);
  return candidates.map((slugs) => {
    const free = slugs.find((slug) => !taken.has(slug)) ?? "";
    taken.add(free);
    return free;
  });
}

async function takenSlugs(db: Database, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const existing = await db
    .select({ slug: places.slug })
    .from(places)
    .where(sql`${places.slug} = any(${sql.param([...new Set(slugs)])}::text[])`);
  return new Set(existing.map(({ slug }) => slug));
}

/** Inserts a place under the first free slug. If two inserts race, the unique index decides. */
async function insertPlace(db: Database, row: NewPlaceRow): Promise<{ id: number; slug: string }> {
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
function slugCandidates({ name, neighborhoodSlug }: { name: string; neighborhoodSlug: string }): string[] {
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
