import { sortByDistance, sortByRating } from "#app/guide/places/filters/filter-places.ts";
import type { Point } from "#app/guide/places/place.ts";

import { type Candidate, FITS } from "../candidates/candidate.ts";
import type { SearchSort } from "../query/search-filters.ts";
import { scorePlace, type ScoreParts, sumScore } from "./score-place.ts";

/** A candidate with its score, and the parts that add up to it. */
export type RankedPlace = Candidate & { scoreParts: ScoreParts; score: number };

/**
 * Sorts candidates: first by how well they are known to fit, then in the chosen order. The best score breaks the ties of
 * every other order.
 *
 * @param isNearWanted The query says "near" something: the nearest is the best of those that fit as well.
 */
export function rank(
  candidates: readonly Candidate[],
  {
    sort,
    near,
    now,
    isNearWanted = false,
  }: { sort: SearchSort; near: Point | null; now: Date; isNearWanted?: boolean },
): RankedPlace[] {
  const best = candidates
    .map((candidate) => {
      const scoreParts = scorePlace(candidate, now);
      return { ...candidate, scoreParts, score: sumScore(scoreParts) };
    })
    .toSorted((a, b) => b.score - a.score || compareText(a.name, b.name) || a.id - b.id);
  const byFit = Map.groupBy(inOrder(best, { sort, near, isNearWanted }), ({ fit }) => fit);
  return FITS.flatMap((fit) => spreadChains(byFit.get(fit) ?? [], sort));
}

function inOrder(
  best: RankedPlace[],
  { sort, near, isNearWanted }: { sort: SearchSort; near: Point | null; isNearWanted: boolean },
): RankedPlace[] {
  if (sort === "best" && isNearWanted)
    return best.toSorted((a, b) => tierOf(a) - tierOf(b) || distanceOf(a) - distanceOf(b));
  if (sort === "rating") return sortByRating(best);
  if (sort === "newest") return best.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return sort === "nearest" && near !== null ? sortByDistance(best, near) : best;
}

/** Who asks for bars near something wants the nearest that is one. Closed places come last of all. */
function tierOf({ isMeant, isOfType, stop, isClosed }: RankedPlace): number {
  if (isMeant) return 0;
  if (isClosed) return 3;
  return isOfType || stop !== null ? 1 : 2;
}

function distanceOf({ meters }: RankedPlace): number {
  return meters ?? Infinity;
}

/** Among this many first results each name occurs once, unless it is the name searched for. */
const DISTINCT_NAMES = 5;

/** Moves the further branches of a chain behind the first few results. */
function spreadChains(places: RankedPlace[], sort: SearchSort): RankedPlace[] {
  if (sort !== "best") return places;
  const names = new Set<string>();
  const later: RankedPlace[] = [];
  const first: RankedPlace[] = [];
  for (const [at, place] of places.entries()) {
    if (first.length === DISTINCT_NAMES) return [...first, ...later, ...places.slice(at)];
    const isBranch = names.has(place.name) && !place.isNamed;
    (isBranch ? later : first).push(place);
    names.add(place.name);
  }
  return [...first, ...later];
}

/** Ten times faster than `localeCompare`, and only places with equal scores are compared. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
