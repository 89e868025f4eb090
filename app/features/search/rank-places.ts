import type { RatingSummary } from "#app/features/places/place.ts";
import { rankingMean } from "#app/features/places/rating-summary.ts";
import { distanceMeters, type Point } from "#app/lib/geo.ts";

/** What ranking knows of a place that may answer a query. Nothing paid is among it. */
export type RankInput = {
  /** All words of the query stand in its name, and they are no mere kind of place ("art museum"). */
  isNamed: boolean;
  /** The query is its name. */
  isExactName: boolean;
  /** `ts_rank` of the words that stayed text, 0 and up; 0 when none did. */
  textRank: number;
  /** It is of a type that was asked for, not only described with the word. */
  isOfType: boolean;
  /** The editors' order among a category's or neighborhood's picks, from 1; null for the rest. */
  pick: number | null;
  rating: RatingSummary;
  /** Members who keep it, and views of its page in the last four weeks. */
  saves: number;
  views: number;
  position: Point | null;
  /** Fields that a source vouches for. */
  knownFacts: number;
  /** When something about it was last changed. */
  updatedAt: Date;
};

/** The score and what it is made of: the parts sum to it. */
export type RankParts = {
  name: number;
  text: number;
  type: number;
  pick: number;
  /** Below zero where the reviews are worse than usual. */
  rating: number;
  popularity: number;
  distance: number;
  facts: number;
  freshness: number;
};

const NAME = 4;
const EXACT_NAME = 2;
const TEXT_MAX = 2;
const TYPE = 1;
const PICK_MAX = 0.3;
/** For each star above or below the usual. */
const RATING_STAR = 0.4;
const POPULARITY_MAX = 0.2;
const DISTANCE_MAX = 1;
const FACTS_MAX = 0.1;
const FRESHNESS_MAX = 0.05;

/** The mean of stars as reviewers everywhere give them; migration 0005 counts with it too. */
const USUAL_MEAN = 4;

/** A member who keeps a place says as much as this many who look at its page. */
const VIEWS_PER_SAVE = 10;

/** As well known as this many views make a place, half of the popularity's part is given. */
const HALF_VIEWS = 200;

/** An entry that nobody touched for so long is half as fresh. */
const HALF_FRESH_MS = 365 * 24 * 60 * 60 * 1000;

/** A ts_rank of this gives half of the text's part: a word in the name has about six times as much. */
const HALF_TEXT_RANK = 0.1;

/** At this distance from the place that was named half of the distance's part is left. */
const HALF_DISTANCE_METERS = 600;

/** So many known facts make an entry as good as complete. */
const FACTS_FULL = 10;

/** How well a place answers a query: the parts, to be shown and summed. `near` is the place that was named, if any was. */
export function rankParts(place: RankInput, { near, now }: { near: Point | null; now: Date }): RankParts {
  const known = place.views + VIEWS_PER_SAVE * place.saves;
  const ageMs = Math.max(0, now.getTime() - place.updatedAt.getTime());
  return {
    name: (place.isNamed ? NAME : 0) + (place.isExactName ? EXACT_NAME : 0),
    text: (TEXT_MAX * place.textRank) / (place.textRank + HALF_TEXT_RANK),
    type: place.isOfType ? TYPE : 0,
    pick: place.pick === null ? 0 : PICK_MAX / place.pick,
    rating: RATING_STAR * (rankingMean(place.rating, USUAL_MEAN) - USUAL_MEAN),
    popularity: (POPULARITY_MAX * known) / (known + HALF_VIEWS),
    distance: near === null || place.position === null ? 0 : nearness(distanceMeters(near, place.position)),
    facts: FACTS_MAX * Math.min(1, place.knownFacts / FACTS_FULL),
    freshness: (FRESHNESS_MAX * HALF_FRESH_MS) / (HALF_FRESH_MS + ageMs),
  };
}

export function scoreOf(parts: RankParts): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

function nearness(meters: number): number {
  return (DISTANCE_MAX * HALF_DISTANCE_METERS) / (HALF_DISTANCE_METERS + meters);
}
