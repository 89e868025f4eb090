import "../admin.css";

import { Form } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import { isColumnHidden } from "./columns.ts";
import { type BulkResult, describeSkipped, UNDO_ACTIONS } from "./content.ts";

/** The result of the last bulk action, with an undo button. */
export function BulkResultNotice({
  done,
  noun,
  plural,
  action,
}: {
  done: BulkResult;
  noun: string;
  plural: string;
  action: string;
}) {
  const { did, ids, draftIds, leftIds } = done;
  return (
    <form method="post" action={action} className="admin-done" role="status">
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <span>
        {pluralize(ids.length, noun, plural)} {did}.{draftIds.length > 0 && ` ${describeDrafts(done)}`}
        {leftIds.length > 0 && ` ${describeSkipped(leftIds.length, { noun, plural })}`}
      </span>
      <button type="submit" className="button button-plain" name="do" value={UNDO_ACTIONS[did]}>
        Undo
      </button>
    </form>
  );
}

/** A scheduled post whose time passed while it was deleted becomes a draft. */
function describeDrafts({ ids, draftIds }: BulkResult): string {
  if (ids.length === 1) return "Its publication time passed while it was deleted, so it’s a draft now.";
  return draftIds.length === 1
    ? "One is a draft now, because its publication time passed while it was deleted."
    : `${draftIds.length} are drafts now, because their publication times passed while they were deleted.`;
}

/** Checkboxes for the table's columns. The choice is part of the URL. */
export function ColumnPicker({
  path,
  preservedParams,
  columns,
  without,
}: {
  path: string;
  /** The other query parameters. */
  preservedParams: Record<string, string>;
  columns: readonly { id: string; label: string }[];
  without: string;
}) {
  return (
    <details className="admin-columns-choice">
      <summary className="button button-outline">Columns</summary>
      <Form action={path} preventScrollReset key={without}>
        {Object.entries(preservedParams).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="choose" value="columns" />
        {columns.map(({ id, label }) => (
          <label key={id}>
            <input type="checkbox" name="column" value={id} defaultChecked={!isColumnHidden(without, id)} /> {label}
          </label>
        ))}
        <button type="submit" className="button button-outline button-small">
          Apply
        </button>
      </Form>
    </details>
  );
}

/** A select of the filters. Its first option stands for all, and names what is filtered. */
export function SelectField({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <label className="field">
      <span className="sr-only">{label}</span>
      <select className="input" name={name} defaultValue={value}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
