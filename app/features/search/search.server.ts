import { type AnyColumn, desc, eq, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { neighborhoodSearch } from "#app/db/schema/search.ts";
import { guideCards } from "#app/features/guides/guide-cards.server.ts";
import { listNeighborhoods } from "#app/features/neighborhoods/neighborhood-queries.server.ts";
import { placeFacets } from "#app/features/places/filter-places.ts";
import { wordsHoldUntil } from "#app/features/places/hours-words.ts";
import { placeCardsById } from "#app/features/places/place-cards.server.ts";
import { limitPageLife, type PageMoment } from "#app/platform/page-life.ts";

import { conditionLabel } from "./condition-label.ts";
import { conditionReasons, walkReason } from "./condition-reasons.ts";
import {
  type Asked,
  isPlaceName,
  type SearchGround,
  searchGround,
  weighPlaces,
  weighPlacesOrMore,
  type WeighedPlaces,
} from "./find-places.server.ts";
import { namedLandmarks } from "./named-landmarks.server.ts";
import { namedNear } from "./named-near.server.ts";
import {
  filterOffers,
  narrowFound,
  OFFERS_OF_REQUEST_MAX,
  type OffersLeft,
  offersWithoutText,
  relaxations,
} from "./narrow-found.server.ts";
import { meaningHoldsUntil } from "./open-when.ts";
import { parseQuery, type ParsedQuery, type QueryContext, withoutCondition } from "./query-language.ts";
import { nearbyName, readingsOf } from "./query-spelling.server.ts";
import type { Vocabulary } from "./query-vocabulary.ts";
import { rankedGuideIds } from "./rank-guides.server.ts";
import { allWords, CANDIDATE_LIMITS, type CandidateLimits } from "./search-candidates.server.ts";
import { isFiltered, type NamedNear, NO_SEARCH_FILTERS, withSearchFilter } from "./search-filters.ts";
import { wordsOf } from "./query-words.ts";
import { searchReason, unmarkedReason } from "./search-reason.ts";
import {
  type SearchCorrection,
  searchPath,
  type SearchRequest,
  type SearchResults,
  SEARCH_RESULTS_PER_PAGE,
} from "./search.ts";

/** Places, guides and neighborhoods for a query in the words people use, best first, with what was understood of it. */
export async function search(
  db: Database,
  request: SearchRequest,
  moment: PageMoment,
  limits: CandidateLimits = CANDIDATE_LIMITS,
): Promise<SearchResults> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const { query } = request;
  // "!" asks for no place, and without words every place would answer.
  if (wordsOf(query).length === 0 && !isFiltered(request.filters))
    return { ...NOTHING, query, filters: request.filters };
  const ground = await searchGround(db);
  const { vocabulary } = ground;
  const by = { ...ground, moment, limits, offersLeft: { count: OFFERS_OF_REQUEST_MAX }, isLast: true };
  const readings = request.isVerbatim || query === "" ? [] : await readingsOf(db, query, vocabulary);
  for (const reading of readings) {
    const offersLeft = reading.isSure ? by.offersLeft : { count: OFFERS_OF_DOUBTFUL_MAX };
    const meant = await answer(db, { ...request, query: reading.query }, { ...by, offersLeft, isLast: false });
    if (!hasFound(meant)) continue;
    const applied = { kind: "applied", query: reading.query, label: reading.query } as const;
    if (reading.isSure) {
      return {
        ...meant,
        query,
        correction: { ...applied, href: searchPath({ ...request, kind: null, page: 1, isVerbatim: true }) },
      };
    }
    return { ...(await answer(db, request, by)), correction: offer(reading.query, request) };
  }
  const typed = await answer(db, request, by);
  const isAnswered = !typed.isPartial && typed.placesFound >= FEW;
  if (readings.length > 0 || request.isVerbatim || query === "" || isAnswered) return typed;
  const name = await nearbyName(db, query, vocabulary);
  return name === null ? typed : { ...typed, correction: offer(name, request) };
}

/** What is only offered is not shown: whether it finds anything is all that matters. */
const OFFERS_OF_DOUBTFUL_MAX = 3;

/** With fewer places than this a query of known words may be a name with a wrong one. */
const FEW = 10;

function offer(query: string, { filters }: SearchRequest): SearchCorrection {
  return { kind: "offered", query, label: query, href: searchPath({ query, filters }) };
}

/** Places that have only some of the words don't count: so the words were not meant. */
function hasFound({
  isPartial,
  placesFound,
  guides,
  neighborhoods: where,
  relaxations: offers,
}: SearchResults): boolean {
  return (!isPartial && placesFound > 0) || guides.total + where.length + offers.length > 0;
}

type Answering = SearchGround & {
  moment: PageMoment;
  limits: CandidateLimits;
  offersLeft: OffersLeft;
  /** No other reading of the query comes after this one, so whatever leads anywhere is offered. */
  isLast: boolean;
};

/** What is found for exactly these words. */
async function answer(
  db: Database,
  request: SearchRequest,
  { vocabulary, tiers, moment, limits, offersLeft, isLast }: Answering,
): Promise<SearchResults> {
  const { query } = request;
  const near = await namedNear(db, request.filters.near);
  const filters = near === null ? withSearchFilter(request.filters, { near: null }) : request.filters;
  const landmarks = await namedLandmarks(db, query, vocabulary);
  const base = { query, near: near?.point ?? null, now: moment.now, tiers, limits, stations: new Map() };
  const typed = { isName: await isPlaceName(db, query), landmarks };
  const { parsed, context, exact } = await understood(db, { ...base, vocabulary, context: typed }, moment);
  const asked = { ...base, parsed };
  const narrowing = { asked, filters, vocabulary, context, offersLeft };
  const offers = exact.places.length > 0 ? [] : await relaxations(db, narrowing);
  // Where nothing has all the words and no condition is at fault, a place with some of them may well be meant.
  const isPartial = exact.places.length === 0 && offers.length === 0 && parsed.telling.includes(" ");
  const found = isPartial ? await weighPlaces(db, asked, { words: "some" }) : exact;
  const isLost = isLast && found.places.length === 0;
  const waysOut = isLost ? await offersWithoutText(db, narrowing, offers) : offers;
  // Whether a place is open is part of the answer, so the page is true until any of these opens or closes.
  for (const { hours } of found.places) limitPageLife(moment.page, wordsHoldUntil(hours, moment.now));
  const narrowed = await narrowFound(db, { asked, found, filters, vocabulary, isPartial });
  const isNothingLeft = found.places.length > 0 && narrowed.places.length === 0;
  return {
    query,
    isVerbatim: request.isVerbatim,
    filters,
    near,
    needsPosition: near === null && parsed.said.some(({ condition }) => condition.kind === "near-me"),
    chips: parsed.said.map((said) => ({
      label: conditionLabel(said.condition),
      href: searchPath({ query: withoutCondition(query, said), filters }),
    })),
    places: await shownPlaces(db, { found: narrowed, near, request, parsed }, moment),
    placesFound: found.total,
    placesFoundPrecision: found.precision,
    facets: narrowed.facets,
    correction: null,
    isPartial,
    relaxations: isNothingLeft ? await filterOffers(db, { ...narrowing, found }) : waysOut,
    guides: await rankedGuides(db, parsed, request, moment),
    neighborhoods: await rankedNeighborhoods(db, allWords(topicOf(parsed)), moment),
  };
}

/**
 * How the words are meant, and what that finds. A day beside a kind of place is when it must be open, but many hours are
 * unknown: where no place is known to be open then, one that speaks of the day may do ("its Sunday drag brunch").
 */
async function understood(
  db: Database,
  { vocabulary, context, ...base }: Omit<Asked, "parsed"> & { vocabulary: Vocabulary; context: QueryContext },
  { page, now }: PageMoment,
): Promise<{ parsed: ParsedQuery; context: QueryContext; exact: WeighedPlaces }> {
  const parsed = parseQuery(base.query, vocabulary, context);
  for (const { condition } of parsed.said) {
    // Also when nothing is open then: another day may be answered otherwise.
    if (condition.kind === "open") limitPageLife(page, meaningHoldsUntil(condition.when, now));
  }
  const exact = await weighPlacesOrMore(db, { ...base, parsed });
  if (exact.places.length > 0) return { parsed, context, exact };
  const withoutDays = { ...context, takesDays: false };
  const asText = parseQuery(base.query, vocabulary, withoutDays);
  if (asText.said.length === parsed.said.length) return { parsed, context, exact };
  const found = await weighPlacesOrMore(db, { ...base, parsed: asText });
  return found.places.length > 0 ? { parsed: asText, context: withoutDays, exact: found } : { parsed, context, exact };
}

const NOTHING: Omit<SearchResults, "query" | "filters"> = {
  isVerbatim: false,
  near: null,
  needsPosition: false,
  placesFound: 0,
  placesFoundPrecision: "exact",
  facets: placeFacets([], NO_SEARCH_FILTERS, new Date(0)),
  chips: [],
  correction: null,
  isPartial: false,
  places: { items: [], total: 0, precision: "exact", page: 1, pageCount: 1 },
  relaxations: [],
  guides: { items: [], total: 0, page: 1, pageCount: 1 },
  neighborhoods: [],
};

/** What neighborhoods can be about: the words that stayed text, the kind of place and where. */
function topicOf({ telling: text, said }: ParsedQuery): string {
  const named = said.map(({ condition }) => {
    if (condition.kind === "type") return condition.words;
    if (condition.kind === "neighborhood" || condition.kind === "station") return condition.name;
    return condition.kind === "category" ? conditionLabel(condition) : "";
  });
  return [...named, text].filter((words) => words !== "").join(" ");
}

type Shown = { found: WeighedPlaces; near: NamedNear | null; request: SearchRequest; parsed: ParsedQuery };

async function shownPlaces(
  db: Database,
  { found, near, request, parsed }: Shown,
  moment: PageMoment,
): Promise<SearchResults["places"]> {
  const shown = pageOf(found.places, request.kind === "guides" ? 1 : request.page);
  const byId = new Map(shown.items.map((place) => [place.id, place]));
  const conditions = parsed.said.map(({ condition }) => condition);
  const texts = await markedTexts(db, [...byId.keys()], { query: request.query, parsed });
  const cards = await placeCardsById(db, [...byId.keys()], moment);
  return {
    ...shown,
    total: found.total,
    precision: found.precision,
    items: cards.map((card) => {
      const place = byId.get(card.id);
      const more = place === undefined || place.isNamed ? [] : conditionReasons(place, conditions);
      const walk = place === undefined || near === null ? "" : walkReason(place, { near, conditions });
      const reasons = [texts.get(card.id) ?? "", ...more, walk].filter((part) => part !== "");
      return { ...card, reason: reasons.length > 0 ? reasons.join(" · ") : unmarkedReason(request.query) };
    }),
  };
}

/** Why each place was found, in the words that matched. Only for those shown: marking words costs more than finding them. */
async function markedTexts(
  db: Database,
  ids: number[],
  { query, parsed }: { query: string; parsed: ParsedQuery },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const kinds = parsed.said.flatMap(({ condition }) => (condition.kind === "type" ? [condition.words] : []));
  // As it was said: a nickname is marked among the nicknames.
  const wheres = parsed.said.flatMap(({ condition, from, to }) =>
    condition.kind === "neighborhood" ? [query.slice(from, to)] : [],
  );
  const anyOf = (phrases: string[]) => sql`websearch_to_tsquery('english', unaccent(${eitherOf(phrases)}))`;
  const kind = anyOf([parsed.telling, ...kinds]);
  const text = anyOf([parsed.telling]);
  const where = anyOf([parsed.telling, ...wheres]);
  const marks = "StartSel=[[,StopSel=]],FragmentDelimiter=…";
  const marked = (column: AnyColumn | SQL, query: SQL, options = "HighlightAll=true") =>
    sql<string>`ts_headline('english', ${column}, ${query}, ${`${marks},${options}`})`;
  const rows = await db
    .select({
      id: places.id,
      name: marked(sql`unaccent(${places.name})`, kind),
      type: marked(places.type, kind),
      neighborhood: marked(neighborhoods.name, where),
      bynames: marked(sql`array_to_string(${neighborhoods.aka}, ', ')`, where),
      category: marked(categories.name, kind),
      street: marked(sql`coalesce(${places.street}, '')`, text),
      description: marked(places.description, kind, "MaxFragments=1,MaxWords=10,MinWords=5"),
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .innerJoin(categories, eq(categories.slug, places.categorySlug))
    .where(inArray(places.id, ids));
  return new Map(rows.map(({ id, ...texts }) => [id, searchReason(texts)]));
}

/** Any word of any phrase, as websearch says it: a place that only matches one of them shows that one. */
function eitherOf(phrases: string[]): string {
  return phrases
    .flatMap((phrase) => phrase.split(/[\s"-]+/))
    .filter((word) => word !== "" && word !== "or")
    .join(" or ");
}

async function rankedGuides(
  db: Database,
  parsed: ParsedQuery,
  request: SearchRequest,
  moment: PageMoment,
): Promise<SearchResults["guides"]> {
  const ranked = await rankedGuideIds(db, { query: request.query, parsed }, moment);
  const shown = pageOf(ranked, request.kind === "guides" ? request.page : 1);
  const ids = shown.items;
  if (ids.length === 0) return { ...shown, items: [] };
  const cards = await guideCards(db, { where: inArray(posts.id, ids), limit: ids.length }, moment);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return { ...shown, items: ids.flatMap((id) => byId.get(id) ?? []) };
}

async function rankedNeighborhoods(
  db: Database,
  query: SQL,
  moment: PageMoment,
): Promise<SearchResults["neighborhoods"]> {
  const ranked = await db
    .select({ slug: neighborhoodSearch.neighborhoodSlug })
    .from(neighborhoodSearch)
    .where(sql`${neighborhoodSearch.doc} @@ ${query}`)
    .orderBy(desc(sql`ts_rank(${neighborhoodSearch.doc}, ${query})`), neighborhoodSearch.neighborhoodSlug)
    .limit(SEARCH_RESULTS_PER_PAGE);
  if (ranked.length === 0) return [];
  const found = await listNeighborhoods(
    db,
    moment,
    ranked.map(({ slug }) => slug),
  );
  const cards = new Map(found.map((card) => [card.slug, card]));
  return ranked.flatMap(({ slug }) => cards.get(slug) ?? []);
}

function pageOf<Item>(items: Item[], page: number): { items: Item[]; total: number; page: number; pageCount: number } {
  const pageCount = Math.max(1, Math.ceil(items.length / SEARCH_RESULTS_PER_PAGE));
  const start = (page - 1) * SEARCH_RESULTS_PER_PAGE;
  return { items: items.slice(start, start + SEARCH_RESULTS_PER_PAGE), total: items.length, page, pageCount };
}
