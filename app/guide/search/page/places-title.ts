import { formatCount } from "#app/ui/format-count.ts";

import { isFiltered } from "../query/search-filters.ts";
import { effectiveQuery, type PlaceGroup, type SearchResults } from "./search-request.ts";

/** "12 of 52 places for “pizza”", "3 known, 24 to ask for “tacos with wifi”", "About 1,200 places" */
export function placesTitle(results: SearchResults): string {
  const { filters, places, placesFound, placesFoundPrecision, groups } = results;
  const query = effectiveQuery(results);
  const isLess = isFiltered(filters) && places.total < placesFound;
  const all = isLess ? formatCount(placesFound, placesFoundPrecision) : "";
  const count = `${formatCount(places.total, places.precision)}${isLess ? ` of ${all}` : ""}`;
  const words = `${count} ${(isLess ? placesFound : places.total) === 1 ? "place" : "places"}`;
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const toAsk = groups.find(({ fit }) => fit === "unknown");
  const counted = toAsk === undefined || query === "" ? title : knownAndToAsk(groups, toAsk);
  return query === "" ? counted : `${counted} for “${query}”`;
}

/** Places that open later or are closed are known as well. */
function knownAndToAsk(groups: readonly PlaceGroup[], toAsk: PlaceGroup): string {
  const known = groups.find(({ fit }) => fit === "known");
  const knownCount = known === undefined ? "None" : formatCount(known.count, known.precision);
  return `${knownCount} known, ${formatCount(toAsk.count, toAsk.precision)} to ask`;
}
