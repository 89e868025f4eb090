/** An invalid field: its id, label and message. */
type FieldProblem = { id: string; label: string; text: string };

/** The error message above a form, with a link to each invalid field. A page that is loaded with it starts there, so it runs its script at once. */
export function FormSummary({ why, problems }: { why: string; problems: readonly FieldProblem[] }) {
  return (
    <div className="form-problem" role="alert" tabIndex={-1} ref={focusUnlessElsewhere} data-at-once="">
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

/** Someone who types or presses a button keeps the focus there. */
function focusUnlessElsewhere(summary: HTMLDivElement | null) {
  if (document.activeElement === document.body) summary?.focus();
}

type ByField = Partial<Record<string, string>>;

/** Field problems for `FormSummary`. `names` lists the fields in the order of the form. */
export function fieldProblems(problems: ByField, names: ByField, idOf: (field: string) => string): FieldProblem[] {
  return Object.entries(names).flatMap(([field, label = field]) => {
    const text = problems[field];
    return text === undefined ? [] : [{ id: idOf(field), label, text }];
  });
}
