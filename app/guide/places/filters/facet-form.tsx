import "./place-filters.css";

import { X } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import { Form, useSubmit } from "react-router";

import { formatCount } from "#app/ui/format-count.ts";

import type { Facet, PlaceFacets, PlaceFilters } from "./place-filters.ts";

/** Values shown at once. The rest are behind "24 more". */
const VALUES_SHOWN_MAX = 7;

type FacetFormProps = {
  /** The filter bar's sort select and "Filters" button refer to it. */
  id: string;
  /** Path of the filtered page. */
  action: string;
  filters: PlaceFilters;
  facets: PlaceFacets;
  /** The current URL's query string in canonical form. */
  search: string;
  /** Other URL parameters that the form must preserve. */
  preservedParams: Record<string, string>;
  /** Title of the type facet: "Type or cuisine". */
  typeTitle?: string;
  hasCategories?: boolean;
  /** Shown beside the list on wide screens. Otherwise a sheet at every width. */
  isSidebar?: boolean;
};

/**
 * All filters as one GET form in a native popover, opened by the filter bar's "Filters" button. Without JavaScript,
 * "Apply" submits it. With JavaScript, every change does.
 */
export function FacetForm(props: FacetFormProps) {
  const {
    id,
    action,
    filters,
    facets,
    search,
    preservedParams,
    typeTitle = "Type",
    hasCategories,
    isSidebar: standsBeside,
  } = props;
  const { form, submitForm } = useSubmitOnChange(search);
  const hasRatings =
    filters.rating !== null || facets.ratings.some(({ value, count }) => value !== "none" && count > 0);
  const canBeOpen = filters.openNow || facets.openNow > 0;
  return (
    <Form
      ref={form}
      id={id}
      className={standsBeside === true ? "facets facets-beside no-print" : "facets no-print"}
      popover="auto"
      method="get"
      action={action}
      preventScrollReset
      autoComplete="off"
      aria-label="Filters"
      onChange={submitForm}
      onSubmit={(event) => closePopover(event.currentTarget)}
    >
      <FacetsHeader formId={id} />
      {Object.entries(preservedParams).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasCategories === true && (
        <FacetGroup title="Category" name="category" facets={facets.categories} chosen={filters.categories} />
      )}
      <FacetGroup className="facet-price" title="Price" name="price" facets={facets.prices} chosen={filters.prices} />
      <FacetGroup title={typeTitle} name="type" facets={facets.types} chosen={filters.types} />
      <FacetGroup
        title="Neighborhood"
        name="neighborhood"
        facets={facets.neighborhoods}
        chosen={filters.neighborhoods}
      />
      {hasRatings && (
        <FacetGroup
          title="Rating"
          name="rating"
          kind="radio"
          facets={facets.ratings}
          chosen={filters.rating === null ? [] : [filters.rating]}
        />
      )}
      <FacetGroup
        title="Hours"
        name="open"
        facets={
          canBeOpen
            ? [{ value: "now", label: "Open now", count: facets.openNow, precision: facets.openNowPrecision }]
            : []
        }
        chosen={filters.openNow ? ["now"] : []}
      />
      <FacetGroup title="Good to know" name="attr" facets={facets.attributes} chosen={filters.attributes} />
      <button className="button button-outline facets-apply" type="submit">
        Apply
      </button>
    </Form>
  );
}

/** Only visible when the filters are a sheet. */
function FacetsHeader({ formId }: { formId: string }) {
  return (
    <div className="facets-head">
      <p className="h2">Filters</p>
      <button
        className="icon-button"
        type="button"
        popoverTarget={formId}
        popoverTargetAction="hide"
        aria-label="Close filters"
      >
        <X className="icon" aria-hidden="true" />
      </button>
    </div>
  );
}

type FacetGroupProps = {
  title: string;
  name: string;
  facets: readonly Facet[];
  chosen: readonly string[];
  kind?: "checkbox" | "radio";
  className?: string;
};

function FacetGroup({ title, name, facets, chosen, kind = "checkbox", className = "" }: FacetGroupProps) {
  if (facets.length === 0) return null;
  const isChosen = ({ value }: Facet) => chosen.includes(value);
  const ranked = [...facets.filter(isChosen), ...facets.filter((facet) => !isChosen(facet))];
  // Showing a single extra value takes no more room than "1 more".
  const shownCount = ranked.length === VALUES_SHOWN_MAX + 1 ? ranked.length : Math.max(VALUES_SHOWN_MAX, chosen.length);
  const shown = new Set(ranked.slice(0, shownCount));
  const option = (facet: Facet) => (
    <FacetOption key={facet.value} name={name} kind={kind} facet={facet} isChosen={isChosen(facet)} />
  );
  return (
    <fieldset className={`facet ${className}`}>
      <legend className="h4">{title}</legend>
      {kind === "radio" && <FacetOption name={name} kind={kind} facet={ANY} isChosen={chosen.length === 0} />}
      {facets.filter((facet) => shown.has(facet)).map(option)}
      {facets.length > shown.size && (
        <details>
          <summary className="link text-row">{facets.length - shown.size} more</summary>
          {facets.filter((facet) => !shown.has(facet)).map(option)}
        </details>
      )}
    </fieldset>
  );
}

const ANY = { value: "", label: "Any", count: null };

type FacetOptionProps = {
  name: string;
  kind: "checkbox" | "radio";
  facet: Omit<Facet, "count"> & { count: number | null };
  isChosen: boolean;
};

function FacetOption({ name, kind, facet, isChosen }: FacetOptionProps) {
  return (
    <label className="facet-box">
      <input type={kind} name={name} value={facet.value} defaultChecked={isChosen} />
      <span>{facet.label}</span>
      {facet.count !== null && <span className="facet-count">{formatCount(facet.count, facet.precision)}</span>}
    </label>
  );
}

/**
 * Submits the form on every change, and resets it to the URL when the URL changes some other way (Back, a removed chip).
 * Changes made before hydration are submitted on hydration.
 */
function useSubmitOnChange(search: string) {
  const form = useRef<HTMLFormElement>(null);
  const lastSearch = useRef<string | null>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (form.current === null) return;
    if (lastSearch.current === null && isChanged(form.current)) void submit(form.current, { preventScrollReset: true });
    else if (lastSearch.current !== null) resetToUrl(form.current);
    lastSearch.current = search;
  }, [search, submit]);
  const submitForm = (event: FormEvent<HTMLFormElement>) =>
    void submit(event.currentTarget, { preventScrollReset: true });
  return { form, submitForm };
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLInputElement) return element.checked !== element.defaultChecked;
    if (element instanceof HTMLSelectElement) return [...element.options].some((o) => o.selected !== o.defaultSelected);
    return false;
  });
}

function resetToUrl(form: HTMLFormElement) {
  form.reset();
  // React updates a checkbox's defaultChecked, but sets a select's defaultValue only once.
  for (const element of form.elements) {
    if (element instanceof HTMLSelectElement) element.value = element.dataset["chosen"] ?? element.value;
  }
}

function closePopover(form: HTMLFormElement) {
  if (form.matches(":popover-open")) form.hidePopover();
}
