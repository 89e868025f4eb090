import type { Database } from "#app/db/database.server.ts";
import { typeSlug } from "#app/features/places/filter-places.ts";
import type { Facet, PlaceFacets, Relaxation } from "#app/features/places/place-filters.ts";

import { conditionLabel } from "./condition-label.ts";
import { filterConditions } from "./filter-conditions.ts";
import { countPlaces } from "./count-places.server.ts";
import { type Asked, weighPlaces, weighPlacesOrMore, type WeighedPlaces } from "./find-places.server.ts";
import { countLeft, narrowPlaces, searchRelaxations } from "./narrow-places.ts";
import { joinedFacets, reckoned, reckonedFacets, type Reckoning } from "#app/features/places/precise-counts.ts";
import { parseQuery, type QueryContext, type SaidCondition, withoutCondition } from "./query-language.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { isFiltered, type SearchFilters, withSearchFilter } from "./search-filters.ts";
import { searchPath, type SearchResults } from "./search.ts";

type Narrowing = {
  asked: Asked;
  filters: SearchFilters;
  vocabulary: Vocabulary;
  /** How the words were taken: what leaves some of them out takes the others the same way. */
  context: QueryContext;
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
  }: Pick<Narrowing, "asked" | "filters" | "vocabulary"> & { found: WeighedPlaces; isPartial: boolean },
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
  const isEnough = ({ places }: WeighedPlaces) => narrowPlaces(places, input).places.length > 0;
  const sought = await weighPlacesOrMore(db, { ...asked, parsed }, { isEnough });
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
  { found, ...narrowing }: Narrowing & { found: WeighedPlaces },
): Promise<SearchResults["relaxations"]> {
  const { asked, filters } = narrowing;
  const { query, parsed, now } = asked;
  const hrefWith = (change: Partial<SearchFilters>) =>
    searchPath({ query, filters: withSearchFilter(filters, change) });
  const each = parsed.said.map((said) => without(query, [said])).slice(0, OFFERS_TRIED_MAX.one);
  const fewerWords = await offersOf(db, each, narrowing);
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
  const { query, parsed } = narrowing.asked;
  const { said } = parsed;
  const offersOff = (choices: SaidCondition[][], most: number) =>
    offersOf(
      db,
      choices.slice(0, most).map((off) => without(query, off)),
      narrowing,
    );
  const singles = await offersOff(
    said.map((one) => [one]),
    OFFERS_TRIED_MAX.one,
  );
  if (singles.length > 0) return singles;
  const pairs = said.flatMap((first, index) => said.slice(index + 1).map((second) => [first, second]));
  const doubles = await offersOff(pairs, OFFERS_TRIED_MAX.two);
  if (doubles.length > 0) return doubles;
  const alone = said.slice(0, OFFERS_TRIED_MAX.allButOne).map((kept): Offering => {
    const off = said.filter((other) => other !== kept);
    return { query: withoutAll(query, off), words: { label: conditionLabel(kept.condition), isAlone: true } };
  });
  return offersOf(db, alone, narrowing);
}

/**
 * The way out where the words that stayed text are at fault, as in "quiet dentist" where no dentist says that it is quiet: what
 * was understood without them, and where even that is too much and nothing else is offered, each condition alone.
 */
export async function offersWithoutText(
  db: Database,
  narrowing: Narrowing,
  others: SearchResults["relaxations"],
): Promise<SearchResults["relaxations"]> {
  const { query, parsed } = narrowing.asked;
  const { said, telling } = parsed;
  if (said.length === 0 || telling === "") return others;
  const only = (kept: SaidCondition[]) => kept.map(({ from, to }) => query.slice(from, to)).join(" ");
  const together = await offersOf(db, [{ query: only(said), words: { label: telling } }], narrowing);
  const offers = [...others, ...together].toSorted((a, b) => b.count - a.count);
  if (offers.length > 0 || said.length === 1) return offers;
  const alone = said.slice(0, OFFERS_TRIED_MAX.one).map((kept): Offering => ({
    query: only([kept]),
    words: { label: conditionLabel(kept.condition), isAlone: true },
  }));
  return offersOf(db, alone, narrowing);
}

/** Another query to ask instead, and how the offer calls what is left out of it or kept. */
type Offering = { query: string; words: Pick<Relaxation, "label"> & { isAlone?: true } };

function without(query: string, off: SaidCondition[]): Offering {
  const label = off.map(({ condition }) => conditionLabel(condition)).join(", ");
  return { query: withoutAll(query, off), words: { label } };
}

/** From the end, so that what stands before keeps its place. */
function withoutAll(query: string, off: readonly SaidCondition[]): string {
  return off.toReversed().reduce(withoutCondition, query);
}

async function offersOf(
  db: Database,
  offerings: readonly Offering[],
  { asked, filters, vocabulary, context, offersLeft }: Narrowing,
): Promise<SearchResults["relaxations"]> {
  const tried = offerings
    .map(({ query, words }) => ({
      words,
      asked: { ...asked, query, parsed: parseQuery(query, vocabulary, { ...context, isName: false }) },
    }))
    // Nothing left to ask would find every place there is.
    .filter(({ asked: { parsed } }) => parsed.said.length > 0 || parsed.telling !== "")
    .slice(0, offersLeft.count);
  offersLeft.count -= tried.length;
  const counts = isFiltered(filters)
    ? []
    : await countPlaces(
        db,
        tried.map((each) => each.asked),
      );
  const offers = [];
  for (const [index, { words, asked: fewer }] of tried.entries()) {
    const counted = counts[index] ?? null;
    const count = counted === null ? await countWeighed(db, fewer, filters) : { count: counted };
    offers.push({ ...words, href: searchPath({ query: fewer.query, filters }), ...count });
  }
  return offers.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

async function countWeighed(db: Database, asked: Asked, filters: SearchFilters) {
  const found = await weighPlaces(db, asked);
  if (!isFiltered(filters)) return { count: found.total, ...precisionOf(found) };
  return countOf(countLeft(found.places, filters, asked.now), found);
}

/** So many of the places that were weighed, as so many of all. */
function countOf(count: number, found: WeighedPlaces): Pick<Relaxation, "count" | "precision"> {
  return { count: reckoned(count, reckoningOf(found)), ...precisionOf(found) };
}

function precisionOf({ precision }: WeighedPlaces): Pick<Relaxation, "precision"> {
  return precision === "exact" ? {} : { precision };
}
