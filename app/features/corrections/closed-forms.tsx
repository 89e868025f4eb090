import { Fragment } from "react";
import { Link } from "react-router";

import { BasisFields } from "./basis-fields.tsx";
import type { ClosedProblems, TypedClosed } from "./closed-fields.ts";
import { ClosureChoice } from "./correction-case.tsx";
import { CLOSURES } from "./correction-words.ts";
import { Choice, Field } from "./field-parts.tsx";

type ShownPlace = { slug: string; name: string };

/** The form that reports a place closed. `marked` is how it is marked already; null when it isn't. */
export function ClosedFields({
  place,
  marked,
  refused,
}: {
  place: ShownPlace;
  marked: string | null;
  refused: { typed: TypedClosed; problems: ClosedProblems } | null;
}) {
  const typed = refused?.typed ?? NOTHING_TYPED;
  const problems = refused?.problems ?? {};
  return (
    <form method="post" action={`/places/${place.slug}/suggest`} className="review-form" noValidate>
      <input type="hidden" name="intent" value="closed" />
      <p>
        {marked === null
          ? "A page says “reported closed” once two people who don’t know of each other have said so, and “closed” once an editor has confirmed it."
          : `It is marked already: ${marked}. Say so too, or that it is open after all.`}
      </p>
      <Choice id="closed-closure" legend="What has happened?" problem={problems.closure}>
        {CLOSURES.filter(({ value }) => value !== "open" || marked !== null).map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="closure" value={value} defaultChecked={typed.closure === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <Field
        id="closed-other"
        label="Its other page here, if it has moved or is listed twice"
        hint="Copy the page’s address."
        problem={problems.other}
      >
        {(given) => (
          <input className="input" {...given} type="text" name="other" defaultValue={typed.other} autoComplete="off" />
        )}
      </Field>
      <BasisFields prefix="closed" typed={typed} problems={problems} />
      <div className="review-buttons">
        <button type="submit" className="button button-outline">
          Send report
        </button>
      </div>
    </form>
  );
}

const NOTHING_TYPED: TypedClosed = { closure: "", other: "", basis: "", note: "" };

/** What the fields are called in a summary of problems. */
export const CLOSED_NAMES: Record<string, string> = {
  closure: "What has happened",
  other: "Its other page",
  basis: "How you know",
  note: "Anything the editor should know",
};

/** An editor's own decision, also to take a mark away. */
export function EditorFields({
  place,
  marked,
  duplicates,
  refused,
}: {
  place: ShownPlace;
  marked: string | null;
  /** Listings that lead here. */
  duplicates: ShownPlace[];
  refused: { closure: string; successor: string } | null;
}) {
  return (
    <form method="post" action={`/places/${place.slug}/suggest`} className="review-form">
      <input type="hidden" name="intent" value="decide" />
      <p>
        {marked === null ? "It isn’t marked." : `It is marked: ${marked}.`} Your decision counts at once and answers
        every open report. A duplicate leaves every list and leads to its other page.
      </p>
      {duplicates.length > 0 && (
        <p>
          Duplicates that lead here:{" "}
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
      <div className="review-buttons">
        <button type="submit" className="button button-outline">
          Mark it
        </button>
      </div>
    </form>
  );
}
