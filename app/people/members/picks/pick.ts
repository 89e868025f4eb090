import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { Point } from "#app/guide/places/place.ts";

/** As many as the dashboard shows. For longer lists there are pages like /food. */
export const PICKS_MAX = 4;

/** How many picks one liked place may explain, for variety. */
const PICKS_PER_LIKED = 2;

/** Longer walks don't count as near and aren't mentioned in the reason. */
const WALK_MINUTES_MAX = 30;

/** A place that a member saved or reviewed well. */
export type LikedPlace = {
  id: number;
  slug: string;
  name: string;
  how: "saved" | "reviewed";
  /** Stars of the member's review; null if they only saved it. */
  stars: number | null;
  /** 0 for the most recently liked place. */
  age: number;
  position: Point | null;
  priceRange: string | null;
};

/** A place with the same type as a liked one. */
export type PickCandidate = {
  id: number;
  likedId: number;
  isSameNeighborhood: boolean;
  position: Point | null;
  priceRange: string | null;
};

export type PickReason = Pick<LikedPlace, "slug" | "name" | "how" | "stars"> & {
  /** Approximate walk from the liked place; null if it is too far or unknown. */
  walkMinutes: number | null;
};
export type RankedPick = { id: number; reason: PickReason };

/**
 * Ranks candidates, best first, each with the liked place that contributes most to its score. Points depend on
 * distance, neighborhood, price range, stars and how recently the place was liked.
 */
export function rankPicks(
  liked: readonly LikedPlace[],
  candidates: readonly PickCandidate[],
  picksMax = PICKS_MAX,
): RankedPick[] {
  const likedById = new Map(liked.map((each) => [each.id, each]));
  const scored = new Map<
    number,
    { id: number; score: number; best: number; by: LikedPlace; candidate: PickCandidate }
  >();
  for (const candidate of candidates) {
    const by = likedById.get(candidate.likedId);
    if (by === undefined || candidate.id === by.id) continue;
    const score = scoreOf(by, candidate);
    const existing = scored.get(candidate.id);
    if (existing === undefined) scored.set(candidate.id, { id: candidate.id, score, best: score, by, candidate });
    else {
      existing.score += score;
      if (score > existing.best) Object.assign(existing, { best: score, by, candidate });
    }
  }
  const ranked = [...scored.values()].toSorted((a, b) => b.score - a.score || a.id - b.id);
  const perLiked = new Map<number, number>();
  const exceedsLimit = ({ by }: { by: LikedPlace }) => {
    const count = perLiked.get(by.id) ?? 0;
    perLiked.set(by.id, count + 1);
    return count >= PICKS_PER_LIKED;
  };
  const marked = ranked.map((each) => ({ ...each, isOverLimit: exceedsLimit(each) }));
  const chosen = [
    ...marked.filter(({ isOverLimit }) => !isOverLimit),
    ...marked.filter(({ isOverLimit }) => isOverLimit),
  ];
  return chosen.slice(0, picksMax).map(({ id, by, candidate }) => ({ id, reason: reasonOf(by, candidate) }));
}

function scoreOf(liked: LikedPlace, candidate: PickCandidate): number {
  const minutes = walkMinutesBetween(liked, candidate);
  const nearness = minutes === null ? 0 : Math.max(0, 1 - minutes / WALK_MINUTES_MAX);
  const isSamePrice = liked.priceRange !== null && liked.priceRange === candidate.priceRange;
  const weight = (liked.stars === 5 ? 1.5 : 1) / (1 + liked.age / 10);
  return weight * (1 + 2 * nearness + (candidate.isSameNeighborhood ? 0.5 : 0) + (isSamePrice ? 0.5 : 0));
}

function reasonOf({ slug, name, how, stars, ...liked }: LikedPlace, candidate: PickCandidate): PickReason {
  const minutes = walkMinutesBetween(liked, candidate);
  return { slug, name, how, stars, walkMinutes: minutes !== null && minutes <= WALK_MINUTES_MAX ? minutes : null };
}

function walkMinutesBetween(one: Pick<LikedPlace, "position">, other: Pick<LikedPlace, "position">): number | null {
  if (one.position === null || other.position === null) return null;
  return minutesOnFoot(distanceMeters(one.position, other.position));
}
