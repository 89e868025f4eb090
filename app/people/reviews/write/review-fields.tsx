import "#app/guide/places/cards/place-marks.css";
import "./review-form.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import type { ReviewRelation } from "#app/db/schema/reviews.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";
import { Star } from "#app/ui/marks.tsx";

import type { ReviewErrors, ReviewFormValues } from "./review-form.ts";

type ReviewFieldsProps = {
  filled: ReviewFormValues;
  version: number;
  problems: ReviewErrors;
  /** The form's error message; null before submitting. */
  why: string | null;
  months: { year: string; months: { value: string; label: string }[] }[];
  place: { slug: string; name: string };
  isNew: boolean;
};

/** The review form. A plain HTML form, so that it works without JavaScript. */
export function ReviewFields({ filled, version, problems, why, months, place, isNew }: ReviewFieldsProps) {
  return (
    // Our own validation shows all errors at once, with better messages than the browser's.
    <form method="post" action={`/places/${place.slug}/review`} className="stacked-form" noValidate>
      <input type="hidden" name="version" value={version} />
      {why !== null && (
        <FormSummary why={why} problems={fieldProblems(problems, FIELD_NAMES, (name) => `field-${name}`)} />
      )}
      <Choice name="stars" legend="Your rating" problem={problems.stars}>
        <StarChoice chosen={filled.stars} />
      </Choice>
      <BodyField body={filled.body} problem={problems.body} />
      <div className={problems.visitMonth === undefined ? "field" : "field field-error"} id="field-visitMonth">
        <label htmlFor="visit-month">Month of your visit</label>
        <select
          className="input"
          id="visit-month"
          name="visitMonth"
          defaultValue={filled.visitMonth}
          required
          {...describedBy("visitMonth", problems.visitMonth)}
        >
          <option value="">Choose a month</option>
          {months.map(({ year, months: ofYear }) => (
            <optgroup key={year} label={year}>
              {ofYear.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Problem name="visitMonth" problem={problems.visitMonth} />
      </div>
      <Choice name="relation" legend={`Your connection to ${place.name}`} problem={problems.relation}>
        <p className="field-hint">We show your answer next to your review.</p>
        {RELATIONS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="relation" value={value} defaultChecked={filled.relation === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <div className="form-buttons">
        <button type="submit" className="button button-primary">
          {isNew ? "Publish review" : "Save changes"}
        </button>
        {!isNew && (
          <Link className="button button-plain" to={`/places/${place.slug}/review?delete`}>
            Delete review
          </Link>
        )}
      </div>
    </form>
  );
}

function BodyField({ body, problem }: { body: string; problem: string | undefined }) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"} id="field-body">
      <label htmlFor="review-body">Your review</label>
      <textarea
        className="input"
        id="review-body"
        name="body"
        rows={8}
        defaultValue={body}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? "review-body-hint" : "review-body-hint problem-body"}
      />
      <Problem name="body" problem={problem} />
      <p className="field-hint" id="review-body-hint">
        20 to 4,000 characters. Links are shown as text, and reviews with links wait for approval.
      </p>
    </div>
  );
}

/** Confirms the deletion, which can't be undone. */
export function DeleteReviewForm({ place }: { place: { slug: string; name: string } }) {
  return (
    <form method="post" action={`/places/${place.slug}/review`} className="stacked-form">
      <h2 className="h2">Delete your review?</h2>
      <p>This deletes your review, its stars and all earlier versions. You can’t undo it.</p>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="intent" value="delete">
          Delete review permanently
        </button>
        <Link className="button button-outline" to={`/places/${place.slug}/review`}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** Stars to tap: a radio group, which the arrow keys move through. The chosen star's meaning stands beside them. */
function StarChoice({ chosen }: { chosen: string }) {
  return (
    <div className="star-choice">
      {STARS.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name="stars" value={value} defaultChecked={chosen === String(value)} required />
          <Star className="star-choice-star" />
          <span className="star-choice-label">{label}</span>
        </label>
      ))}
    </div>
  );
}

const STARS = [
  { value: 1, label: "1: bad" },
  { value: 2, label: "2: poor" },
  { value: 3, label: "3: all right" },
  { value: 4, label: "4: good" },
  { value: 5, label: "5: wonderful" },
];

const RELATIONS: readonly { value: ReviewRelation; label: string }[] = [
  { value: "none", label: "None, I came as a customer" },
  { value: "acquainted", label: "I know the owner or someone who works there" },
  { value: "invited", label: "I was invited, paid or given something" },
  { value: "staff", label: "I work there" },
  { value: "owner", label: "I own it or part of it" },
];

/** In the order of the form. */
const FIELD_NAMES: Record<keyof ReviewFormValues, string> = {
  stars: "Your rating",
  body: "Your review",
  visitMonth: "Month of your visit",
  relation: "Your connection to the business",
};

function Choice({
  name,
  legend,
  problem,
  children,
}: {
  name: keyof ReviewFormValues;
  legend: string;
  problem: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset
      className={problem === undefined ? "form-choice" : "form-choice field-error"}
      id={`field-${name}`}
      {...describedBy(name, problem)}
    >
      <legend>{legend}</legend>
      {children}
      <Problem name={name} problem={problem} />
    </fieldset>
  );
}

function Problem({ name, problem }: { name: keyof ReviewFormValues; problem: string | undefined }) {
  return problem === undefined ? null : (
    <small className="field-problem" id={`problem-${name}`}>
      {problem}
    </small>
  );
}

function describedBy(name: keyof ReviewFormValues, problem: string | undefined) {
  return problem === undefined ? {} : { "aria-describedby": `problem-${name}` };
}
