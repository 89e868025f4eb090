import "./importing.css";

import { pluralize } from "#app/ui/format-count.ts";

import type { FoundImport } from "../run/import-queries.server.ts";
import { countReportEntries } from "./import-report.ts";
import { AUTO_PUBLISH_MAX, importPath } from "./imports.ts";

/** Starts the run of a checked import, with the choice of what becomes of new places. */
export function StartImportForm({ id, report }: Pick<FoundImport, "id" | "report">) {
  const isMany = report.new > AUTO_PUBLISH_MAX;
  const work = countReportEntries(report) - report.skipped - report.unchanged;
  if (work === 0) return <p>This file wouldn’t change anything.</p>;
  return (
    <form method="post" action={importPath(id)} className="import-section">
      <h2 className="h3">Import this file</h2>
      <fieldset className="import-choice">
        <legend>New places</legend>
        <label>
          <input type="radio" name="new" value="wait" defaultChecked={isMany} />
          <span>Hold for review</span>
        </label>
        <label>
          <input type="radio" name="new" value="publish" defaultChecked={!isMany} />
          <span>List right away</span>
        </label>
      </fieldset>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="run">
          Import {pluralize(work, "entry", "entries")}
        </button>
        <button type="submit" className="button button-plain" name="do" value="cancel">
          Cancel import
        </button>
      </div>
    </form>
  );
}
