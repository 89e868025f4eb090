import { and, eq, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { categories, metroStations, places } from "#app/db/schema/places.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { placeSearch, searchTypes } from "#app/db/schema/search.ts";
import type { CategorySlug } from "#app/features/places/categories.ts";
import type { OpeningHours } from "#app/features/places/opening-hours.ts";
import type { Attributes, Point, PriceRange, RatingSummary } from "#app/features/places/place.ts";
import {
  demoRatings,
  isDemoRating,
  isRealRating,
  ratingColumns,
  realRatings,
} from "#app/features/places/rating-columns.server.ts";
import { ratingSummary, reachesMean } from "#app/features/places/rating-summary.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";

import { isOpenWhen } from "./open-when.ts";
import type { Condition } from "./query-conditions.ts";
import type { ParsedQuery } from "./query-language.ts";
import { plainPhrase } from "./query-words.ts";
import { rankParts, type RankParts, scoreOf } from "./rank-places.ts";
import type { CatalogueNames } from "./query-vocabulary.ts";

/** No query weighs more places than this: a common word may match every place there is. */
const CANDIDATES_MAX = 1_500;

/** "Near Metro Center" without minutes: further than this is not near. */
const NEAR_METERS = 1_200;

/** A minute on foot in straight-line meters, as `minutesOnFoot` counts it. */
const METERS_PER_MINUTE = 64;

/** A place that answers a query, with as much as ranking, filters and counts need. */
export type FoundPlace = {
  id: number;
  name: string;
  category: CategorySlug;
  type: string;
  neighborhood: { slug: string; name: string };
  priceRange: PriceRange | null;
  hours: OpeningHours | null;
  attributes: Attributes;
  position: Point | null;
  featuredRank: number | null;
  hubRank: number | null;
  /** Its name says the whole query; the conditions were not asked of it. */
  isNamed: boolean;
  parts: RankParts;
  score: number;
  /** From the station or point that was named; null when none was, or its position is unknown. */
  meters: number | null;
};

/** Everything a query can name, in one question. */
export async function catalogueNames(db: Database): Promise<CatalogueNames> {
  const types = await db.select({ type: searchTypes.type }).from(searchTypes).orderBy(searchTypes.type);
  return {
    types: types.map(({ type }) => type),
    neighborhoods: await db
      .select({ slug: neighborhoods.slug, name: neighborhoods.name, aka: neighborhoods.aka })
      .from(neighborhoods)
      .orderBy(neighborhoods.name),
    stations: await db
      .select({ slug: metroStations.slug, name: metroStations.name })
      .from(metroStations)
      .orderBy(metroStations.name),
  };
}

/** What is known of a place before it is weighed. */
const candidateColumns = {
  id: places.id,
  name: places.name,
  category: places.categorySlug,
  type: places.type,
  neighborhoodSlug: places.neighborhoodSlug,
  neighborhoodName: neighborhoods.name,
  priceRange: places.priceRange,
  hours: places.hours,
  attributes: places.attributes,
  lat: places.lat,
  lng: places.lng,
  featuredRank: places.featuredRank,
  hubRank: places.hubRank,
  ...ratingColumns,
};

/**
 * The places that answer a query, best first: those that meet every condition and match the words that stayed text, and
 * those whose name says the whole query ("Martin's Tavern" is not any tavern). Served by the gin index on doc.
 */
export async function findPlaces(db: Database, asked: Asked): Promise<FoundPlace[]> {
  return answersWith(db, asked, { matches: "all" });
}

/** As `findPlaces`, but any of the words that stayed text will do; more and rarer ones rank higher. */
export async function findPlacesWithSomeWords(db: Database, asked: Asked): Promise<FoundPlace[]> {
  return answersWith(db, asked, { matches: "some" });
}

type Asked = { query: string; parsed: ParsedQuery; near: Point | null; now: Date };

async function answersWith(
  db: Database,
  asked: Asked,
  { matches }: { matches: "all" | "some" },
): Promise<FoundPlace[]> {
  const conditions = asked.parsed.said.map(({ condition }) => condition);
  const near = (await stationPosition(db, conditions)) ?? asked.near;
  const text = matches === "all" ? allWords(asked.parsed.text) : someWords(asked.parsed.text);
  const named = nameQuery(asked.query);
  const isNamed = sql<boolean>`${placeSearch.doc} @@ ${named}`;
  const hasText = asked.parsed.text !== "";
  const answers = and(
    hasText ? sql`${placeSearch.doc} @@ ${text}` : undefined,
    ...conditions.flatMap((condition) => inSql(condition, near)),
  );
  const rows = await db
    .select({
      ...candidateColumns,
      isNamed,
      answers: sql<boolean>`coalesce(${answers ?? sql`true`}, false)`,
      textRank: hasText ? sql<number>`ts_rank(${placeSearch.doc}, ${text})` : sql<number>`0`,
      knownFacts: sql<number>`num_nonnulls(${places.street}, ${places.zip}, ${places.lat}, ${places.phone}, ${places.website}, ${places.hours}, ${places.priceRange})`,
    })
    .from(placeSearch)
    .innerJoin(places, eq(places.id, placeSearch.placeId))
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .innerJoin(categories, eq(categories.slug, places.categorySlug))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(and(eq(places.status, "published"), sql`(${answers ?? sql`true`} or ${isNamed})`))
    .orderBy(sql`${isNamed} desc`, sql`ts_rank(${placeSearch.doc}, ${hasText ? text : named}) desc`, places.id)
    .limit(CANDIDATES_MAX);
  const types = new Set(conditions.flatMap((condition) => (condition.kind === "type" ? condition.types : [])));
  const whole = plainPhrase(asked.query);
  return rows
    .map(({ neighborhoodSlug, neighborhoodName, lat, lng, textRank, knownFacts, ...row }) => {
      const position = lat === null || lng === null ? null : { lat, lng };
      const parts = rankParts(
        {
          isNamed: row.isNamed && hasText,
          isExactName: plainPhrase(row.name) === whole,
          textRank,
          isOfType: types.has(row.type),
          pick: row.hubRank ?? (row.featuredRank === null ? null : row.featuredRank + 3),
          position,
          knownFacts,
        },
        near,
      );
      return {
        ...row,
        neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
        position,
        rating: ratingSummary(row),
        parts,
        score: scoreOf(parts),
        meters: near === null || position === null ? null : distanceMeters(near, position),
      };
    })
    .filter((place) => place.isNamed || (place.answers && meetsRest(place, conditions, asked.now)))
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name, "en") || a.id - b.id);
}

/** Every word of a text; quotes and minus signs mean what they mean on the web. */
export function allWords(text: string): SQL {
  return sql`websearch_to_tsquery('english', unaccent(${text}))`;
}

/** Any word of a text. */
export function someWords(text: string): SQL {
  return sql`replace(plainto_tsquery('english', unaccent(${text}))::text, ' & ', ' | ')::tsquery`;
}

/** Every word of the query in the name (weight A); nothing when it has no word to look for. */
function nameQuery(query: string): SQL {
  return sql`regexp_replace(plainto_tsquery('english', unaccent(${query}))::text, '''( |$)', ''':A\\1', 'g')::tsquery`;
}

async function stationPosition(db: Database, conditions: readonly Condition[]): Promise<Point | null> {
  const slug = conditions.find((condition) => condition.kind === "station")?.slug;
  if (slug === undefined) return null;
  const [station] = await db
    .select({ lat: metroStations.lat, lng: metroStations.lng })
    .from(metroStations)
    .where(eq(metroStations.slug, slug));
  return station ?? null;
}

/** What SQL can ask of a place; hours and exact distances are left to `meetsRest`. */
function inSql(condition: Condition, near: Point | null): SQL[] {
  switch (condition.kind) {
    case "category":
      return [sql`${places.categorySlug} = ${condition.category}`];
    case "type":
      return [
        sql`(${places.type} = any(${sql.param(condition.types)}::text[])
          or ${placeSearch.doc} @@ phraseto_tsquery('english', unaccent(${condition.words})))`,
      ];
    case "neighborhood":
      return [sql`${places.neighborhoodSlug} = ${condition.slug}`];
    case "quadrant":
      return [sql`${places.quadrant} = ${condition.quadrant}`];
    case "price":
      return condition.prices.includes("Free")
        ? [sql`(${places.priceRange} = 'Free' or ${places.attributes} @> '{"freeEntry": true}')`]
        : [sql`${places.priceRange} = any(${sql.param(condition.prices)}::text[])`];
    case "attribute":
      return [sql`${places.attributes} @> ${JSON.stringify({ [condition.attribute]: true })}::jsonb`];
    case "station":
    case "near-me":
      return near === null ? [] : [inBox(near, reachMeters(condition.minutes))];
    case "open":
    case "rating":
      return [];
  }
}

/** A box of degrees round a circle: coarse, but SQL can do it with plain numbers. */
function inBox({ lat, lng }: Point, meters: number): SQL {
  const latitudes = meters / 111_195;
  const longitudes = latitudes / Math.cos((lat * Math.PI) / 180);
  return sql`(${places.lat} between ${lat - latitudes} and ${lat + latitudes}
    and ${places.lng} between ${lng - longitudes} and ${lng + longitudes})`;
}

function meetsRest(
  place: { hours: OpeningHours | null; meters: number | null; rating: RatingSummary },
  conditions: readonly Condition[],
  now: Date,
): boolean {
  return conditions.every((condition) => {
    if (condition.kind === "open") return isOpenWhen(place.hours, condition.when, now);
    if (condition.kind === "station" || condition.kind === "near-me") {
      if (place.meters === null) return condition.kind === "near-me";
      return condition.minutes === null
        ? place.meters <= NEAR_METERS
        : minutesOnFoot(place.meters) <= condition.minutes;
    }
    return condition.kind !== "rating" || reachesMean(place.rating, condition.atLeast);
  });
}

function reachMeters(minutes: number | null): number {
  return minutes === null ? NEAR_METERS : (minutes + 1) * METERS_PER_MINUTE;
}
