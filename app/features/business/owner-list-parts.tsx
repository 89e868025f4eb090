import { Link } from "react-router";

import { fullCount } from "#app/ui/counted.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { LIST_SHOWN, type ListShown } from "./owner-list.ts";

type ShownFilterProps = {
  /** What the way between them is called. */
  label: string;
  shown: ListShown;
  names: Record<ListShown, string>;
  counts: Record<ListShown, number>;
  hrefOf: (shown: ListShown) => string;
};

/** The way between all that visitors wrote and what waits for an answer, each with how many there are. */
export function ShownFilter({ label, shown, names, counts, hrefOf }: ShownFilterProps) {
  return (
    <nav className="owner-filter" aria-label={label}>
      {LIST_SHOWN.map((each) => (
        <Link key={each} className="chip" to={hrefOf(each)} aria-current={each === shown ? "true" : undefined}>
          {names[each]} {fullCount(counts[each])}
        </Link>
      ))}
    </nav>
  );
}

type RefusedAnswerProps = {
  refused: { why: string; typed: string; problem: string | null };
  /** The field it was typed in; null when that isn't on the page any more. */
  field: { id: string; label: string } | null;
};

/** Why an answer was not taken. What was typed stands here when its field is gone, so that it isn't lost. */
export function RefusedAnswer({ refused: { why, typed, problem }, field }: RefusedAnswerProps) {
  return (
    <>
      <FormSummary why={why} problems={problem === null || field === null ? [] : [{ ...field, text: problem }]} />
      {field === null && typed !== "" && <p className="owner-lost">{typed}</p>}
    </>
  );
}
