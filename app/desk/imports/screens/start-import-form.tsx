import "./importing.css";

import { pluralize } from "#app/ui/format-count.ts";

import { describeBrake } from "../run/brake.ts";
import type { FoundImport } from "../run/import-queries.server.ts";
import { countReportEntries } from "./import-report.ts";
import { importPath } from "./imports.ts";

/** Starts the run of a checked import, with the choice of what becomes of new places. */
export function StartImportForm({ id, report, problem }: Pick<FoundImport, "id" | "report" | "problem">) {
  const warning = describeBrake(report.effect);
  // A source's own run was held for the same reason, which the page shows already.
  const isHeld = problem !== null;
  const work = countReportEntries(report) - report.skipped - report.unchanged;
  if (work === 0) return <p>This file wouldn’t change anything.</p>;
  return (
    <form method="post" action={importPath(id)} className="import-section">
      <h2 className="h3">Import this file</h2>
      {warning !== null && !isHeld && <p className="form-notice">{warning} Check the file before you import it.</p>}
      <fieldset className="import-choice">
        <legend>New places</legend>
        <label>
          <input type="radio" name="new" value="wait" defaultChecked />
          <span>Hold for review</span>
        </label>
        <label>
          <input type="radio" name="new" value="publish" />
          <span>List right away</span>
        </label>
      </fieldset>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="run">
          {isHeld ? "Run it anyway" : `Import ${pluralize(work, "entry", "entries")}`}
        </button>
        <button type="submit" className="button button-plain" name="do" value="cancel">
          {isHeld ? "Discard" : "Cancel import"}
        </button>
      </div>
    </form>
  );
}
