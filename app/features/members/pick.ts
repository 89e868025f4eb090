import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { Point } from "#app/features/places/place.ts";

/** As many as the dashboard shows: more would be a list to look through, and /food is one. */
export const PICKS_MAX = 4;

/** One place that somebody likes must not be the reason for everything. */
const PICKS_PER_LIKED = 2;

/** Beyond it nobody walks from the one to the other, and the words leave it out. */
const WALK_MINUTES_MAX = 30;

/** A place that a member saved or reviewed well. */
export type Liked = {
  id: number;
  slug: string;
  name: string;
  how: "saved" | "reviewed";
  /** Of their review; null where they only saved it. */
  stars: number | null;
  /** 0 for the one liked last. */
  age: number;
  position: Point | null;
  priceRange: string | null;
};

/** A place of the same type as one that is liked. */
export type Candidate = {
  id: number;
  likedId: number;
  isSameNeighborhood: boolean;
  position: Point | null;
  priceRange: string | null;
};

export type PickReason = Pick<Liked, "slug" | "name" | "how" | "stars"> & {
  /** About so many minutes on foot from it; null when that is no walk, or not known. */
  walkMinutes: number | null;
};
export type RankedPick = { id: number; reason: PickReason };

/**
 * The places to pick, the best first, each with the liked place that speaks most for it. Every liked place adds to those
 * of its type by how near they are, whether they cost the same, how lately it was liked and how well. Nothing else counts.
 */
export function rankPicks(
  liked: readonly Liked[],
  candidates: readonly Candidate[],
  picksMax = PICKS_MAX,
): RankedPick[] {
  const likedById = new Map(liked.map((each) => [each.id, each]));
  const scored = new Map<number, { id: number; score: number; best: number; by: Liked; candidate: Candidate }>();
  for (const candidate of candidates) {
    const by = likedById.get(candidate.likedId);
    if (by === undefined || candidate.id === by.id) continue;
    const points = pointsOf(by, candidate);
    const known = scored.get(candidate.id);
    if (known === undefined) scored.set(candidate.id, { id: candidate.id, score: points, best: points, by, candidate });
    else {
      known.score += points;
      if (points > known.best) Object.assign(known, { best: points, by, candidate });
    }
  }
  const ranked = [...scored.values()].toSorted((a, b) => b.score - a.score || a.id - b.id);
  const perLiked = new Map<number, number>();
  const isTooMany = ({ by }: { by: Liked }) => {
    const count = perLiked.get(by.id) ?? 0;
    perLiked.set(by.id, count + 1);
    return count >= PICKS_PER_LIKED;
  };
  const marked = ranked.map((each) => ({ ...each, isSpare: isTooMany(each) }));
  const chosen = [...marked.filter(({ isSpare }) => !isSpare), ...marked.filter(({ isSpare }) => isSpare)];
  return chosen.slice(0, picksMax).map(({ id, by, candidate }) => ({ id, reason: reasonOf(by, candidate) }));
}

function pointsOf(liked: Liked, candidate: Candidate): number {
  const minutes = walkMinutesBetween(liked, candidate);
  const nearness = minutes === null ? 0 : Math.max(0, 1 - minutes / WALK_MINUTES_MAX);
  const isSamePrice = liked.priceRange !== null && liked.priceRange === candidate.priceRange;
  const weight = (liked.stars === 5 ? 1.5 : 1) / (1 + liked.age / 10);
  return weight * (1 + 2 * nearness + (candidate.isSameNeighborhood ? 0.5 : 0) + (isSamePrice ? 0.5 : 0));
}

function reasonOf({ slug, name, how, stars, ...liked }: Liked, candidate: Candidate): PickReason {
  const minutes = walkMinutesBetween(liked, candidate);
  return { slug, name, how, stars, walkMinutes: minutes !== null && minutes <= WALK_MINUTES_MAX ? minutes : null };
}

function walkMinutesBetween(one: Pick<Liked, "position">, other: Pick<Liked, "position">): number | null {
  if (one.position === null || other.position === null) return null;
  return minutesOnFoot(distanceMeters(one.position, other.position));
}
