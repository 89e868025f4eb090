import { sortByDistance, sortByRating, type FilterablePlace } from "#app/guide/places/filters/filter-places.ts";
import { rankingMean, TYPICAL_MEAN } from "#app/guide/places/cards/rating-summary.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { CATEGORY_SECTIONS } from "#app/guide/places/facts/categories.ts";
import type { PlaceFilters } from "#app/guide/places/filters/place-filters.ts";
import type { Point, RatingSummary } from "#app/guide/places/place.ts";

export type CategorySort = "best" | "rating" | "name" | "nearest";

export type CategoryFilters = PlaceFilters & {
  /** The visitor's position, rounded to about 100 m. */
  near: Point | null;
  /** "nearest" needs `near`. */
  sort: CategorySort;
};

/** What filters, counts and orders of a category need of a place. */
export type CategoryPlace = FilterablePlace & {
  id: number;
  featuredRank: number | null;
  hubRank: number | null;
  isDescribed: boolean;
  /** The number of published guides that mention it. */
  guideCount: number;
  /** The number of its fields that have a source. */
  knownFacts: number;
  /** `rating` without demo reviews. */
  realRating: RatingSummary;
};

/**
 * Best: the editors' picks, then described places, then listed ones, each in the order of `compareMerit`; nothing paid
 * counts. Rating: a mean that counts few reviews less. Nearest: needs a position.
 */
export function sortCategory(
  candidates: CategoryPlace[],
  { near, sort }: Pick<CategoryFilters, "near" | "sort">,
): CategoryPlace[] {
  // Branches share a name, and pages need a stable order.
  const byName = candidates.toSorted((a, b) => a.name.localeCompare(b.name, "en") || a.id - b.id);
  if (sort === "nearest" && near !== null) return sortByDistance(byName, near);
  if (sort === "rating") return sortByRating(byName);
  return sort === "best" ? byName.toSorted((a, b) => sectionRank(a) - sectionRank(b) || compareMerit(a, b)) : byName;
}

/**
 * More guides first, then the better reviews, counting few of them less, then the place about which more is known.
 * Search engines are told this order, so demo reviews don't count.
 */
function compareMerit(a: CategoryPlace, b: CategoryPlace): number {
  return (
    b.guideCount - a.guideCount ||
    rankingMean(b.realRating, TYPICAL_MEAN) - rankingMean(a.realRating, TYPICAL_MEAN) ||
    b.knownFacts - a.knownFacts
  );
}

/** Why a place is where it is in the best order, in two or three words; null for the rest. */
export function orderReason({ hubRank, featuredRank, guideCount }: CategoryPlace): string | null {
  if (hubRank !== null) return "Featured";
  if (featuredRank !== null) return "Editors’ pick";
  return guideCount === 0 ? null : `In ${pluralize(guideCount, "guide")}`;
}

/** The editors' picks of the category, those of the neighborhoods, then described places, then listed ones. */
export function editorialRank({
  hubRank,
  featuredRank,
  isDescribed,
}: Pick<CategoryPlace, "hubRank" | "featuredRank" | "isDescribed">): number {
  if (hubRank !== null) return hubRank;
  if (featuredRank !== null) return featuredRank + 10;
  return isDescribed ? 20 : 30;
}

function sectionRank(place: CategoryPlace): number {
  return isInOwnSection(place) ? SECTION_AFTER + editorialRank(place) : editorialRank(place);
}

/** More than any editorial rank. */
const SECTION_AFTER = 100;

/** Whether the place's type has a section of its own at the end of the hub. The hub's picks stay in front. */
export function isInOwnSection({ category, type, hubRank }: CategoryPlace): boolean {
  return hubRank === null && CATEGORY_SECTIONS[category]?.types.includes(type) === true;
}
