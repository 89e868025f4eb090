import { formatCount } from "#app/ui/format-count.ts";

import { isFiltered } from "../query/search-filters.ts";
import { effectiveQuery, type SearchResults } from "./search-request.ts";

/** "12 of 52 places for “pizza”", "About 1,200 places" */
export function placesTitle(results: SearchResults): string {
  const { filters, places, placesFound, placesFoundPrecision } = results;
  const query = effectiveQuery(results);
  const isLess = isFiltered(filters) && places.total < placesFound;
  const all = isLess ? formatCount(placesFound, placesFoundPrecision) : "";
  const count = `${formatCount(places.total, places.precision)}${isLess ? ` of ${all}` : ""}`;
  const words = `${count} ${(isLess ? placesFound : places.total) === 1 ? "place" : "places"}`;
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return query === "" ? title : `${title} for “${query}”`;
}
