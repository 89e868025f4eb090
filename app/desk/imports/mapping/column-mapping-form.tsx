import "../screens/importing.css";

import { COLUMN_FIELDS, type ColumnMapping } from "#app/db/columns/import-columns.ts";

import { importPath } from "../screens/imports.ts";
import { COLUMN_FIELD_LABELS } from "./column-mapping.ts";

/** The fields of a place, each with the column of a table that gives it. */
export function ColumnMappingForm({
  importId,
  table: { headers, sample, mapping },
  typed,
}: {
  importId: string;
  table: { headers: string[]; sample: string[][]; mapping: ColumnMapping };
  typed: ReadonlyMap<string, string>;
}) {
  const isSent = [...typed.keys()].some((name) => name.startsWith("column-"));
  return (
    <form method="post" action={importPath(importId)} className="import-section">
      <h2 className="h3">Match columns</h2>
      <p className="text-muted">
        We guessed these from the names of the columns or fields. Correct any that are wrong.
      </p>
      <div className="import-mapping">
        {COLUMN_FIELDS.map((field) => (
          <label className="field" key={field}>
            <span>{COLUMN_FIELD_LABELS[field]}</span>
            <select
              className="input"
              name={`column-${field}`}
              // In a submitted form a missing value means that the field was left empty.
              defaultValue={isSent ? (typed.get(`column-${field}`) ?? "") : (mapping[field] ?? "")}
            >
              <option value="">No column</option>
              {headers.map((header, at) => (
                <option key={header} value={header}>
                  {exampleOf(
                    header,
                    sample.map((row) => row[at] ?? ""),
                  )}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="map">
          Check file
        </button>
      </div>
    </form>
  );
}

/** "Phone: (202) 555-0143" */
function exampleOf(header: string, cells: string[]): string {
  const example = cells.find((cell) => cell !== "") ?? "";
  return example === "" ? header : `${header}: ${example.slice(0, 40)}`;
}
