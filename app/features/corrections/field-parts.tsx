import type { ReactNode } from "react";

import { BASES } from "./correction-words.ts";

type FieldProps = {
  /** Also the anchor that a summary of problems leads to. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  problem: string | undefined;
  children: (given: { id: string; "aria-invalid": boolean; "aria-describedby"?: string }) => ReactNode;
};

/** A labelled control with what helps to fill it in and what is wrong with it. */
export function Field({ id, label, hint, problem, children }: FieldProps) {
  const described = [hint === undefined ? [] : [`${id}-hint`], problem === undefined ? [] : [`${id}-problem`]].flat();
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-invalid": problem !== undefined,
        ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
      })}
      {problem !== undefined && <small id={`${id}-problem`}>{problem}</small>}
      {hint !== undefined && (
        <p className="correction-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoiceProps = { id: string; legend: string; problem: string | undefined; children: ReactNode };

/** Radio buttons under one heading. */
export function Choice({ id, legend, problem, children }: ChoiceProps) {
  return (
    <fieldset
      className={problem === undefined ? "review-choice" : "review-choice field-error"}
      id={id}
      {...(problem !== undefined && { "aria-describedby": `${id}-problem` })}
    >
      <legend>{legend}</legend>
      {children}
      {problem !== undefined && (
        <small className="review-problem" id={`${id}-problem`}>
          {problem}
        </small>
      )}
    </fieldset>
  );
}

/** How the reader knows, and what else they want to say: the end of both forms. */
export function BasisFields({
  prefix,
  typed,
  problems,
}: {
  prefix: string;
  typed: { basis: string; note: string };
  problems: { basis?: string | undefined; note?: string | undefined };
}) {
  return (
    <>
      <Choice id={`${prefix}-basis`} legend="How do you know?" problem={problems.basis}>
        {BASES.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="basis" value={value} defaultChecked={typed.basis === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <Field
        id={`${prefix}-note`}
        label="Anything the editor should know (you may leave it empty)"
        hint="Up to 500 characters. Only editors read it."
        problem={problems.note}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={3} defaultValue={typed.note} />}
      </Field>
    </>
  );
}
