import { BASIS_OPTIONS } from "../correction-labels.ts";
import { Choice, Field } from "./form-field.tsx";

/** How the visitor knows, and their notes: the end of both forms. */
export function BasisFields({
  prefix,
  typed,
  problems,
}: {
  prefix: string;
  typed: { basis: string; note: string };
  problems: { basis?: string | undefined; note?: string | undefined };
}) {
  return (
    <>
      <Choice id={`${prefix}-basis`} legend="How do you know?" problem={problems.basis}>
        {BASIS_OPTIONS.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name="basis" value={value} defaultChecked={typed.basis === value} required />
            {label}
          </label>
        ))}
      </Choice>
      <Field
        id={`${prefix}-note`}
        label="Notes for the editor (optional)"
        hint="Up to 500 characters. Only editors can see this."
        problem={problems.note}
      >
        {(given) => <textarea className="input" {...given} name="note" rows={3} defaultValue={typed.note} />}
      </Field>
    </>
  );
}
