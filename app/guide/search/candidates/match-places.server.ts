import type { Database } from "#app/db/database.server.ts";
import { parseSharedHours } from "#app/guide/places/hours/shared-hours.server.ts";
import { ratingSummary } from "#app/guide/places/cards/rating-summary.ts";
import type { Point } from "#app/guide/places/place.ts";
import { distanceMeters } from "#app/lib/geo.ts";

import { meetsCondition } from "../query/meets-condition.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { type Condition, namedPosition } from "../query/query-conditions.ts";
import { normalizePhrase } from "../query/query-words.ts";
import type { AnsweringGuide, Candidate, Fit, Matches, PlaceCount } from "./candidate.ts";
import { canBeUnknown, conditionFit, isSelective, isUncertain } from "./condition-fit.ts";
import { ENOUGH_ANSWERS } from "./candidate-stages.server.ts";
import type { Directory } from "./directory.server.ts";
import { estimateCount } from "./estimate-counts.ts";
import { reachReader } from "./reach.ts";
import { selectAllCandidates, type SelectInput, type WordMode } from "./select-candidates.server.ts";

export type MatchInput = {
  directory: Pick<Directory, "buckets" | "limits">;
  query: ParsedQuery;
  /** Where distances are measured from, if the query names no place. */
  near: Point | null;
  now: Date;
  /**
   * "some": some words of the free text will do, if they are half of what it means; "none": its words rank, and a place
   * without all of them is unknown to fit. Defaults to all words.
   */
  words?: WordMode;
  /** Leaves out places that may or may not meet the conditions that an index can answer. */
  isStrict?: boolean;
  guide?: AnsweringGuide | null;
  /** Whether to count the places whose hours are known. */
  countsHours?: boolean;
};

/**
 * The places that meet or may meet every condition and match the free text, and those whose name contains the whole
 * query ("Martin's Tavern" is not just any tavern). Where a fact is unknown, the place may meet a condition on it.
 */
export async function matchPlaces(db: Database, input: MatchInput): Promise<Matches> {
  return readMatches(await selectAllCandidates(db, [selectionOf(input)]), input);
}

/** The places of several queries, in one statement; without any query none. */
export async function matchEach(db: Database, inputs: readonly MatchInput[]): Promise<Map<MatchInput, Matches>> {
  const rows = Map.groupBy(await selectAllCandidates(db, inputs.map(selectionOf)), ({ at }) => at);
  return new Map(inputs.map((input, at) => [input, readMatches(rows.get(at) ?? [], input)]));
}

function selectionOf(input: MatchInput): SelectInput {
  const { directory, query, words = "all", guide = null, countsHours = false } = input;
  return { ...directory, query, canDoubt: canDoubt(input), words, from: startOf(input), guide, countsHours };
}

function canDoubt({ query, isStrict = false }: MatchInput): boolean {
  return !isStrict && canBeUnknown(query);
}

function startOf({ query, near }: MatchInput): Point | null {
  return namedPosition(query.conditions.map(({ condition }) => condition)) ?? near;
}

function readMatches(rows: readonly CandidateRow[], input: MatchInput): Matches {
  const toCandidate = candidateReader(input.query, startOf(input));
  const fitOf = fitReader(rows, input);
  const places = rows.flatMap((row) => {
    const place = toCandidate(row);
    const fit = fitOf(place, row);
    return fit === null ? [] : [{ ...place, fit }];
  });
  const answers = places.filter(({ fit }) => fit !== "mentioned");
  const shown = answers.length >= ENOUGH_ANSWERS ? answers : places;
  const total = totalOf(shown.length, rows, input.directory);
  return { places: shown, total, hoursKnown: rows[0]?.hoursKnown ?? null };
}

type UnjudgedCandidate = Omit<Candidate, "fit">;

/** Reads how well a place answers the query; null: it doesn't. */
function fitReader(
  rows: readonly CandidateRow[],
  input: MatchInput,
): (place: UnjudgedCandidate, row: CandidateRow) => Fit | null {
  const { isStrict = false, guide = null, words = "all", now } = input;
  const conditions = input.query.conditions.map(({ condition }) => condition);
  const uncertain = conditions.filter(isUncertain);
  // "Live music friday": the index knows where there is music, and the hours may be unknown.
  const canBeUncertain = canDoubt(input) || (!isStrict && conditions.some(isSelective));
  const isReached = walkReader(rows, input);
  const shareMin = Math.max(MEANING_MIN, SHARE_OF_BEST * Math.max(0, ...rows.map(({ wordShare }) => wordShare)));
  // A guide to bookstores doesn't say which have a cafe.
  const needsOwnWords = conditions.some((each) => each.kind === "type" && each.asks !== undefined);
  return (place, row) => {
    // A named place is an answer whatever the conditions.
    if (place.isNamed) return "known";
    const isStop = place.stop !== null && guide?.takesAllStops === true && row.isThere;
    const isAnswer = row.answers || isStop;
    if (!(isAnswer || row.mentions) || !isReached(place)) return null;
    if (words === "some" && row.wordShare < shareMin) return null;
    const met = conditionFit(place, uncertain, now);
    const isGranted = row.isGranted || (place.stop !== null && guide?.isTopic === true && !needsOwnWords);
    const fit = met === "known" && !isGranted ? "unknown" : met;
    if (fit === null || (fit !== "known" && !canBeUncertain)) return null;
    // Some of the words are no answer to all of them.
    if (words === "some") return "mentioned";
    return isAnswer || (words === "none" && !isGranted) ? fit : "mentioned";
  };
}

/** Reads whether a place is as near to the visitor, to a station or a place as the query asks. */
function walkReader(rows: readonly CandidateRow[], input: MatchInput): (place: UnjudgedCandidate) => boolean {
  const conditions = input.query.conditions.map(({ condition }) => condition);
  const from = startOf(input);
  const isNear = reachReader(
    conditions,
    rows.map((row) => metersFrom(from, row)),
  );
  const nearMetro = conditions.filter(({ kind }) => kind === "near-metro");
  return (place) => isNear(place.meters) && nearMetro.every((each) => meetsCondition(place, each, input.now) === "yes");
}

/** Places with less of the meaning of a text's words than this, or than this share of the best, aren't what it is about. */
const MEANING_MIN = 0.5;
const SHARE_OF_BEST = 0.8;

type CandidateRow = Awaited<ReturnType<typeof selectAllCandidates>>[number];

function metersFrom(from: Point | null, { lat, lng }: Pick<CandidateRow, "lat" | "lng">): number | null {
  return from === null || lat === null || lng === null ? null : distanceMeters(from, { lat, lng });
}

/** Reads rows as candidates of a query. */
function candidateReader(query: ParsedQuery, from: Point | null): (row: CandidateRow) => UnjudgedCandidate {
  const canBeMeant = canBeName(query);
  const conditions = query.conditions.map(({ condition }) => condition);
  const types = soughtTypes(conditions);
  const occasions = conditions.filter((condition) => condition.kind === "occasion");
  const isKindNamed = conditions.some(({ kind }) => kind === "type");
  const typed = normalizePhrase(query.typed);
  return ({ neighborhoodSlug, neighborhoodName, lat, lng, stopPosition, stopReason, ...row }) => ({
    ...row,
    hours: row.hours === null ? null : parseSharedHours(row.hours),
    neighborhood: { slug: neighborhoodSlug, name: neighborhoodName },
    position: lat === null || lng === null ? null : { lat, lng },
    rating: ratingSummary(row),
    isMeant: row.isNamed && canBeMeant,
    isExactName: row.isNamed && [row.name, ...row.otherNames].some((name) => normalizePhrase(name) === typed),
    isOfType: types.has(row.type),
    occasionFit:
      occasions.reduce((sum, occasion) => sum + occasionFit(occasion, row), 0) / Math.max(1, occasions.length),
    // A guide to food markets that mentions oysters is no list of oyster bars.
    stop:
      stopPosition === null || (isKindNamed && !types.has(row.type))
        ? null
        : { position: stopPosition, reason: stopReason ?? "" },
    meters: metersFrom(from, { lat, lng }),
  });
}

type Occasion = Extract<Condition, { kind: "occasion" }>;

/** Its kinds come best first; features and prices are wishes. */
function occasionFit(
  { types, attributes, prices }: Occasion,
  row: Pick<CandidateRow, "type" | "attributes" | "priceRange">,
): number {
  const at = types.indexOf(row.type);
  const kind = at === -1 ? 0 : 1 - at / types.length;
  const wishes = [
    ...attributes.map((key) => row.attributes[key] === true),
    ...(prices.length === 0 ? [] : [row.priceRange !== null && prices.includes(row.priceRange)]),
  ];
  const granted = wishes.length === 0 ? 0 : wishes.filter(Boolean).length / wishes.length;
  return (kind + granted) / 2;
}

/** The types of a kind that the query names, or else of its occasion. */
function soughtTypes(conditions: readonly Condition[]): Set<string> {
  const named = conditions.flatMap((condition) => (condition.kind === "type" ? condition.types : []));
  const meant = conditions.flatMap((condition) => (condition.kind === "occasion" ? condition.types : []));
  return new Set(named.length > 0 ? named : meant);
}

/** "Art museum" is a type and not a name, but "Meridian Hill" is a park as well as a neighborhood. */
function canBeName({ freeText, conditions }: ParsedQuery): boolean {
  return freeText !== "" || conditions.every(({ condition }) => condition.kind === "neighborhood");
}

/**
 * "exact" if every match was read. "at-least" if counting stopped at the limit. Otherwise "about": the total is
 * estimated from the share of the most popular places.
 */
function totalOf(
  matchCount: number,
  rows: readonly CandidateRow[],
  { buckets }: Pick<Directory, "buckets">,
): PlaceCount {
  const [row] = rows;
  const readCount = rows.length;
  if (row === undefined || row.isExact) return { count: matchCount, precision: "exact" };
  if (row.isCut)
    return { count: matchCount === readCount ? Math.max(matchCount, row.found) : matchCount, precision: "at-least" };
  const all = row.share === null ? row.found : (row.found / row.share) * buckets.places;
  return estimateCount(matchCount, { size: readCount, of: { count: all, precision: "about" } });
}
