import { Form } from "react-router";

type UndoNoteProps = {
  action: string;
  /** What was done, in a sentence. */
  says: string;
  /** What the form that was sent would have to say for it to be as it was. */
  fields: Readonly<Record<string, string>>;
};

/** Says what was done, with a button that sends what stood there before. */
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
