import { pluralize, formatFullCount } from "#app/ui/format-count.ts";

import { FacetForm } from "#app/guide/places/filters/facet-form.tsx";
import { FilterBar } from "#app/guide/places/filters/filter-bar.tsx";
import { availableSorts, formatNear } from "#app/guide/places/filters/place-filters.ts";
import {
  activeFilters,
  HUB_SORTS,
  hubHref,
  hubQueryString,
  changeHubFilters,
  type CategoryHub,
  type HubFilters,
  type HubSort,
} from "./category-hub.ts";

const FORM_ID = "hub-filters";

export function HubFacets({ hub: { category, facets, filters } }: { hub: CategoryHub }) {
  return (
    <FacetForm
      id={FORM_ID}
      action={`/${category.slug}`}
      filters={filters}
      facets={facets}
      search={hubQueryString(filters)}
      preservedParams={filters.near === null ? {} : { near: formatNear(filters.near) }}
      typeTitle={category.slug === "food" ? "Type or cuisine" : "Type"}
      isSidebar
    />
  );
}

export function HubFilterBar({ hub }: { hub: CategoryHub }) {
  const { category, filters, facets, places } = hub;
  const hrefWith = (change: Partial<HubFilters>) => hubHref(category.slug, changeHubFilters(filters, change));
  const sorts = availableSorts(HUB_SORTS, { chosen: filters.sort, facets, hasNear: filters.near !== null });
  return (
    <FilterBar
      formId={FORM_ID}
      filters={filters}
      facets={facets}
      hrefWith={hrefWith}
      active={activeFilters(hub)}
      clearHref={hubHref(category.slug, { sort: sortWithoutPosition(filters.sort) })}
      nearMe={{
        hrefWithout: filters.near === null ? null : hrefWith({ near: null }),
        hrefWith: (near) => hrefWith({ near, sort: "nearest" }),
      }}
      count={
        <>
          <b>{formatFullCount(places.total)}</b> of {pluralize(hub.placeCount, "place")}
        </>
      }
      sort={{ chosen: filters.sort, options: sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort] })) }}
    />
  );
}

const SORT_LABELS: Record<HubSort, string> = { best: "Best match", rating: "Rating", name: "Name", nearest: "Nearest" };

/** Clearing the filters removes the position, and sorting by distance needs it. */
function sortWithoutPosition(sort: HubSort): HubSort {
  return sort === "nearest" ? "best" : sort;
}
