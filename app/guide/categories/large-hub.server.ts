import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch, searchTiers, searchTypes } from "#app/db/schema/search.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { filterPlaces, typeSlug } from "#app/guide/places/filters/filter-places.ts";
import { NO_PLACE_FILTERS, type PlaceFacets } from "#app/guide/places/filters/place-filters.ts";
import { estimateCount } from "#app/guide/places/filters/estimate-counts.ts";
import { demoRatings, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import type { HubFilters } from "./category-hub.ts";
import { countHubFacets, type HubConditions } from "./hub-counts.server.ts";
import { hubCandidates, type HubList, publishedIn } from "./hub-candidates.server.ts";
import { facetsFromCounts, relaxationsFromCounts } from "./large-hub-counts.ts";
import { findOpenHours } from "./find-open-hours.server.ts";
import { type HubCandidate, sortHub } from "./sort-hub.ts";

type LargeHubInput = { category: CategorySlug; filters: HubFilters; candidatesMax: number };

/**
 * The list of a category with too many places to load. SQL counts all of them, and the list holds the first in the
 * chosen order.
 *
 * The number of open places is estimated from these, unless "Open now" is on or none of them is open. Then the hours of
 * all places are read.
 */
export async function loadLargeHubList(db: Database, input: LargeHubInput, moment: PageContext): Promise<HubList> {
  const { category, filters } = input;
  const types = await db.select({ type: searchTypes.type }).from(searchTypes).orderBy(searchTypes.type);
  const weeks = filters.openNow ? await findOpenHours(db, { category, tests: null }, moment) : null;
  const openNow = weeks?.test ?? sql`true`;
  const knownTypes = types.map(({ type }) => type);
  const tests = { ...filterConditions(filters, knownTypes), openNow };
  const counts = await countHubFacets(db, { category, tests });
  const candidates = await loadFirstCandidates(db, { ...input, tests }, moment);
  const facets = facetsFromCounts(counts, filters);
  const open = filters.openNow
    ? { openNow: counts.matched, ...precisionOf(weeks) }
    : await countOpenPlaces(db, { category, tests, candidates, matched: counts.matched }, moment);
  return {
    places: filters.sort === "best" ? picksFirst(candidates) : sortHub(candidates, filters),
    total: counts.matched,
    neighborhoodCount: counts.neighborhoods,
    facets: { ...facets, ...open },
    relaxations: candidates.length > 0 ? [] : relaxationsFromCounts(counts, { category, filters, facets }),
    candidates,
  };
}

/**
 * The number of open places among those that pass the filters, estimated from the candidates, but never an estimate of
 * zero.
 */
async function countOpenPlaces(
  db: Database,
  input: { category: CategorySlug; tests: HubConditions; candidates: readonly HubCandidate[]; matched: number },
  moment: PageContext,
): Promise<Pick<PlaceFacets, "openNow" | "openNowPrecision">> {
  const { category, tests, candidates, matched } = input;
  const open = filterPlaces(candidates, { ...NO_PLACE_FILTERS, openNow: true }, moment.now).length;
  if (candidates.length === matched) return { openNow: open };
  if (open === 0) {
    const weeks = await findOpenHours(db, { category, tests }, moment);
    return { openNow: weeks.places, ...precisionOf(weeks) };
  }
  const openNow = estimateCount(open, { weighed: candidates.length, total: matched, precision: "about" });
  return { openNow, openNowPrecision: "about" };
}

/** Exact, unless there were too many different opening hours to read all. */
function precisionOf(weeks: { isAll: boolean } | null): Pick<PlaceFacets, "openNowPrecision"> {
  return weeks?.isAll === false ? { openNowPrecision: "at-least" } : {};
}

/** The editors' picks first, then by popularity, as loaded. */
function picksFirst(candidates: readonly HubCandidate[]): HubCandidate[] {
  const rank = ({ hubRank, featuredRank }: HubCandidate) => hubRank ?? (featuredRank ?? 9) + 10;
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** The SQL condition of each filter except "open now"; always true if the filter is off. */
function filterConditions(filters: HubFilters, knownTypes: readonly string[]): Omit<HubConditions, "openNow"> {
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
 * The first places in the chosen order.
 *
 * The most popular are searched tier by tier, as in a search (served by place_search_doc). Each tier is ten times the
 * previous one and holds more popular places than the rest.
 */
async function loadFirstCandidates(
  db: Database,
  { category, filters, candidatesMax, tests }: LargeHubInput & { tests: HubConditions },
  moment: PageContext,
): Promise<HubCandidate[]> {
  const { mean: _, ...conditions } = tests;
  const matchesFilters = and(publishedIn(category), ...Object.values(conditions));
  const loadFirst = (where: SQL | undefined, orderBy: SQL[]) =>
    hubCandidates(db, { category, where, orderBy, limit: candidatesMax }, moment);
  if (filters.sort === "name") return loadFirst(matchesFilters, [asc(places.name)]);
  if (filters.sort === "rating") return loadFirst(matchesFilters, [desc(placeSearch.rating), asc(places.name)]);
  if (filters.sort === "nearest" && filters.near !== null) {
    const { lat, lng } = filters.near;
    return loadFirst(matchesFilters, [
      sql`${placeSearch.location} <-> search_location(${lat}, ${lng})`,
      asc(places.name),
    ]);
  }
  const tiers = await db
    .select({ tier: searchTiers.tier })
    .from(searchTiers)
    .where(sql`above >= 0`)
    .orderBy(searchTiers.tier);
  for (const { tier } of tiers) {
    const doc = sql`${placeSearch.doc} @@ ${`'_c:${category}' & '_t${tier}'`}::tsquery`;
    const popular = await loadFirst(and(matchesFilters, doc), [desc(placeSearch.popularity)]);
    if (popular.length === candidatesMax) return popular;
  }
  return loadFirst(matchesFilters, [desc(placeSearch.popularity)]);
}
