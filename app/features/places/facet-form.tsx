import { X } from "lucide-react";
import { useEffect, useRef, type FormEvent } from "react";
import { Form, useSubmit } from "react-router";

import { countText } from "#app/ui/counted.ts";

import type { Facet, PlaceFacets, PlaceFilters } from "./place-filters.ts";

/** As many values as stand open; the rest wait behind "24 more". */
const VALUES_SHOWN_MAX = 7;

type FacetFormProps = {
  /** The sort box and the "Filters" button in the filter bar name it. */
  id: string;
  /** The page that the filters belong to. */
  action: string;
  filters: PlaceFilters;
  facets: PlaceFacets;
  /** The query of the address shown, in its one spelling. */
  search: string;
  /** What else the address says, which the form must not lose. */
  kept: Record<string, string>;
  /** What the types are called: "Type or cuisine". */
  typeTitle?: string;
  hasCategories?: boolean;
  /** On wide screens beside the list; else a sheet at every width. */
  standsBeside?: boolean;
};

/**
 * Every filter as one plain GET form. Without script "Apply" sends it; with script each change does. It is a native
 * popover that the bar's "Filters" button opens.
 */
export function FacetForm(props: FacetFormProps) {
  const { id, action, filters, facets, search, kept, typeTitle = "Type", hasCategories, standsBeside } = props;
  const { form, send } = useSentOnChange(search);
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
      onChange={send}
      onSubmit={(event) => closePopover(event.currentTarget)}
    >
      <FacetsHead formId={id} />
      {Object.entries(kept).map(([name, value]) => (
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
      <button className="button button-outline w-full" type="submit">
        Apply
      </button>
    </Form>
  );
}

/** Only where the filters are a sheet of their own. */
function FacetsHead({ formId }: { formId: string }) {
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
  // One more row costs no more room than the line that would hide it.
  const shownCount = ranked.length === VALUES_SHOWN_MAX + 1 ? ranked.length : Math.max(VALUES_SHOWN_MAX, chosen.length);
  const shown = new Set(ranked.slice(0, shownCount));
  const box = (facet: Facet) => (
    <FacetBox key={facet.value} name={name} kind={kind} facet={facet} isChosen={isChosen(facet)} />
  );
  return (
    <fieldset className={`facet ${className}`}>
      <legend className="h4">{title}</legend>
      {kind === "radio" && <FacetBox name={name} kind={kind} facet={ANY} isChosen={chosen.length === 0} />}
      {facets.filter((facet) => shown.has(facet)).map(box)}
      {facets.length > shown.size && (
        <details>
          <summary className="link text-row">{facets.length - shown.size} more</summary>
          {facets.filter((facet) => !shown.has(facet)).map(box)}
        </details>
      )}
    </fieldset>
  );
}

const ANY = { value: "", label: "Any", count: null };

type FacetBoxProps = {
  name: string;
  kind: "checkbox" | "radio";
  facet: Omit<Facet, "count"> & { count: number | null };
  isChosen: boolean;
};

function FacetBox({ name, kind, facet, isChosen }: FacetBoxProps) {
  return (
    <label className="facet-box">
      <input type={kind} name={name} value={facet.value} defaultChecked={isChosen} />
      <span>{facet.label}</span>
      {facet.count !== null && <span className="facet-count">{countText(facet.count, facet.precision)}</span>}
    </label>
  );
}

/**
 * Sends the form at every change, and takes the boxes back to what the URL says when the URL changes some other way
 * (Back, a chip taken off). The script loads late: a change made before it came is sent when it has.
 */
function useSentOnChange(search: string) {
  const form = useRef<HTMLFormElement>(null);
  const searchSeen = useRef<string | null>(null);
  const submit = useSubmit();
  useEffect(() => {
    if (form.current === null) return;
    if (searchSeen.current === null && isChanged(form.current)) void submit(form.current, { preventScrollReset: true });
    else if (searchSeen.current !== null) resetToUrl(form.current);
    searchSeen.current = search;
  }, [search, submit]);
  const send = (event: FormEvent<HTMLFormElement>) => void submit(event.currentTarget, { preventScrollReset: true });
  return { form, send };
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
  // React writes a changed defaultChecked to the box, but a select's defaultValue only once.
  for (const element of form.elements) {
    if (element instanceof HTMLSelectElement) element.value = element.dataset["chosen"] ?? element.value;
  }
}

function closePopover(form: HTMLFormElement) {
  if (form.matches(":popover-open")) form.hidePopover();
}
