import { FacetForm } from "#app/guide/places/filters/facet-form.tsx";
import { writeBounds } from "#app/guide/map/base/bounds.ts";
import { FilterBar } from "#app/guide/places/filters/filter-bar.tsx";
import { type ActiveFilter, availableSorts } from "#app/guide/places/filters/place-filters.ts";

import {
  NO_SEARCH_FILTERS,
  formatSearchNear,
  SEARCH_SORTS,
  type SearchFilters,
  searchFilterQueryString,
  type SearchSort,
} from "../query/search-filters.ts";
import { filteredSearchPath, type SearchResults } from "./search-request.ts";
import { SortNotes } from "./lazy-sort-notes.ts";

const FORM_ID = "search-filters";

/** The common filters as links, all filters in a sheet, and the active ones as chips. */
export function SearchFilterBar({ results, active }: { results: SearchResults; active: readonly ActiveFilter[] }) {
  const { query, isVerbatim, filters, facets, near } = results;
  const hrefWith = (change: Partial<SearchFilters>) => filteredSearchPath(results, change);
  const sorts = availableSorts(SEARCH_SORTS, { chosen: filters.sort, facets, hasNear: true });
  return (
    <>
      <FilterBar
        formId={FORM_ID}
        filters={filters}
        facets={facets}
        hrefWith={hrefWith}
        active={active}
        clearHref={hrefWith({ ...NO_SEARCH_FILTERS, sort: filters.sort })}
        nearMe={{
          hrefWithout: filters.near?.kind === "visitor" ? hrefWith({ near: null }) : null,
          hrefWith: (point) => hrefWith({ near: { kind: "visitor", point }, sort: "nearest" }),
        }}
        sort={{ chosen: filters.sort, options: sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort] })) }}
      />
      {(filters.sort === "nearest" || filters.sort === "rating" || (filters.near !== null && near === null)) && (
        <SortNotes results={results} />
      )}
      <FacetForm
        id={FORM_ID}
        action="/search"
        filters={filters}
        facets={facets}
        search={searchFilterQueryString(filters, 1)}
        preservedParams={{
          ...(query === "" ? {} : { q: query }),
          ...(isVerbatim ? { verbatim: "1" } : {}),
          ...(filters.near === null ? {} : { near: formatSearchNear(filters.near) }),
          ...(filters.bounds === null ? {} : { bbox: writeBounds(filters.bounds) }),
        }}
        hasCategories
      />
    </>
  );
}

const SORT_LABELS: Record<SearchSort, string> = {
  best: "Best match",
  rating: "Rating",
  nearest: "Nearest",
  newest: "Newest",
};
