import "../claims/claims.css";

import { Link } from "react-router";

import { formatFullCount } from "#app/ui/format-count.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { LIST_FILTERS, type ListFilter } from "./owner-list.ts";

type ShownFilterProps = {
  /** The accessible name of the navigation. */
  label: string;
  shown: ListFilter;
  names: Record<ListFilter, string>;
  counts: Record<ListFilter, number>;
  hrefOf: (shown: ListFilter) => string;
};

/** Links to all entries and to the unanswered ones, with counts. */
export function ListFilterNav({ label, shown, names, counts, hrefOf }: ShownFilterProps) {
  return (
    <nav className="owner-filter" aria-label={label}>
      {LIST_FILTERS.map((each) => (
        <Link key={each} className="chip" to={hrefOf(each)} aria-current={each === shown ? "true" : undefined}>
          {names[each]} {formatFullCount(counts[each])}
        </Link>
      ))}
    </nav>
  );
}

type RefusedAnswerProps = {
  refused: { why: string; typed: string; problem: string | null };
  /** The field it was typed in; null when that is no longer on the page. */
  field: { id: string; label: string } | null;
};

/** Why an answer was refused. Shows the typed text when its field is gone, so that it isn't lost. */
export function AnswerRefusal({ refused: { why, typed, problem }, field }: RefusedAnswerProps) {
  return (
    <>
      <FormSummary why={why} problems={problem === null || field === null ? [] : [{ ...field, text: problem }]} />
      {field === null && typed !== "" && <p className="owner-lost">{typed}</p>}
    </>
  );
}
