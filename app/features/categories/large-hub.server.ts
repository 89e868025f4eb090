import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch, searchTiers, searchTypes } from "#app/db/schema/search.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import type { CategorySlug } from "../places/categories.ts";
import { filterPlaces, typeSlug } from "../places/filter-places.ts";
import { NO_PLACE_FILTERS, type PlaceFacets } from "../places/place-filters.ts";
import { reckoned } from "../places/precise-counts.ts";
import { demoRatings, realRatings } from "../places/rating-columns.server.ts";
import type { HubFilters } from "./category-hub.ts";
import { countHub, type HubTests } from "./hub-counts.server.ts";
import { hubCandidates, type HubList, publishedIn } from "./hub-candidates.server.ts";
import { countedFacets, countedRelaxations } from "./large-hub-counts.ts";
import { openWeeks } from "./open-weeks.server.ts";
import { type HubCandidate, sortHub } from "./sort-hub.ts";

type Asked = { category: CategorySlug; filters: HubFilters; candidatesMax: number };

/**
 * The list of a category with more places than are weighed one by one. It is counted by SQL among all of them; the list
 * holds those that come first in the order asked for. How many are open is told from these, unless only open ones are
 * wanted or none of these is: then the hours of all places are read.
 */
export async function largeHubList(db: Database, asked: Asked, moment: PageMoment): Promise<HubList> {
  const { category, filters } = asked;
  const types = await db.select({ type: searchTypes.type }).from(searchTypes).orderBy(searchTypes.type);
  const weeks = filters.openNow ? await openWeeks(db, { category, tests: null }, moment) : null;
  const openNow = weeks?.test ?? sql`true`;
  const knownTypes = types.map(({ type }) => type);
  const tests = { ...hubTests(filters, knownTypes), openNow };
  const counts = await countHub(db, { category, tests });
  const candidates = await firstCandidates(db, { ...asked, tests }, moment);
  const facets = countedFacets(counts, filters);
  const open = filters.openNow
    ? { openNow: counts.matched, ...precisionOf(weeks) }
    : await countOpen(db, { category, tests, candidates, matched: counts.matched }, moment);
  return {
    places: filters.sort === "best" ? bestKnownFirst(candidates) : sortHub(candidates, filters),
    total: counts.matched,
    neighborhoodCount: counts.neighborhoods,
    facets: { ...facets, ...open },
    relaxations: candidates.length > 0 ? [] : countedRelaxations(counts, { category, filters, facets }),
    candidates,
  };
}

/** How many are open of those that the filters leave: as the candidates' share lets expect, but never that it may be none. */
async function countOpen(
  db: Database,
  asked: { category: CategorySlug; tests: HubTests; candidates: readonly HubCandidate[]; matched: number },
  moment: PageMoment,
): Promise<Pick<PlaceFacets, "openNow" | "openNowPrecision">> {
  const { category, tests, candidates, matched } = asked;
  const open = filterPlaces(candidates, { ...NO_PLACE_FILTERS, openNow: true }, moment.now).length;
  if (candidates.length === matched) return { openNow: open };
  if (open === 0) {
    const weeks = await openWeeks(db, { category, tests }, moment);
    return { openNow: weeks.places, ...precisionOf(weeks) };
  }
  const openNow = reckoned(open, { weighed: candidates.length, total: matched, precision: "about" });
  return { openNow, openNowPrecision: "about" };
}

/** Exact, unless there were too many different weeks to read them all. */
function precisionOf(weeks: { isAll: boolean } | null): Pick<PlaceFacets, "openNowPrecision"> {
  return weeks?.isAll === false ? { openNowPrecision: "at-least" } : {};
}

/** The editors' picks, and then as they came: the best known first. */
function bestKnownFirst(candidates: readonly HubCandidate[]): HubCandidate[] {
  const rank = ({ hubRank, featuredRank }: HubCandidate) => hubRank ?? (featuredRank ?? 9) + 10;
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** What a row of places must be for each filter but "open now"; always true where the filter is off. */
function hubTests(filters: HubFilters, knownTypes: readonly string[]): Omit<HubTests, "openNow"> {
  const { types, neighborhoods: where, prices, rating, attributes } = filters;
  const all = sql`true`;
  const mean = ratingMean();
  const rated = rating === "none" ? sql`${mean} is null` : sql`coalesce(${mean} >= ${Number(rating)}::numeric, false)`;
  const ofTypes = knownTypes.filter((type) => types.includes(typeSlug(type)));
  const priced = inArray(places.priceRange, prices);
  const has = sql.join(
    attributes.map((key) => sql`coalesce(${places.attributes} ->> ${key}::text = 'true', false)`),
    sql` and `,
  );
  return {
    types: types.length === 0 ? all : ofTypes.length === 0 ? sql`false` : inArray(places.type, ofTypes),
    neighborhoods: where.length === 0 ? all : inArray(places.neighborhoodSlug, where),
    prices: prices.length === 0 ? all : sql`coalesce(${priced}, false)`,
    rating: rating === null ? all : rated,
    attributes: attributes.length === 0 ? all : sql`(${has})`,
    mean,
  };
}

/** As it is shown, with one decimal; null where nobody has reviewed the place. */
function ratingMean(): SQL {
  const reviews = sql`(coalesce(${realRatings.reviewCount}, 0) + coalesce(${demoRatings.reviewCount}, 0))`;
  const stars = sql`(coalesce(${realRatings.starsSum}, 0) + coalesce(${demoRatings.starsSum}, 0))`;
  return sql`round(${stars}::numeric / nullif(${reviews}, 0), 1)`;
}

/**
 * Those that come first in the order asked for. The best known are looked for tier by tier, as a search does it (served by
 * place_search_doc): each tier is ten times the one before, and holds better known places than what is outside it.
 */
async function firstCandidates(
  db: Database,
  { category, filters, candidatesMax, tests }: Asked & { tests: HubTests },
  moment: PageMoment,
): Promise<HubCandidate[]> {
  const { mean: _, ...passes } = tests;
  const wanted = and(publishedIn(category), ...Object.values(passes));
  const first = (where: SQL | undefined, orderBy: SQL[]) =>
    hubCandidates(db, { category, where, orderBy, limit: candidatesMax }, moment);
  if (filters.sort === "name") return first(wanted, [asc(places.name)]);
  if (filters.sort === "rating") return first(wanted, [desc(placeSearch.rating), asc(places.name)]);
  if (filters.sort === "nearest" && filters.near !== null) {
    const { lat, lng } = filters.near;
    return first(wanted, [sql`${placeSearch.location} <-> search_location(${lat}, ${lng})`, asc(places.name)]);
  }
  const tiers = await db
    .select({ tier: searchTiers.tier })
    .from(searchTiers)
    .where(sql`above >= 0`)
    .orderBy(searchTiers.tier);
  for (const { tier } of tiers) {
    const doc = sql`${placeSearch.doc} @@ ${`'_c:${category}' & '_t${tier}'`}::tsquery`;
    const best = await first(and(wanted, doc), [desc(placeSearch.popularity)]);
    if (best.length === candidatesMax) return best;
  }
  return first(wanted, [desc(placeSearch.popularity)]);
}
