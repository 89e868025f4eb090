import { counted, fullCount } from "#app/ui/counted.ts";

import { isFiltered } from "./search-filters.ts";
import { answeredQuery, type SearchResults } from "./search.ts";

/** "12 of 52 places for “pizza”" */
export function placesTitle(results: SearchResults): string {
  const { filters, places, placesFound } = results;
  const query = answeredQuery(results);
  const shown = `${places.totalIsExact ? "" : "About "}${counted(places.total, "place")}`;
  const left =
    isFiltered(filters) && places.total < placesFound
      ? `${fullCount(places.total)} of ${counted(placesFound, "place")}`
      : shown;
  return query === "" ? left : `${left} for “${query}”`;
}
