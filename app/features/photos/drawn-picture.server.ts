import { and, desc, eq, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { neighborhoodSearch, placeSearch } from "#app/db/schema/search.ts";
import { picturePath, streetPlanPath } from "#app/features/illustrations/picture-url.ts";
import { seasonOn } from "#app/features/illustrations/season.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import { DRAWING_CREDIT, type PhotoAnswer, type PhotoAsk, type PhotoType } from "./photo.ts";

/** Every place of ours is in it: as words of a name they tell nothing. */
const CITY_WORDS = /\b(?:washington|d\.?c\.?)(?!\w)/gi;

/** What a query may name, tried in this order by what it asks for. */
const ORDER: Record<PhotoType, readonly Subject[]> = {
  neighborhood: ["neighborhood", "place", "category"],
  category: ["category", "neighborhood", "place", "kind of place"],
  business: ["place", "category", "neighborhood", "kind of place"],
  restaurant: ["place", "category", "neighborhood", "kind of place"],
};

type Subject = "neighborhood" | "category" | "place" | "kind of place";
type Drawn = { url: string; alt: string };

/**
 * The drawn picture that stands in for a photo.
 *
 * @returns `isSpecific`: it shows what the query names; otherwise it is the home street in today's season.
 */
export async function drawnPictureFor(
  db: Database,
  ask: PhotoAsk,
  now: Date,
): Promise<{ picture: PhotoAnswer; isSpecific: boolean }> {
  const words = wordsOf(ask.query);
  for (const subject of ORDER[ask.type]) {
    const drawn = await FINDERS[subject](db, words);
    if (drawn !== null) return { picture: answerOf(drawn), isSpecific: true };
  }
  const street = `/pictures/street/${seasonOn(dcToday(now))}-day.svg`;
  return { picture: answerOf({ url: street, alt: "A street of Washington rowhouses" }), isSpecific: false };
}

const FINDERS: Record<Subject, (db: Database, words: Words) => Promise<Drawn | null>> = {
  neighborhood: neighborhoodNamed,
  category: categoryNamed,
  place: (db, words) => placeNamed(db, words, sql`and ts_filter(${placeSearch.doc}, '{a}') @@ ${words.any}`),
  "kind of place": (db, words) => placeNamed(db, words, sql``),
};

/** The query's words as PostgreSQL looks for them: all of them, or any. */
type Words = { all: SQL; any: SQL };

function wordsOf(query: string): Words {
  const all = sql`plainto_tsquery('english', unaccent(${query.replaceAll(CITY_WORDS, " ")}))`;
  return { all, any: sql`replace(${all}::text, '&', '|')::tsquery` };
}

function answerOf({ url, alt }: Drawn): PhotoAnswer {
  return { url, photographer: DRAWING_CREDIT, kind: "drawing", photographer_url: null, page_url: null, alt };
}

/** By its name or another name of it. There are some seventy, so every one is looked at. */
async function neighborhoodNamed(db: Database, { all }: Words): Promise<Drawn | null> {
  const [row] = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoodSearch)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, neighborhoodSearch.neighborhoodSlug))
    .where(sql`ts_filter(${neighborhoodSearch.doc}, '{a,b}') @@ ${all}`)
    .orderBy(desc(sql`ts_rank(${neighborhoodSearch.doc}, ${all})`), neighborhoods.slug)
    .limit(1);
  return row === undefined ? null : { url: streetPlanPath(row.slug, "day"), alt: `Street plan of ${row.name}` };
}

async function categoryNamed(db: Database, { any }: Words): Promise<Drawn | null> {
  const doc = sql`to_tsvector('english', concat_ws(' ', ${categories.name}, ${categories.shortName}))`;
  const [row] = await db
    .select({ slug: categories.slug, name: categories.name })
    .from(categories)
    .where(sql`${doc} @@ ${any}`)
    .orderBy(desc(sql`ts_rank(${doc}, ${any})`), categories.position)
    .limit(1);
  return row === undefined ? null : { url: `/pictures/fronts/${row.slug}-day.svg`, alt: `${row.name}: a house front` };
}

/** A place whose name, kind, street and neighborhood hold all the words. Served by place_search_doc. */
async function placeNamed(db: Database, { all }: Words, also: SQL): Promise<Drawn | null> {
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
