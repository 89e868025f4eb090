import { typeSlug } from "#app/guide/places/filters/filter-places.ts";

import type { Condition } from "./query-conditions.ts";
import type { SearchFilters } from "./search-filters.ts";

/**
 * The filters that the search index can answer, as conditions. Every place that passes the filters meets them; the
 * filters themselves must still be applied.
 */
export function filterConditions(
  { categories, types, neighborhoods, prices, attributes }: SearchFilters,
  knownTypes: readonly string[],
): Condition[] {
  const [category, ...otherCategories] = categories;
  const [neighborhood, ...otherNeighborhoods] = neighborhoods;
  const matchingTypes = knownTypes.filter((type) => types.includes(typeSlug(type)));
  return [
    ...(category !== undefined && otherCategories.length === 0 ? [{ kind: "category" as const, category }] : []),
    ...(matchingTypes.length > 0 ? [{ kind: "type" as const, types: matchingTypes, label: "", words: "" }] : []),
    ...(neighborhood !== undefined && otherNeighborhoods.length === 0
      ? [{ kind: "neighborhood" as const, slug: neighborhood, name: "" }]
      : []),
    ...(prices.length > 0 ? [{ kind: "price" as const, prices }] : []),
    ...attributes.map((attribute) => ({ kind: "attribute" as const, attribute })),
  ];
}
