/** A field that is wrong: its id, what it is called, and what is wrong with it. */
type FieldProblem = { id: string; label: string; text: string };

/** Says above a form why it was not taken, with the way to each field that is wrong. */
export function FormSummary({ why, problems }: { why: string; problems: readonly FieldProblem[] }) {
  return (
    <div className="form-problem" role="alert">
      <p>
        <strong>{why}</strong>
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ id, label, text }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {label}
              </a>
              : {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ByField = Partial<Record<string, string>>;

/** What `FormSummary` says of the fields that are wrong: `names` has them in the order of the form. */
export function fieldProblems(problems: ByField, names: ByField, idOf: (field: string) => string): FieldProblem[] {
  return Object.entries(names).flatMap(([field, label = field]) => {
    const text = problems[field];
    return text === undefined ? [] : [{ id: idOf(field), label, text }];
  });
}
