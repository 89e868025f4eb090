import { asc, desc, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { searchTypes } from "#app/db/schema/search.ts";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";

import type { PlaceType } from "./listing-form.ts";

/** The form suggests the most common types. */
const TYPES_OFFERED_MAX = 150;

/** The most common types of places, by name. The table has a row per type. */
export async function listPlaceTypes(db: Database): Promise<string[]> {
  const rows = await db
    .select({ type: searchTypes.type })
    .from(searchTypes)
    .orderBy(desc(searchTypes.places), asc(searchTypes.type))
    .limit(TYPES_OFFERED_MAX);
  return rows.map(({ type }) => type).sort();
}

/** Enough places of a type to know its categories. */
const PLACES_PER_TYPE = 20;

/** The most common types with the categories that have them. Served by places_by_type_near, once per type. */
export async function listTypesByCategory(db: Database): Promise<PlaceType[]> {
  const rows = await db
    .select({
      type: searchTypes.type,
      categories: sql<string[]>`array(select distinct sample.category_slug from (
        select p.category_slug from places p where p.type = ${searchTypes.type} and p.status = 'published'
        order by p.neighborhood_slug, p.id limit ${PLACES_PER_TYPE}) sample)`,
    })
    .from(searchTypes)
    .orderBy(desc(searchTypes.places), asc(searchTypes.type))
    .limit(TYPES_OFFERED_MAX);
  return rows
    .map(({ type, categories }) => ({ type, categories: CATEGORY_SLUGS.filter((slug) => categories.includes(slug)) }))
    .sort((a, b) => a.type.localeCompare(b.type));
}
