import type { Database } from "#app/db/database.server.ts";
import { typeSlug } from "#app/features/places/filter-places.ts";
import type { Facet, PlaceFacets, Relaxation } from "#app/features/places/place-filters.ts";

import { conditionLabel } from "./condition-label.ts";
import { filterConditions } from "./filter-conditions.ts";
import { type Asked, weighPlaces, type WeighedPlaces } from "./find-places.server.ts";
import { countLeft, narrowPlaces, searchRelaxations } from "./narrow-places.ts";
import { joinedFacets, reckoned, reckonedFacets, type Reckoning } from "#app/features/places/precise-counts.ts";
import { parseQuery, type SaidCondition, withoutCondition } from "./query-language.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { isFiltered, type SearchFilters, withSearchFilter } from "./search-filters.ts";
import { searchPath, type SearchResults } from "./search.ts";

type Narrowing = {
  asked: Asked;
  filters: SearchFilters;
  vocabulary: Vocabulary;
  offersLeft: OffersLeft;
};

/** What the filters leave of what the words find, and the counts of every other choice. */
export async function narrowFound(
  db: Database,
  {
    asked,
    filters,
    vocabulary,
    found,
    isPartial,
  }: Omit<Narrowing, "offersLeft"> & { found: WeighedPlaces; isPartial: boolean },
): Promise<WeighedPlaces & { facets: PlaceFacets }> {
  const input = { filters, near: asked.near, now: asked.now };
  const { places: left, facets: narrowed } = narrowPlaces(found.places, input);
  const counts = namedFacets(narrowed, vocabulary);
  const { precision } = found;
  const facets = reckonedFacets(counts, reckoningOf(found));
  if (!isFiltered(filters)) return { places: left, facets, total: found.total, precision };
  if (precision === "exact" || isPartial) {
    return { places: left, facets, total: reckoned(left.length, reckoningOf(found)), precision };
  }
  // Of too many places to weigh, those that have a chance: the filters go into the question.
  const conditions = filterConditions(filters, vocabulary.types).map((condition) => ({ condition, from: 0, to: 0 }));
  const parsed = { ...asked.parsed, said: [...asked.parsed.said, ...conditions] };
  const sought = await weighPlaces(db, { ...asked, parsed });
  const { places: kept, facets: close } = narrowPlaces(sought.places, input);
  return {
    places: kept,
    facets: joinedFacets(reckonedFacets(close, reckoningOf(sought)), facets, filters),
    total: reckoned(kept.length, reckoningOf(sought)),
    precision: sought.precision,
  };
}

/** A choice that no place found here is of still goes by its name. */
function namedFacets(facets: PlaceFacets, { types, phrases }: Vocabulary): PlaceFacets {
  if ([...facets.types, ...facets.neighborhoods].every(({ count }) => count > 0)) return facets;
  const typeNames = new Map(types.map((type) => [typeSlug(type), type]));
  const placeNames = new Map<string, string>();
  for (const { condition } of phrases.values()) {
    if (condition?.kind === "neighborhood") placeNames.set(condition.slug, condition.name);
  }
  const named = (group: readonly Facet[], names: ReadonlyMap<string, string>) =>
    group.map((facet) => (facet.count > 0 ? facet : { ...facet, label: names.get(facet.value) ?? facet.label }));
  return {
    ...facets,
    types: named(facets.types, typeNames),
    neighborhoods: named(facets.neighborhoods, placeNames),
  };
}

function reckoningOf({ places, total, precision }: WeighedPlaces): Reckoning {
  return { weighed: places.length, total, precision };
}

/** Ways out where the filters leave nothing of what the words find: a filter less, or a condition of the words. */
export async function filterOffers(
  db: Database,
  { asked, filters, vocabulary, offersLeft, found }: Narrowing & { found: WeighedPlaces },
): Promise<SearchResults["relaxations"]> {
  const { query, parsed, now } = asked;
  const hrefWith = (change: Partial<SearchFilters>) =>
    searchPath({ query, filters: withSearchFilter(filters, change) });
  const each = parsed.said.map((said) => [said]).slice(0, OFFERS_TRIED_MAX.one);
  const fewerWords = await offersWithout(db, each, { asked, filters, vocabulary, offersLeft });
  const fewerFilters = searchRelaxations(found.places, { filters, now, hrefWith }).map((offer) => ({
    ...offer,
    ...countOf(offer.count, found),
  }));
  return [...fewerFilters, ...fewerWords].toSorted((a, b) => b.count - a.count);
}

/** Longer lists of offers help nobody, and each is a search of its own: so many with one, two or all but one condition off. */
const OFFERS_TRIED_MAX = { one: 6, two: 6, allButOne: 4 };

/**
 * How many more searches a request may make for offers, whatever readings of it are tried: as many as one page may need
 * and a few beyond. One that finds nothing so often is nonsense.
 */
export type OffersLeft = { count: number };
export const OFFERS_OF_REQUEST_MAX = 20;

/**
 * Conditions to take off when nothing is left, each with the number of places that would bring, most first. Where no
 * single one is enough, two together; where not even those, all but one.
 */
export async function relaxations(db: Database, narrowing: Narrowing): Promise<SearchResults["relaxations"]> {
  const { said } = narrowing.asked.parsed;
  const each = said.map((one) => [one]).slice(0, OFFERS_TRIED_MAX.one);
  const singles = await offersWithout(db, each, narrowing);
  if (singles.length > 0) return singles;
  const pairs = said.flatMap((first, index) => said.slice(index + 1).map((second) => [first, second]));
  const doubles = await offersWithout(db, pairs.slice(0, OFFERS_TRIED_MAX.two), narrowing);
  if (doubles.length > 0) return doubles;
  const alone: SearchResults["relaxations"] = [];
  for (const kept of said.slice(0, OFFERS_TRIED_MAX.allButOne)) {
    const [offer] = await offersWithout(db, [said.filter((other) => other !== kept)], narrowing);
    if (offer !== undefined) alone.push({ ...offer, label: conditionLabel(kept.condition), isAlone: true });
  }
  return alone.toSorted((a, b) => b.count - a.count);
}

async function offersWithout(
  db: Database,
  groups: SaidCondition[][],
  { asked, filters, vocabulary, offersLeft }: Narrowing,
): Promise<SearchResults["relaxations"]> {
  const offers = [];
  for (const group of groups) {
    if (offersLeft.count === 0) break;
    // From the end, so that what stands before keeps its place.
    const query = group.toReversed().reduce(withoutCondition, asked.query);
    const parsed = parseQuery(query, vocabulary);
    // Nothing left to ask would find every place there is.
    if (parsed.said.length === 0 && parsed.telling === "") continue;
    offersLeft.count -= 1;
    const found = await weighPlaces(db, { ...asked, query, parsed });
    const count = isFiltered(filters)
      ? countOf(countLeft(found.places, filters, asked.now), found)
      : { count: found.total, ...precisionOf(found) };
    const label = group.map(({ condition }) => conditionLabel(condition)).join(", ");
    offers.push({ label, href: searchPath({ query, filters }), ...count });
  }
  return offers.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

/** So many of the places that were weighed, as so many of all. */
function countOf(count: number, found: WeighedPlaces): Pick<Relaxation, "count" | "precision"> {
  return { count: reckoned(count, reckoningOf(found)), ...precisionOf(found) };
}

function precisionOf({ precision }: WeighedPlaces): Pick<Relaxation, "precision"> {
  return precision === "exact" ? {} : { precision };
}
