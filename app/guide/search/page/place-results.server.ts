import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { selectCards, toPlaceCard } from "#app/guide/places/cards/place-cards.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { askLinks } from "#app/guide/places/facts/contact-links.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { isUncertain } from "../candidates/condition-fit.ts";
import { licensedPeople } from "../candidates/select-candidates.server.ts";
import { conditionReasons, walkReason } from "../query/condition-reasons.ts";
import { meetsCondition } from "../query/meets-condition.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { type Condition, isProximityCondition, rankingPhrases, wishOf } from "../query/query-conditions.ts";
import type { ResolvedNear } from "../query/search-filters.ts";
import type { RankedPlace } from "../ranking/rank.ts";
import { guideReason, searchReason } from "../ranking/search-reason.ts";
import type { PlaceResult } from "./search-request.ts";

type PlaceResultsInput = {
  places: readonly RankedPlace[];
  query: ParsedQuery;
  near: ResolvedNear | null;
  /** The guide whose stops come first. */
  guide: { title: string } | null;
};

/** The cards of ranked places, in order, each with the reason why it is a result, if its card doesn't say so itself. */
export async function placeResults(
  db: Database,
  { places: ranked, query, near, guide }: PlaceResultsInput,
  moment: PageContext,
): Promise<PlaceResult[]> {
  const byId = new Map(ranked.map((place) => [place.id, place]));
  const conditions = query.conditions.map(({ condition }) => condition);
  const cards = await loadCards(db, query, { ids: [...byId.keys()], moment });
  return ranked.flatMap((place) => {
    const found = cards.get(place.id);
    if (found === undefined) return [];
    const { card, people, ...match } = found;
    const { fit, stop } = place;
    const walk = near === null ? "" : walkReason(place, { near, conditions });
    const isGuideStop = stop !== null && guide !== null;
    const words = isGuideStop ? guideReason({ title: guide.title, ...stop }) : match.reason;
    const met = conditions.filter((each) => !isUncertain(each) || meetsCondition(place, each, moment.now) === "yes");
    // What a guide says needs no list of facts behind it, but how far the walk is.
    const stated = isGuideStop ? met.filter(isProximityCondition) : met;
    const more = place.isNamed ? [] : conditionReasons(place, stated);
    const said = [...words.split(SEPARATOR), ...more, licensedReason(people, conditions), walk];
    const reasons = [...new Set(said)].filter((part) => part !== "" && !isShown(part, card));
    const ask = fit === "unknown" ? Object.values(askLinks(match)).filter((link) => link !== null) : [];
    return [{ ...card, ask, fit, reason: joinReasons(reasons) }];
  });
}

const SEPARATOR = " · ";

/** Without a period before a separator. */
function joinReasons(reasons: readonly string[]): string {
  return reasons.map((reason, at) => (at < reasons.length - 1 ? reason.replace(/\.$/, "") : reason)).join(SEPARATOR);
}

/** The size of a place, where that is asked for. */
function licensedReason(people: number | null, conditions: readonly Condition[]): string {
  const isWanted = conditions.some((condition) => (wishOf(condition)?.people ?? Infinity) <= (people ?? 0));
  return people !== null && isWanted ? `licensed for up to ${people.toLocaleString("en-US")} people` : "";
}

/** Whether the row of a place says the same beside its name. */
function isShown(reason: string, { type, priceRange, neighborhood, street }: PlaceCardData): boolean {
  return [type, priceRange, neighborhood.name, street].includes(reason.replaceAll(/\[\[|\]\]/g, ""));
}

type MatchedCard = {
  card: PlaceCardData & { id: number };
  reason: string;
  phone: string | null;
  website: string | null;
  people: number | null;
};

/**
 * The card of each place, why the place matched, in the words that matched, and how to ask it. Only for the places on the page, because
 * highlighting costs more than searching.
 */
async function loadCards(
  db: Database,
  { typed, freeText, conditions }: ParsedQuery,
  { ids, moment }: { ids: number[]; moment: PageContext },
): Promise<Map<number, MatchedCard>> {
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
  const highlighted = (column: AnyColumn | SQL, query: SQL) =>
    sql<string>`ts_headline('english', ${column}, ${query}, 'StartSel=[[,StopSel=]],HighlightAll=true')`;
  const guide = sql<{ title: string; reason: string } | null>`(
    select json_build_object('title', q.title, 'reason', pp.reason) from post_places pp join posts q on q.id = pp.post_id
    where pp.place_id = ${places.id} and q.status = 'published' and q.access = 'everyone'
      and to_tsvector('english', unaccent(pp.reason)) @@ ${kind}
    order by pp.post_id desc limit 1)`;
  const rows = await selectCards(db, {
    phone: places.phone,
    website: places.website,
    people: licensedPeople(sql`${places.id}`),
    texts: {
      name: highlighted(sql`unaccent(${places.name})`, kind),
      otherNames: highlighted(sql`array_to_string(${places.otherNames}, '; ')`, text),
      type: highlighted(places.type, kind),
      neighborhood: highlighted(neighborhoods.name, where),
      bynames: highlighted(sql`array_to_string(${neighborhoods.aka}, ', ')`, where),
      street: highlighted(sql`coalesce(${places.street}, '')`, text),
      summary: highlighted(places.summary, kind),
      description: highlighted(places.description, kind),
      guide,
    },
  }).where(inArray(places.id, ids));
  return new Map(
    rows.map(({ texts, phone, website, people, ...row }) => {
      return [row.id, { card: toPlaceCard(row, moment), reason: searchReason(texts), phone, website, people }];
    }),
  );
}

/** Any word of any phrase, in websearch syntax: a place that matches only one word shows it. */
function joinWithOr(phrases: string[]): string {
  return phrases
    .flatMap((phrase) => phrase.split(/[\s"-]+/))
    .filter((word) => word !== "" && word !== "or")
    .join(" or ");
}
