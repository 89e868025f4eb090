import { Link } from "react-router";

import { ALL_FILTERS_LABEL, isFiltered, NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import { countOfPlaces, SearchEmptyState, whatIsKnown } from "./search-empty-state.tsx";
import { filteredSearchPath, type SearchKind, type SearchResults, searchPath } from "./search-request.ts";

/** Shown when places match the query but not the filters. */
export function NoFilteredPlaces({ results }: { results: SearchResults }) {
  const [most] = results.relaxations;
  return (
    <SearchEmptyState
      title="Nothing matches all of these."
      actions={
        <>
          {results.relaxations.map(({ label, href, count, precision }) => (
            <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
              Remove {label === ALL_FILTERS_LABEL ? label : `“${label}”`} ({countOfPlaces(count, precision)})
            </Link>
          ))}
          {isFiltered(results.filters) && (
            <Link
              className="button button-plain button-small"
              to={filteredSearchPath(results, NO_SEARCH_FILTERS)}
              preventScrollReset
            >
              Clear all
            </Link>
          )}
        </>
      }
    >
      {most !== undefined
        ? whatIsKnown(most)
        : "No place passes all of these filters, and removing one isn’t enough. Clear them all to see more places."}
    </SearchEmptyState>
  );
}

/** Shown for an empty group when another group has results, which it links to. */
export function NoResultsOfKind({ title, results, kind }: { title: string; results: SearchResults; kind: SearchKind }) {
  const other: SearchKind =
    kind !== "places" && results.places.total > 0
      ? "places"
      : kind !== "guides" && results.guides.total > 0
        ? "guides"
        : "neighborhoods";
  const count = other === "neighborhoods" ? results.neighborhoods.length : results[other].total;
  return (
    <SearchEmptyState
      title={title}
      actions={
        <Link
          className="button button-outline button-small"
          to={searchPath({ query: results.query, isVerbatim: results.isVerbatim, kind: other })}
        >
          See {other} ({count})
        </Link>
      }
    >
      We found {other} instead.
    </SearchEmptyState>
  );
}
