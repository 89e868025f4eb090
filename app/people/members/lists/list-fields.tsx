import { LIST_NAME_LENGTH_MAX, LIST_NOTE_LENGTH_MAX, type ListDetails } from "./list.ts";

type ListFieldsProps = { details: ListDetails; problems: Partial<ListDetails> };

/** Name and note of a list with their errors. Lengths are checked on the server. */
export function ListFields({ details, problems }: ListFieldsProps) {
  return (
    <>
      <label className={problems.name === undefined ? "field" : "field field-error"}>
        <span>Name</span>
        <input
          className="input"
          name="name"
          defaultValue={details.name}
          aria-invalid={problems.name !== undefined}
          aria-describedby="list-name-says"
        />
        <small id="list-name-says">{problems.name ?? `Up to ${LIST_NAME_LENGTH_MAX} characters.`}</small>
      </label>
      <label className={problems.note === undefined ? "field" : "field field-error"}>
        <span>Note</span>
        <textarea
          className="input"
          name="note"
          rows={3}
          defaultValue={details.note}
          aria-invalid={problems.note !== undefined}
          aria-describedby="list-note-says"
        />
        <small id="list-note-says">{problems.note ?? `Optional. Up to ${LIST_NOTE_LENGTH_MAX} characters.`}</small>
      </label>
    </>
  );
}

/** The error message above a form. */
export function FormProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="form-problem">
      {text}
    </p>
  );
}
