import { asc } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import { placeCounts } from "#app/guide/places/facts/listing-depth.server.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { countFacets, filterPlaces, filterRelaxations } from "#app/guide/places/filters/filter-places.ts";
import type { PlaceFacets, PlaceFilters, Relaxation } from "#app/guide/places/filters/place-filters.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { loadCategoryPlaces, publishedIn } from "./category-places.server.ts";
import { loadLargeCategory } from "./large-category.server.ts";
import { type CategoryFilters, type CategoryPlace, sortCategory } from "./sort-category.ts";

export type CategoryInput = {
  category: CategorySlug;
  filters: CategoryFilters;
  hrefWith: (change: Partial<PlaceFilters>) => string;
  /** Lowered in tests. */
  readMax: number;
};

/** The places of a category that pass the filters, in the chosen order, and the counts of every other choice. */
export type CategoryCandidates = {
  /** Fewer than `total` in large categories. */
  places: CategoryPlace[];
  total: number;
  facets: PlaceFacets;
  /** Only if no place is left. */
  relaxations: Relaxation[];
  /** Whether the ratings of these places include demo reviews. */
  hasDemoRatings: boolean;
  /** The number of places in the category without filters, of the described ones, and of neighborhoods with such places. */
  placeCount: number;
  describedCount: number;
  hoursKnownCount: number;
  neighborhoodCount: number;
};

/** What was found, and all places that were read and checked one by one. */
export type ReadCategory = Omit<
  CategoryCandidates,
  "placeCount" | "describedCount" | "hoursKnownCount" | "hasDemoRatings"
> & {
  read: readonly CategoryPlace[];
};

/**
 * Up to this many places are loaded and filtered one by one. Larger categories are counted in SQL, and only the first
 * places are listed.
 */
export const CATEGORY_READ_MAX = 5_000;

/** All places of the category are read, because an index can't compute "open now"; see `loadLargeCategory` for too many. */
export async function findCategoryCandidates(
  db: Database,
  { readMax = CATEGORY_READ_MAX, ...given }: Omit<CategoryInput, "readMax"> & { readMax?: number | undefined },
  moment: PageContext,
): Promise<CategoryCandidates> {
  const input: CategoryInput = { ...given, readMax };
  // Served by places_by_category.
  const [counts] = await db.select(placeCounts).from(places).where(publishedIn(input.category));
  const { placeCount, ...others } = counts ?? { placeCount: 0, describedCount: 0, hoursKnownCount: 0 };
  const { read, ...found } =
    placeCount > readMax ? await loadLargeCategory(db, input, moment) : await loadWholeCategory(db, input, moment);
  return { ...found, placeCount, ...others, hasDemoRatings: hasDemoRating(read) };
}

async function loadWholeCategory(
  db: Database,
  { category, filters, hrefWith, readMax }: CategoryInput,
  moment: PageContext,
): Promise<ReadCategory> {
  const rows = { category, where: publishedIn(category), orderBy: [asc(places.name)], limit: readMax };
  const read = await loadCategoryPlaces(db, rows, moment);
  const filtered = sortCategory(filterPlaces(read, filters, moment.now), filters);
  return {
    places: filtered,
    total: filtered.length,
    facets: countFacets(read, filters, moment.now),
    relaxations: filtered.length > 0 ? [] : filterRelaxations(read, { filters, now: moment.now, hrefWith }),
    read,
    neighborhoodCount: new Set(read.map(({ neighborhood }) => neighborhood.slug)).size,
  };
}
