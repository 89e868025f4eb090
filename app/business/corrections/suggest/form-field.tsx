import "../corrections.css";

import type { ReactNode } from "react";

type FieldProps = {
  /** Also the anchor for links from the error summary. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** What is special about the field, beside its label. */
  mark?: string | undefined;
  problem: string | undefined;
  children: (given: { id: string; "aria-invalid": boolean; "aria-describedby"?: string }) => ReactNode;
};

/** A labeled control with hint and error message. */
export function Field({ id, label, hint, mark, problem, children }: FieldProps) {
  const described = [
    mark === undefined ? [] : [`${id}-mark`],
    hint === undefined ? [] : [`${id}-hint`],
    problem === undefined ? [] : [`${id}-problem`],
  ].flat();
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      {mark === undefined ? (
        <label htmlFor={id}>{label}</label>
      ) : (
        <div className="field-head">
          <label htmlFor={id}>{label}</label>
          <span className="field-mark" id={`${id}-mark`}>
            {mark}
          </span>
        </div>
      )}
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
