import { and, type AnyColumn, desc, eq, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { neighborhoodSearch, placeSearch, postSearch } from "#app/db/schema/search.ts";
import { guideCards, isOut } from "#app/features/guides/guide-cards.server.ts";
import { listNeighborhoods } from "#app/features/neighborhoods/neighborhood-queries.server.ts";
import { placeCardsById } from "#app/features/places/place-cards.server.ts";
import type { PageMoment } from "#app/platform/page-life.ts";

import { searchReason } from "./search-reason.ts";
import { type SearchRequest, type SearchResults, SEARCH_RESULTS_PER_PAGE } from "./search.ts";

/** No query ranks more than this many matches: a common word may match every place there is. */
const MATCHES_RANKED_MAX = 1_000;

/** Places, guides and neighborhoods for the words of a query, best match first. Served by the gin indexes on doc. */
export async function search(db: Database, request: SearchRequest, moment: PageMoment): Promise<SearchResults> {
  moment.page.tags.add("places").add("guides").add("neighborhoods");
  const query = sql`websearch_to_tsquery('english', unaccent(${request.query}))`;
  const places = await rankedPlaces(db, query, request, moment);
  const guides = await rankedGuides(db, query, request, moment);
  return { query: request.query, places, guides, neighborhoods: await rankedNeighborhoods(db, query, moment) };
}

async function rankedPlaces(
  db: Database,
  query: SQL,
  request: SearchRequest,
  moment: PageMoment,
): Promise<SearchResults["places"]> {
  const ranked = await db
    .select({ id: placeSearch.placeId })
    .from(placeSearch)
    .innerJoin(places, eq(places.id, placeSearch.placeId))
    .where(and(eq(places.status, "published"), sql`${placeSearch.doc} @@ ${query}`))
    .orderBy(desc(sql`ts_rank(${placeSearch.doc}, ${query})`), placeSearch.placeId)
    .limit(MATCHES_RANKED_MAX);
  const shown = pageOf(ranked, request.kind === "guides" ? 1 : request.page);
  const ids = shown.items.map(({ id }) => id);
  const reasons = await searchReasons(db, ids, query);
  const cards = await placeCardsById(db, ids, moment);
  return { ...shown, items: cards.map((card) => ({ ...card, reason: reasons.get(card.id) ?? "" })) };
}

/** Why each place was found. Only for those shown: marking words costs more than finding them. */
async function searchReasons(db: Database, ids: number[], query: SQL): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const marks = "StartSel=[[,StopSel=]],FragmentDelimiter=…";
  const marked = (text: AnyColumn | SQL, options: string) =>
    sql<string>`ts_headline('english', ${text}, ${query}, ${`${marks},${options}`})`;
  const rows = await db
    .select({
      id: places.id,
      name: marked(sql`unaccent(${places.name})`, "HighlightAll=true"),
      type: marked(places.type, "HighlightAll=true"),
      neighborhood: marked(neighborhoods.name, "HighlightAll=true"),
      bynames: marked(sql`array_to_string(${neighborhoods.aka}, ', ')`, "HighlightAll=true"),
      category: marked(categories.name, "HighlightAll=true"),
      street: marked(sql`coalesce(${places.street}, '')`, "HighlightAll=true"),
      description: marked(places.description, "MaxFragments=1,MaxWords=14,MinWords=5"),
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .innerJoin(categories, eq(categories.slug, places.categorySlug))
    .where(inArray(places.id, ids));
  return new Map(rows.map(({ id, ...texts }) => [id, searchReason(texts)]));
}

async function rankedGuides(
  db: Database,
  query: SQL,
  request: SearchRequest,
  moment: PageMoment,
): Promise<SearchResults["guides"]> {
  const ranked = await db
    .select({ id: postSearch.postId })
    .from(postSearch)
    .innerJoin(posts, eq(posts.id, postSearch.postId))
    .where(and(isOut(moment.now), sql`${postSearch.doc} @@ ${query}`))
    .orderBy(desc(sql`ts_rank(${postSearch.doc}, ${query})`), postSearch.postId)
    .limit(MATCHES_RANKED_MAX);
  const shown = pageOf(ranked, request.kind === "guides" ? request.page : 1);
  const ids = shown.items.map(({ id }) => id);
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
  const cards = new Map((await listNeighborhoods(db, moment)).map((card) => [card.slug, card]));
  return ranked.flatMap(({ slug }) => cards.get(slug) ?? []);
}

function pageOf<Item>(items: Item[], page: number): { items: Item[]; total: number; page: number; pageCount: number } {
  const pageCount = Math.max(1, Math.ceil(items.length / SEARCH_RESULTS_PER_PAGE));
  const start = (page - 1) * SEARCH_RESULTS_PER_PAGE;
  return { items: items.slice(start, start + SEARCH_RESULTS_PER_PAGE), total: items.length, page, pageCount };
}
