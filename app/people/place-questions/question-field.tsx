import "./questions.css";

type QuestionFieldProps = {
  id: string;
  name: string;
  label: string;
  hint: string;
  rows: number;
  typed: string;
  /** The error message; null if there is none. */
  problem: string | null;
};

/** A text area with label, hint and error message. */
export function QuestionField({ id, name, label, hint, rows, typed, problem }: QuestionFieldProps) {
  return (
    <div className={problem === null ? "field" : "field field-error"}>
      <label htmlFor={id}>{label}</label>
      <textarea
        className="input"
        {...{ id, name, rows }}
        defaultValue={typed}
        required
        aria-describedby={problem === null ? `${id}-hint` : `${id}-problem ${id}-hint`}
        aria-invalid={problem === null ? undefined : true}
      />
      {problem !== null && <small id={`${id}-problem`}>{problem}</small>}
      <small id={`${id}-hint`} className="question-hint">
        {hint}
      </small>
    </div>
  );
}
