import "../admin.css";

import { Form } from "react-router";

type UndoNoteProps = {
  action: string;
  /** A sentence about what was done. */
  says: string;
  /** The form fields that restore the previous state. */
  fields: Readonly<Record<string, string>>;
};

/** Says what was done, with a button that undoes it. */
export function UndoNote({ action, says, fields }: UndoNoteProps) {
  return (
    <Form method="post" action={action} className="admin-done" role="status">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span>{says}</span>
      <button type="submit" className="button button-plain">
        Undo
      </button>
    </Form>
  );
}
