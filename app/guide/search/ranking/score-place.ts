import { rankingMean, TYPICAL_MEAN } from "#app/guide/places/cards/rating-summary.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import type { Candidate } from "../candidates/candidate.ts";

/** The parts of a score, which add up to it. */
export type ScoreParts = {
  name: number;
  text: number;
  words: number;
  type: number;
  /** It is a stop of the guide that answers the query. */
  guide: number;
  occasion: number;
  pick: number;
  /** Negative if the reviews are worse than average. */
  rating: number;
  popularity: number;
  distance: number;
  facts: number;
  described: number;
  freshness: number;
  /** Negative while the place is closed. */
  closed: number;
};

const NAME = 4;
const EXACT_NAME = 2;
const TEXT_MAX = 2;
/** Where not all words must match, those that do outweigh how often they occur. */
const WORDS_MAX = 2;
const TYPE = 1;
/** Above every match but a name: the guide's editors chose the place for what is looked for. */
const GUIDE = 3;
const GUIDE_STEP = 0.02;
const OCCASION_MAX = 0.6;
const CLOSED = -2;
const PICK_MAX = 0.3;
/** Per star above or below the usual mean. */
const RATING_STAR = 0.4;
const POPULARITY_MAX = 0.2;
/** Who asks for places near something means it: about as much as all but a name or a guide. */
const DISTANCE_MAX = 2.5;
const FACTS_MAX = 0.1;
/** Less than any match, more than any other difference between two places that match as well. */
const DESCRIBED = 0.5;
const FRESHNESS_MAX = 0.05;

/** A save counts as much as this many page views. */
const VIEWS_PER_SAVE = 10;

/** With this many views a place gets half of the popularity score. */
const HALF_VIEWS = 200;

/** After this long without a change the freshness score is half. */
const HALF_FRESH_MS = 365 * DAY_MS;

/** This ts_rank gives half of the text score. A word in the name has about six times as much. */
const HALF_TEXT_RANK = 0.1;

/** At this distance from the named place half of the distance score is left. */
const HALF_DISTANCE_METERS = 600;

/** This many facts count as complete. */
const FACTS_FULL = 10;

/** Scores a place for a query, as parts to show and add up. Nothing that anyone pays for counts. */
export function scorePlace(place: Candidate, now: Date): ScoreParts {
  const popularity = place.views + VIEWS_PER_SAVE * place.saves;
  // A neighborhood's first pick comes after the three of its category.
  const editorRank = place.hubRank ?? (place.featuredRank === null ? null : place.featuredRank + 3);
  const ageMs = Math.max(0, now.getTime() - place.updatedAt.getTime());
  return {
    name: (place.isMeant ? NAME : 0) + (place.isExactName ? EXACT_NAME : 0),
    text: (TEXT_MAX * place.textRank) / (place.textRank + HALF_TEXT_RANK),
    words: WORDS_MAX * place.wordShare,
    type: place.isOfType ? TYPE : 0,
    guide: place.stop === null ? 0 : GUIDE - GUIDE_STEP * place.stop.position,
    occasion: OCCASION_MAX * place.occasionFit,
    pick: editorRank === null ? 0 : PICK_MAX / editorRank,
    rating: RATING_STAR * (rankingMean(place.rating, TYPICAL_MEAN) - TYPICAL_MEAN),
    popularity: (POPULARITY_MAX * popularity) / (popularity + HALF_VIEWS),
    distance: place.meters === null ? 0 : nearness(place.meters),
    facts: FACTS_MAX * Math.min(1, place.factCount / FACTS_FULL),
    described: place.isDescribed ? DESCRIBED : 0,
    freshness: (FRESHNESS_MAX * HALF_FRESH_MS) / (HALF_FRESH_MS + ageMs),
    closed: place.isClosed ? CLOSED : 0,
  };
}

export function sumScore(parts: ScoreParts): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

function nearness(meters: number): number {
  return (DISTANCE_MAX * HALF_DISTANCE_METERS) / (HALF_DISTANCE_METERS + meters);
}
