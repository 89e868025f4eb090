import "./place-filters.css";

import { Clock, SlidersHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSubmit } from "react-router";

import { formatCount } from "#app/ui/format-count.ts";
import { NearMeChip, type NearMe } from "./near-me-chip.tsx";
import { type ActiveFilter, type PlaceFacets, type PlaceFilters, PRICE_FILTERS, toggleValue } from "./place-filters.ts";

type FilterBarProps = {
  /** The facet form's element id. */
  formId: string;
  filters: PlaceFilters;
  facets: PlaceFacets;
  hrefWith: (change: Partial<PlaceFilters>) => string;
  active: readonly ActiveFilter[];
  clearHref: string;
  nearMe: NearMe;
  /** Number of matching places. */
  count?: ReactNode;
  sort: SortOptions;
};

type SortOptions = { chosen: string; options: readonly { value: string; label: string }[] };

/** The most used filters as links (open now, price, near me), then the result count and the sort order. */
export function FilterBar(props: FilterBarProps) {
  const { formId, filters, facets, hrefWith, active, clearHref, nearMe, count, sort } = props;
  return (
    <>
      <div className="filter-bar">
        {(filters.openNow || facets.openNow > 0) && (
          <Link
            className="chip"
            to={hrefWith({ openNow: !filters.openNow })}
            aria-current={filters.openNow ? "true" : undefined}
            preventScrollReset
          >
            <Clock className="icon-small" aria-hidden="true" />
            Open now
            <span className="chip-count">{formatCount(facets.openNow, facets.openNowPrecision)}</span>
          </Link>
        )}
        <PriceLinks {...{ filters, facets, hrefWith }} />
        <button className="filter-open chip" type="button" popoverTarget={formId}>
          <SlidersHorizontal className="icon-small" aria-hidden="true" />
          {active.length === 0 ? "Filters" : `Filters (${active.length})`}
        </button>
        <NearMeChip nearMe={nearMe} />
        {count !== undefined && (
          <p className="filter-count text-row" role="status">
            {count}
          </p>
        )}
        <SortSelect formId={formId} sort={sort} />
      </div>
      {active.length > 0 && (
        <ul className="filter-active chips" aria-label="Active filters">
          {active.map(({ label, hrefWithout }) => (
            <li key={label}>
              <Link className="chip chip-removable" to={hrefWithout} preventScrollReset>
                <span className="sr-only">Remove </span>
                {label}
                <X className="icon-small" aria-hidden="true" />
              </Link>
            </li>
          ))}
          <li>
            <Link className="button button-plain button-small" to={clearHref}>
              Clear all
            </Link>
          </li>
        </ul>
      )}
    </>
  );
}

function PriceLinks({ filters, facets, hrefWith }: Pick<FilterBarProps, "filters" | "facets" | "hrefWith">) {
  if (facets.prices.length === 0) return null;
  return (
    <ul className="filter-prices" aria-label="Price">
      {facets.prices.map(({ value, count, precision }) => (
        <li key={value}>
          <Link
            to={hrefWith({ prices: toggleValue(filters.prices, value, PRICE_FILTERS) })}
            aria-current={filters.prices.includes(value) ? "true" : undefined}
            title={`${formatCount(count, precision)} place${count === 1 ? "" : "s"}`}
            preventScrollReset
          >
            {value}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SortSelect({ formId, sort }: { formId: string; sort: SortOptions }) {
  const submit = useSubmit();
  return (
    <div className="filter-sort">
      <label className="chip">
        Sort:
        <select
          form={formId}
          name="sort"
          defaultValue={sort.chosen}
          data-chosen={sort.chosen}
          autoComplete="off"
          onChange={({ currentTarget: { form } }) => form !== null && void submit(form, { preventScrollReset: true })}
        >
          {sort.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button className="button button-outline button-small" type="submit" form={formId}>
          Sort
        </button>
      </noscript>
    </div>
  );
}
