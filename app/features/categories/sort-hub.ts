import { byDistance, byRating, type FilterablePlace } from "../places/filter-places.ts";
import type { HubFilters } from "./category-hub.ts";

/** The little that a hub needs to know of a place to filter, count and sort it. */
export type HubCandidate = FilterablePlace & { id: number; featuredRank: number | null; hubRank: number | null };

/**
 * Best: the editors' picks first, then by name; nothing paid enters. Rating goes by the mean in which few reviews count
 * less, and places without any come last. Nearest needs a position.
 */
export function sortHub(candidates: HubCandidate[], { near, sort }: HubFilters): HubCandidate[] {
  const rank = ({ hubRank, featuredRank }: HubCandidate) => hubRank ?? (featuredRank ?? 9) + 10;
  // Branches of one store have one name, and the next page must go on where this one ends.
  const byName = candidates.toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
  if (sort === "nearest" && near !== null) return byDistance(byName, near);
  if (sort === "rating") return byRating(byName);
  return sort === "best" ? byName.toSorted((a, b) => rank(a) - rank(b)) : byName;
}
