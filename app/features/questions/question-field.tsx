type QuestionFieldProps = {
  id: string;
  name: string;
  label: string;
  hint: string;
  rows: number;
  typed: string;
  /** Why what was typed was not taken; null when nothing is wrong with it. */
  problem: string | null;
};

/** A long text with its label, its hint, and what is wrong with it. */
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
