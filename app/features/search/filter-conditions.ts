import { typeSlug } from "#app/features/places/filter-places.ts";

import type { Condition } from "./query-conditions.ts";
import type { SearchFilters } from "./search-filters.ts";

/**
 * What of the filters the search index can be asked for, so that of more places than can be weighed those are looked at
 * that have a chance. Every place that passes the filters meets these; the filters themselves are still to be applied.
 */
export function filterConditions(
  { categories, types, neighborhoods, prices, attributes }: SearchFilters,
  knownTypes: readonly string[],
): Condition[] {
  const [category, ...otherCategories] = categories;
  const [neighborhood, ...otherNeighborhoods] = neighborhoods;
  const ofTypes = knownTypes.filter((type) => types.includes(typeSlug(type)));
  return [
    ...(category !== undefined && otherCategories.length === 0 ? [{ kind: "category" as const, category }] : []),
    ...(ofTypes.length > 0 ? [{ kind: "type" as const, types: ofTypes, label: "", words: "" }] : []),
    ...(neighborhood !== undefined && otherNeighborhoods.length === 0
      ? [{ kind: "neighborhood" as const, slug: neighborhood, name: "" }]
      : []),
    ...(prices.length > 0 ? [{ kind: "price" as const, prices }] : []),
    ...attributes.map((attribute) => ({ kind: "attribute" as const, attribute })),
  ];
}
