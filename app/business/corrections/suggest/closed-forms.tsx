import { Fragment } from "react";
import { Link } from "react-router";

import { BasisFields } from "./basis-fields.tsx";
import type { ClosedFormErrors, ClosedFormValues } from "./closed-fields.ts";
import { ClosureChoice } from "../review/correction-fields.tsx";
import { CLOSURE_OPTIONS } from "../correction-labels.ts";
import { Choice, Field } from "./form-field.tsx";

type PlaceLink = { slug: string; name: string };

/** The form that reports a place closed. `marked` is the place's current closure label; null if it isn't marked. */
export function ReportClosedForm({
  place,
  marked,
  refused,
}: {
  place: PlaceLink;
  marked: string | null;
  refused: { typed: ClosedFormValues; problems: ClosedFormErrors } | null;
}) {
  const typed = refused?.typed ?? EMPTY_FORM;
  const problems = refused?.problems ?? {};
  return (
    <form method="post" action={`/places/${place.slug}/suggest`} className="stacked-form" noValidate>
      <input type="hidden" name="intent" value="closed" />
      <p>
        {marked === null
          ? "Two separate reports mark a place as “reported closed” until an editor confirms it."
          : `This place is marked “${marked}”. Confirm it, or report that it’s open.`}
      </p>
      <Choice id="closed-closure" legend="What happened?" problem={problems.closure}>
        {CLOSURE_OPTIONS.filter(({ value }) => value !== "open" || marked !== null).map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="closure" value={value} defaultChecked={typed.closure === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <Field
        id="closed-other"
        label="Link to its new or other page (if moved or listed twice)"
        hint="Copy the link of that page on Rowhouse."
        problem={problems.other}
      >
        {(given) => <input className="input" {...given} type="text" name="other" defaultValue={typed.other} />}
      </Field>
      <BasisFields prefix="closed" typed={typed} problems={problems} />
      <div className="form-buttons">
        <button type="submit" className="button button-outline">
          Send report
        </button>
      </div>
    </form>
  );
}

const EMPTY_FORM: ClosedFormValues = { closure: "", other: "", basis: "", note: "" };

/** Field labels in the error summary. */
export const CLOSED_FIELD_LABELS: Record<string, string> = {
  closure: "What happened",
  other: "Its other page",
  basis: "How you know",
  note: "Notes for the editor",
};

/** The form with which an editor sets or clears a place's closure directly. */
export function EditorClosureForm({
  place,
  marked,
  duplicates,
  refused,
}: {
  place: PlaceLink;
  marked: string | null;
  /** Listings that redirect here. */
  duplicates: PlaceLink[];
  refused: { closure: string; successor: string } | null;
}) {
  return (
    <form method="post" action={`/places/${place.slug}/suggest`} className="stacked-form">
      <input type="hidden" name="intent" value="decide" />
      <p>
        {marked === null ? "Not marked as closed." : `Current status: ${marked}.`} Your decision applies immediately and
        closes all open reports. A duplicate is removed from lists and redirects to the other page.
      </p>
      {duplicates.length > 0 && (
        <p>
          Duplicates that redirect here:{" "}
          {duplicates.map(({ slug, name }, index) => (
            <Fragment key={slug}>
              {index > 0 && ", "}
              <Link className="link" to={`/places/${slug}/suggest`}>
                {name}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      <ClosureChoice
        id="decide"
        closure={refused?.closure ?? (marked === null ? "permanent" : "open")}
        otherSlug={refused?.successor ?? ""}
      />
      <div className="form-buttons">
        <button type="submit" className="button button-outline">
          Update status
        </button>
      </div>
    </form>
  );
}
