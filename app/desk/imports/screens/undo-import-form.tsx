import "./importing.css";

import type { ImportReport } from "#app/db/columns/import-columns.ts";
import { formatFullCount, pluralize } from "#app/ui/format-count.ts";

import type { FoundImport } from "../run/import-queries.server.ts";
import { importPath } from "./imports.ts";

/** Undoes an import that has changed something. Once it is undone: what was put back. */
export function UndoImportForm({
  id,
  stage,
  isApplied,
  report,
}: Pick<FoundImport, "id" | "stage" | "isApplied" | "report">) {
  if (stage === "undone" && report.undone !== null) return <p>{describeUndone(report.undone)}</p>;
  if (!isApplied || (stage !== "done" && stage !== "cancelled" && stage !== "failed")) return null;
  return (
    <details className="import-withdraw">
      <summary>Undo this import</summary>
      <form method="post" action={importPath(id)}>
        <p>
          This removes the places that this file added, and puts back what its source said before. Places with reviews,
          an owner or other content from people stay.
        </p>
        <button type="submit" className="button button-outline" name="do" value="undo">
          Undo this import
        </button>
      </form>
    </details>
  );
}

/** "12 entries undone. 3 places removed. 1 place stays: people have added to it." */
function describeUndone({ entries, removed, retained }: NonNullable<ImportReport["undone"]>): string {
  const stays =
    retained === 0
      ? ""
      : retained === 1
        ? " 1 place stays: people have added to it."
        : ` ${formatFullCount(retained)} places stay: people have added to them.`;
  return `${pluralize(entries, "entry", "entries")} undone. ${pluralize(removed, "place")} removed.${stays}`;
}
