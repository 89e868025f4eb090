import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch, popularityBuckets, searchTypes } from "#app/db/schema/search.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { filterPlaces, typeSlug } from "#app/guide/places/filters/filter-places.ts";
import { NO_PLACE_FILTERS, type PlaceFacets } from "#app/guide/places/filters/place-filters.ts";
import { demoRatings, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import { estimateCount } from "../estimate-counts.ts";
import { facetsFromCounts, relaxationsFromCounts } from "./category-counts.ts";
import { loadCategoryPlaces, publishedIn } from "./category-places.server.ts";
import { type CategoryConditions, countCategory } from "./count-category.server.ts";
import type { CategoryInput, ReadCategory } from "./find-category-candidates.server.ts";
import { findOpenHours } from "./find-open-hours.server.ts";
import { type CategoryFilters, type CategoryPlace, editorialRank, sortCategory } from "./sort-category.ts";

/**
 * The list of a category with too many places to load. SQL counts all and loads the first. The number of open places is
 * estimated, unless "Open now" is on or none is open: then all hours are read.
 */
export async function loadLargeCategory(
  db: Database,
  input: CategoryInput,
  moment: PageContext,
): Promise<ReadCategory> {
  const { category, filters, hrefWith } = input;
  const types = await db.select({ type: searchTypes.type }).from(searchTypes).orderBy(searchTypes.type);
  const weeks = filters.openNow ? await findOpenHours(db, { category, tests: null }, moment) : null;
  const openNow = weeks?.test ?? sql`true`;
  const knownTypes = types.map(({ type }) => type);
  const tests = { ...filterConditions(filters, knownTypes), openNow };
  const counts = await countCategory(db, { category, tests });
  const read = await loadFirst(db, { ...input, tests }, moment);
  const facets = facetsFromCounts(counts, filters);
  const open = filters.openNow
    ? { openNow: counts.matched, ...precisionOf(weeks) }
    : await countOpenPlaces(db, { category, tests, read, matched: counts.matched }, moment);
  return {
    places: filters.sort === "best" ? picksFirst(read) : sortCategory(read, filters),
    total: counts.matched,
    facets: { ...facets, ...open },
    relaxations: read.length > 0 ? [] : relaxationsFromCounts(counts, { filters, facets, hrefWith }),
    read,
    neighborhoodCount: counts.neighborhoods,
  };
}

/**
 * The number of open places among those that pass the filters, estimated from those read, but never an estimate of
 * zero.
 */
async function countOpenPlaces(
  db: Database,
  input: { category: CategorySlug; tests: CategoryConditions; read: readonly CategoryPlace[]; matched: number },
  moment: PageContext,
): Promise<Pick<PlaceFacets, "openNow" | "openNowPrecision">> {
  const { category, tests, read, matched } = input;
  const open = filterPlaces(read, { ...NO_PLACE_FILTERS, openNow: true }, moment.now).length;
  if (read.length === matched) return { openNow: open };
  if (open === 0) {
    const weeks = await findOpenHours(db, { category, tests }, moment);
    return { openNow: weeks.places, ...precisionOf(weeks) };
  }
  const estimate = estimateCount(open, { size: read.length, of: { count: matched, precision: "about" } });
  return { openNow: estimate.count, openNowPrecision: estimate.precision };
}

/** Exact, unless there were too many different opening hours to read all. */
function precisionOf(weeks: { isAll: boolean } | null): Pick<PlaceFacets, "openNowPrecision"> {
  return weeks?.isAll === false ? { openNowPrecision: "at-least" } : {};
}

/** The editors' picks first, then by popularity, as loaded. */
function picksFirst(read: readonly CategoryPlace[]): CategoryPlace[] {
  return read.toSorted((a, b) => editorialRank(a) - editorialRank(b));
}

/** The SQL condition of each filter except "open now"; always true if the filter is off. */
function filterConditions(
  filters: CategoryFilters,
  knownTypes: readonly string[],
): Omit<CategoryConditions, "openNow"> {
  const { types, neighborhoods: where, prices, rating, attributes } = filters;
  const always = sql`true`;
  const mean = ratingMean();
  const ratingMatches =
    rating === "none" ? sql`${mean} is null` : sql`coalesce(${mean} >= ${Number(rating)}::numeric, false)`;
  const matchingTypes = knownTypes.filter((type) => types.includes(typeSlug(type)));
  const priceMatches = inArray(places.priceRange, prices);
  const hasAttributes = sql.join(
    attributes.map((key) => sql`coalesce(${places.attributes} ->> ${key}::text = 'true', false)`),
    sql` and `,
  );
  return {
    types: types.length === 0 ? always : matchingTypes.length === 0 ? sql`false` : inArray(places.type, matchingTypes),
    neighborhoods: where.length === 0 ? always : inArray(places.neighborhoodSlug, where),
    prices: prices.length === 0 ? always : sql`coalesce(${priceMatches}, false)`,
    rating: rating === null ? always : ratingMatches,
    attributes: attributes.length === 0 ? always : sql`(${hasAttributes})`,
    mean,
  };
}

/** The rating as displayed, with one decimal; null without reviews. */
function ratingMean(): SQL {
  const reviews = sql`(coalesce(${realRatings.reviewCount}, 0) + coalesce(${demoRatings.reviewCount}, 0))`;
  const stars = sql`(coalesce(${realRatings.starsSum}, 0) + coalesce(${demoRatings.starsSum}, 0))`;
  return sql`round(${stars}::numeric / nullif(${reviews}, 0), 1)`;
}

/**
 * The first places in the chosen order. The most popular are searched bucket by bucket (served by place_search_doc);
 * each bucket is ten times the previous one.
 */
async function loadFirst(
  db: Database,
  { category, filters, readMax, tests }: CategoryInput & { tests: CategoryConditions },
  moment: PageContext,
): Promise<CategoryPlace[]> {
  const { mean: _, ...conditions } = tests;
  const matchesFilters = and(publishedIn(category), ...Object.values(conditions));
  const loadBy = (where: SQL | undefined, orderBy: SQL[]) =>
    loadCategoryPlaces(db, { category, where, orderBy, limit: readMax }, moment);
  if (filters.sort === "name") return loadBy(matchesFilters, [asc(places.name)]);
  if (filters.sort === "rating") return loadBy(matchesFilters, [desc(placeSearch.rating), asc(places.name)]);
  if (filters.sort === "nearest" && filters.near !== null) {
    const { lat, lng } = filters.near;
    return loadBy(matchesFilters, [sql`${placeSearch.location} <-> search_location(${lat}, ${lng})`, asc(places.name)]);
  }
  const buckets = await db
    .select({ bucket: popularityBuckets.bucket })
    .from(popularityBuckets)
    .where(sql`above >= 0`)
    .orderBy(popularityBuckets.bucket);
  for (const { bucket } of buckets) {
    const doc = sql`${placeSearch.doc} @@ ${`'_c:${category}' & '_b${bucket}'`}::tsquery`;
    const popular = await loadBy(and(matchesFilters, doc), [desc(placeSearch.popularity)]);
    if (popular.length === readMax) return popular;
  }
  return loadBy(matchesFilters, [desc(placeSearch.popularity)]);
}
