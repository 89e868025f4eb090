import { Clock, SlidersHorizontal, X } from "lucide-react";
import { Link, useSubmit } from "react-router";

import {
  activeFilters,
  HUB_PRICES,
  HUB_SORTS,
  hubHref,
  toggled,
  withFilter,
  type CategoryHub,
  type HubSort,
} from "./category-hub.ts";
import { HUB_FORM_ID } from "./hub-facets.tsx";
import { NearMeChip } from "./near-me-chip.tsx";

/** What most people use, as links: open now, price, near me; at the right the count and the order. */
export function HubFilterBar({ hub }: { hub: CategoryHub }) {
  const { category, filters, facets, places } = hub;
  const active = activeFilters(hub);
  const openHref = hubHref(category.slug, withFilter(filters, { openNow: !filters.openNow }));
  return (
    <>
      <div className="hub-bar">
        {(filters.openNow || facets.openNow > 0) && (
          <Link className="chip" to={openHref} aria-current={filters.openNow ? "true" : undefined} preventScrollReset>
            <Clock className="icon-small" aria-hidden="true" />
            Open now
            <span className="chip-count">{facets.openNow}</span>
          </Link>
        )}
        <PriceLinks hub={hub} />
        <button className="hub-bar-filters chip" type="button" popoverTarget={HUB_FORM_ID}>
          <SlidersHorizontal className="icon-small" aria-hidden="true" />
          {active.length === 0 ? "Filters" : `Filters (${active.length})`}
        </button>
        <NearMeChip category={category.slug} filters={filters} />
        <p className="hub-bar-count text-row" role="status">
          <b>{places.total}</b> of {hub.placeCount} {hub.placeCount === 1 ? "place" : "places"}
        </p>
        <SortBox hub={hub} />
      </div>
      {active.length > 0 && (
        <ul className="hub-active chips" aria-label="Active filters">
          {active.map(({ label, hrefWithout }) => (
            <li key={label}>
              <Link className="chip chip-removable" to={hrefWithout} preventScrollReset>
                <span className="sr-only">Take off </span>
                {label}
                <X className="icon-small" aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link
              className="button button-plain button-small"
              to={hubHref(category.slug, { sort: plainSort(filters.sort) })}
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </>
  );
}

function PriceLinks({ hub: { category, filters, facets } }: { hub: CategoryHub }) {
  if (facets.prices.length === 0) return null;
  return (
    <ul className="hub-prices" aria-label="Price">
      {facets.prices.map(({ value, count }) => (
        <li key={value}>
          <Link
            to={hubHref(category.slug, withFilter(filters, { prices: toggled(filters.prices, value, HUB_PRICES) }))}
            aria-current={filters.prices.includes(value) ? "true" : undefined}
            title={count === 1 ? "1 place" : `${count} places`}
            preventScrollReset
          >
            {value}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SortBox({ hub: { filters, facets } }: { hub: CategoryHub }) {
  const submit = useSubmit();
  const hasRatings = filters.sort === "rating" || facets.ratings.some(({ value }) => value !== "none");
  const sorts = HUB_SORTS.filter(
    (sort) => (sort !== "nearest" || filters.near !== null) && (sort !== "rating" || hasRatings),
  );
  return (
    <div className="hub-sort">
      <label className="chip">
        Sort:
        <select
          form={HUB_FORM_ID}
          name="sort"
          defaultValue={filters.sort}
          data-chosen={filters.sort}
          autoComplete="off"
          onChange={({ currentTarget: { form } }) => form !== null && void submit(form, { preventScrollReset: true })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button className="button button-outline button-small" type="submit" form={HUB_FORM_ID}>
          Sort
        </button>
      </noscript>
    </div>
  );
}

const SORT_LABELS: Record<HubSort, string> = { best: "Best match", rating: "Rating", name: "Name", nearest: "Nearest" };

/** Clearing the filters takes the visitor's place off, and with it the order that needs it. */
function plainSort(sort: HubSort): HubSort {
  return sort === "nearest" ? "best" : sort;
}
