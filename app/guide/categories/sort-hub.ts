import { sortByDistance, sortByRating, type FilterablePlace } from "#app/guide/places/filters/filter-places.ts";
import type { HubFilters } from "./category-hub.ts";

/** What a hub needs of a place to filter, count and sort it. */
export type HubCandidate = FilterablePlace & { id: number; featuredRank: number | null; hubRank: number | null };

/**
 * Best: the editors' picks first, then by name; nothing paid counts. Rating: by a mean that counts few reviews less,
 * places without reviews last. Nearest: needs a position.
 */
export function sortHub(candidates: HubCandidate[], { near, sort }: HubFilters): HubCandidate[] {
  const rank = ({ hubRank, featuredRank }: HubCandidate) => hubRank ?? (featuredRank ?? 9) + 10;
  // Branches share a name, and pages need a stable order.
  const byName = candidates.toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
  if (sort === "nearest" && near !== null) return sortByDistance(byName, near);
  if (sort === "rating") return sortByRating(byName);
  return sort === "best" ? byName.toSorted((a, b) => rank(a) - rank(b)) : byName;
}
