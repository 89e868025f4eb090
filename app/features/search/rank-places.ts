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
  position: Point | null;
  /** Fields that a source vouches for. */
  knownFacts: number;
};

/** The score and what it is made of: the parts sum to it. */
export type RankParts = {
  name: number;
  text: number;
  type: number;
  pick: number;
  distance: number;
  facts: number;
};

const NAME = 4;
const EXACT_NAME = 2;
const TEXT_MAX = 2;
const TYPE = 1;
const PICK_MAX = 0.3;
const DISTANCE_MAX = 1;
const FACTS_MAX = 0.1;

/** A ts_rank of this gives half of the text's part: a word in the name has about six times as much. */
const HALF_TEXT_RANK = 0.1;

/** At this distance from the place that was named half of the distance's part is left. */
const HALF_DISTANCE_METERS = 600;

/** So many known facts make an entry as good as complete. */
const FACTS_FULL = 10;

/** How well a place answers a query: the parts, to be shown and summed. `near` is the place that was named, if any was. */
export function rankParts(place: RankInput, near: Point | null): RankParts {
  return {
    name: (place.isNamed ? NAME : 0) + (place.isExactName ? EXACT_NAME : 0),
    text: (TEXT_MAX * place.textRank) / (place.textRank + HALF_TEXT_RANK),
    type: place.isOfType ? TYPE : 0,
    pick: place.pick === null ? 0 : PICK_MAX / place.pick,
    distance: near === null || place.position === null ? 0 : nearness(distanceMeters(near, place.position)),
    facts: FACTS_MAX * Math.min(1, place.knownFacts / FACTS_FULL),
  };
}

export function scoreOf(parts: RankParts): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

function nearness(meters: number): number {
  return (DISTANCE_MAX * HALF_DISTANCE_METERS) / (HALF_DISTANCE_METERS + meters);
}
