import { formatCount } from "#app/ui/format-count.ts";

import { isFiltered } from "../query/search-filters.ts";
import { effectiveQuery, type PlaceGroup, type SearchResults } from "./search-request.ts";

/**
 * The title of a list of places: how many ("12 of 52 places", "3 confirmed, 24 possible", "About 1,200 places"), and the query
 * that found them, empty where filters alone did.
 */
export function placesTitle(results: SearchResults): { count: string; query: string } {
  const { filters, places, placesFound, placesFoundPrecision, groups } = results;
  const query = effectiveQuery(results);
  const isLess = isFiltered(filters) && places.total < placesFound;
  const all = isLess ? formatCount(placesFound, placesFoundPrecision) : "";
  const count = `${formatCount(places.total, places.precision)}${isLess ? ` of ${all}` : ""}`;
  const words = `${count} ${(isLess ? placesFound : places.total) === 1 ? "place" : "places"}`;
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const toAsk = groups.find(({ fit }) => fit === "unknown");
  return { count: toAsk === undefined || query === "" ? title : knownAndToAsk(groups, toAsk), query };
}

/** Places that open later or are closed are known as well. */
function knownAndToAsk(groups: readonly PlaceGroup[], toAsk: PlaceGroup): string {
  const known = groups.find(({ fit }) => fit === "known");
  const knownCount = known === undefined ? "None" : formatCount(known.count, known.precision);
  return `${knownCount} confirmed, ${formatCount(toAsk.count, toAsk.precision)} possible`;
}
