import { and, desc, eq, type SQL, sql } from "drizzle-orm";

import type { PhotoType } from "#app/db/columns/photo-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { neighborhoodSearch, placeSearch } from "#app/db/schema/search.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { picturePath, streetPlanPath } from "#illustrations/picture-url.ts";
import { seasonOn } from "#illustrations/drawing/season.ts";

import { DRAWING_CREDIT, type PhotoResult, type PhotoQuery } from "./photo.ts";

/** All places are in the city, so its name doesn't help to find one. */
const CITY_WORDS = /\b(?:washington|d\.?c\.?)(?!\w)/gi;

/** Which subjects to look for, in order, by the type of the query. */
const SUBJECT_ORDER: Record<PhotoType, readonly Subject[]> = {
  neighborhood: ["neighborhood", "place", "category"],
  category: ["category", "neighborhood", "place", "type"],
  business: ["place", "category", "neighborhood", "type"],
  restaurant: ["place", "category", "neighborhood", "type"],
};

type Subject = "neighborhood" | "category" | "place" | "type";
type DrawnPicture = { url: string; alt: string };

/**
 * The drawn picture to use instead of a photo.
 *
 * @returns `isSpecific` is true if the picture shows what the query names. Otherwise it's the home street in the current
 * season.
 */
export async function findDrawnPicture(
  db: Database,
  ask: PhotoQuery,
  now: Date,
): Promise<{ picture: PhotoResult; isSpecific: boolean }> {
  const words = parseWords(ask.query);
  for (const subject of SUBJECT_ORDER[ask.type]) {
    const found = await FINDERS[subject](db, words);
    if (found !== null) return { picture: toPhotoAnswer(found), isSpecific: true };
  }
  const street = `/pictures/street/${seasonOn(dcToday(now))}-day.svg`;
  return { picture: toPhotoAnswer({ url: street, alt: "A street of Washington rowhouses" }), isSpecific: false };
}

const FINDERS: Record<Subject, (db: Database, words: TextQueries) => Promise<DrawnPicture | null>> = {
  neighborhood: findNeighborhood,
  category: findCategory,
  place: (db, words) => findPlace(db, words, sql`and ts_filter(${placeSearch.doc}, '{a}') @@ ${words.any}`),
  type: (db, words) => findPlace(db, words, sql``),
};

/** The query as PostgreSQL text search conditions: all words, or any. */
type TextQueries = { all: SQL; any: SQL };

function parseWords(query: string): TextQueries {
  const all = sql`plainto_tsquery('english', unaccent(${query.replaceAll(CITY_WORDS, " ")}))`;
  return { all, any: sql`replace(${all}::text, '&', '|')::tsquery` };
}

function toPhotoAnswer({ url, alt }: DrawnPicture): PhotoResult {
  return { url, photographer: DRAWING_CREDIT, kind: "drawing", photographer_url: null, page_url: null, alt };
}

/** Finds a neighborhood by any of its names. Scans all of them, since there are only about seventy. */
async function findNeighborhood(db: Database, { all }: TextQueries): Promise<DrawnPicture | null> {
  const [row] = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoodSearch)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, neighborhoodSearch.neighborhoodSlug))
    .where(sql`ts_filter(${neighborhoodSearch.doc}, '{a,b}') @@ ${all}`)
    .orderBy(desc(sql`ts_rank(${neighborhoodSearch.doc}, ${all})`), neighborhoods.slug)
    .limit(1);
  return row === undefined ? null : { url: streetPlanPath(row.slug, "day"), alt: `Street plan of ${row.name}` };
}

async function findCategory(db: Database, { any }: TextQueries): Promise<DrawnPicture | null> {
  const doc = sql`to_tsvector('english', concat_ws(' ', ${categories.name}, ${categories.shortName}))`;
  const [row] = await db
    .select({ slug: categories.slug, name: categories.name })
    .from(categories)
    .where(sql`${doc} @@ ${any}`)
    .orderBy(desc(sql`ts_rank(${doc}, ${any})`), categories.position)
    .limit(1);
  return row === undefined ? null : { url: `/pictures/fronts/${row.slug}-day.svg`, alt: `${row.name}: a house front` };
}

/** Finds a place whose name, type, street and neighborhood contain all words. Served by place_search_doc. */
async function findPlace(db: Database, { all }: TextQueries, also: SQL): Promise<DrawnPicture | null> {
  const [row] = await db
    .select({ slug: places.slug, salt: places.pictureSalt, name: places.name })
    .from(placeSearch)
    .innerJoin(places, eq(places.id, placeSearch.placeId))
    .where(
      and(
        eq(places.status, "published"),
        sql`${placeSearch.doc} @@ ${all} and ts_filter(${placeSearch.doc}, '{a,b}') @@ ${all} ${also}`,
      ),
    )
    .orderBy(desc(sql`ts_rank(${placeSearch.doc}, ${all})`), places.id)
    .limit(1);
  if (row === undefined) return null;
  const { slug, salt, name } = row;
  return { url: picturePath({ kind: "places", slug, salt, crop: "hero" }), alt: `Drawing for ${name}` };
}
