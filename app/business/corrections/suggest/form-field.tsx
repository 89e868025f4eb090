import "../corrections.css";

import type { ReactNode } from "react";

type FieldProps = {
  /** Also the anchor for links from the error summary. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  problem: string | undefined;
  children: (given: { id: string; "aria-invalid": boolean; "aria-describedby"?: string }) => ReactNode;
};

/** A labeled control with hint and error message. */
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

/** A group of radio buttons with a legend and error message. */
export function Choice({ id, legend, problem, children }: ChoiceProps) {
  return (
    <fieldset
      className={problem === undefined ? "form-choice" : "form-choice field-error"}
      id={id}
      {...(problem !== undefined && { "aria-describedby": `${id}-problem` })}
    >
      <legend>{legend}</legend>
      {children}
      {problem !== undefined && (
        <small className="field-problem" id={`${id}-problem`}>
          {problem}
        </small>
      )}
    </fieldset>
  );
}
