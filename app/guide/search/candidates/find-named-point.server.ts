import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import { slugify } from "#app/lib/slug.ts";

import type { ResolvedNear } from "../query/search-filters.ts";

/** Enough to tell one place from several of the same name. */
const NAMESAKES_READ_MAX = 3;

/**
 * SQL for what a name or slug means on the map, for `readNamedPoint`: a neighborhood, the place with this slug, or
 * places with exactly this name, or else other name, apart from "The". Served by the slugs' indexes and search_suggestions_words.
 */
export function namedPointJson(name: string): SQL {
  const named = (
    kind: "place" | "neighborhood",
    column = sql`suggestion.slug`,
  ) => sql`select ${column} from search_suggestions suggestion
    where suggestion.kind = ${kind} and suggestion.words = regexp_replace(search_plain(${name}), '^the ', '')
      and search_plain(suggestion.label) in (suggestion.words, 'the ' || suggestion.words)`;
  const slug = slugify(name);
  return sql`(select json_agg(found) from (
    select 1 as rank, name, center_lat as lat, center_lng as lng from neighborhoods
      where slug = ${slug} or slug in (${named("neighborhood")})
    union all
    select case when slug = ${slug} then 2 when name in (${named("place", sql`suggestion.label`)}) then 3 else 4 end as rank, name, lat, lng from places
      where (slug = ${slug} or slug in (${named("place")})) and status = 'published' and lat is not null and lng is not null
    order by rank limit ${NAMESAKES_READ_MAX}::bigint) as found)`;
}

const NamedRows = z.array(z.object({ rank: z.number(), name: z.string(), lat: z.number(), lng: z.number() }));

/** The position and name that such SQL finds; null: nothing, or several places. */
export function readNamedPoint(json: unknown): ResolvedNear | null {
  const [first, second] = json === null ? [] : NamedRows.parse(json);
  if (first === undefined || first.rank === second?.rank) return null;
  return { point: { lat: first.lat, lng: first.lng }, name: first.name };
}
