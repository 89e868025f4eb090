import { Link } from "react-router";

import { EmptyState } from "#app/ui/empty-state.tsx";

import { isFiltered, NO_SEARCH_FILTERS } from "../query/search-filters.ts";
import type { DescribedRelaxations } from "./describe-relaxations.ts";
import { filteredSearchPath, type SearchKind, type SearchResults, searchPath } from "../page/search-request.ts";

type NoFilteredPlacesProps = {
  results: SearchResults;
  /** What can be removed; null: nothing. */
  removals: DescribedRelaxations | null;
};

/** Shown when places match the query but not the filters. */
export function NoFilteredPlaces({ results, removals }: NoFilteredPlacesProps) {
  return (
    <EmptyState
      title="Nothing matches all of these."
      actions={
        <>
          {removals?.links.map(({ label, href }) => (
            <Link key={href} className="button button-outline button-small" to={href} preventScrollReset>
              {label}
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
      {removals?.note ??
        "No place passes all of these filters, and removing one isn’t enough. Clear them all to see more places."}
    </EmptyState>
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
    <EmptyState
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
    </EmptyState>
  );
}
