/** Says above a form why it was not taken, with the way to each field that is wrong. */
export function FormSummary({
  why,
  problems,
}: {
  why: string;
  /** `id` is the field's. */
  problems: readonly { id: string; label: string; text: string }[];
}) {
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
