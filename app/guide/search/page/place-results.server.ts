import { type AnyColumn, eq, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { conditionReasons, walkReason } from "../query/condition-reasons.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { rankingPhrases } from "../query/query-conditions.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import type { RankedPlace } from "../ranking/rank.ts";
import { fallbackReason, searchReason } from "../ranking/search-reason.ts";
import type { SearchResults } from "./search-request.ts";

type PlaceResultsInput = { places: readonly RankedPlace[]; query: ParsedQuery; near: ResolvedNear | null };

/** The cards of ranked places, in order, each with the reason why it matches. */
export async function placeResults(
  db: Database,
  { places: ranked, query, near }: PlaceResultsInput,
  moment: PageContext,
): Promise<SearchResults["places"]["items"]> {
  const byId = new Map(ranked.map((place) => [place.id, place]));
  const conditions = query.conditions.map(({ condition }) => condition);
  const texts = await matchReasons(db, [...byId.keys()], query);
  const cards = await placeCardsById(db, [...byId.keys()], moment);
  return cards.map((card) => {
    const place = byId.get(card.id);
    const more = place === undefined || place.isNamed ? [] : conditionReasons(place, conditions);
    const walk = place === undefined || near === null ? "" : walkReason(place, { near, conditions });
    const reasons = [texts.get(card.id) ?? "", ...more, walk].filter((part) => part !== "");
    return { ...card, reason: reasons.length > 0 ? reasons.join(" · ") : fallbackReason(query.typed) };
  });
}

/**
 * Why each place matched, in the words that matched. Only for the places on the page, because highlighting costs more
 * than searching.
 */
async function matchReasons(
  db: Database,
  ids: number[],
  { typed, freeText, conditions }: ParsedQuery,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const typePhrases = rankingPhrases(conditions.map(({ condition }) => condition));
  // As typed, so that a nickname is highlighted among the nicknames.
  const locationPhrases = conditions.flatMap(({ condition, from, to }) =>
    condition.kind === "neighborhood" ? [typed.slice(from, to)] : [],
  );
  const anyOf = (phrases: string[]) => sql`websearch_to_tsquery('english', unaccent(${joinWithOr(phrases)}))`;
  const kind = anyOf([freeText, ...typePhrases]);
  const text = anyOf([freeText]);
  const where = anyOf([freeText, ...locationPhrases]);
  const marks = "StartSel=[[,StopSel=]],FragmentDelimiter=…";
  const highlighted = (column: AnyColumn | SQL, query: SQL, options = "HighlightAll=true") =>
    sql<string>`ts_headline('english', ${column}, ${query}, ${`${marks},${options}`})`;
  const rows = await db
    .select({
      id: places.id,
      name: highlighted(sql`unaccent(${places.name})`, kind),
      type: highlighted(places.type, kind),
      neighborhood: highlighted(neighborhoods.name, where),
      bynames: highlighted(sql`array_to_string(${neighborhoods.aka}, ', ')`, where),
      category: highlighted(categories.name, kind),
      street: highlighted(sql`coalesce(${places.street}, '')`, text),
      description: highlighted(places.description, kind, "MaxFragments=1,MaxWords=10,MinWords=5"),
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .innerJoin(categories, eq(categories.slug, places.categorySlug))
    .where(inArray(places.id, ids));
  return new Map(rows.map(({ id, ...texts }) => [id, searchReason(texts)]));
}

/** Any word of any phrase, in websearch syntax: a place that matches only one word shows it. */
function joinWithOr(phrases: string[]): string {
  return phrases
    .flatMap((phrase) => phrase.split(/[\s"-]+/))
    .filter((word) => word !== "" && word !== "or")
    .join(" or ");
}
