import "./importing.css";

import { Link } from "react-router";

import { pluralize } from "#app/ui/format-count.ts";

import type { FoundImport } from "../run/import-queries.server.ts";
import { importPath, importReviewPath } from "./imports.ts";

/** How many entries wait for an editor, with the way to them. */
export function EntriesToReview({ id, stage, waiting }: Pick<FoundImport, "id" | "stage" | "waiting">) {
  if (waiting.new + waiting.possibleDuplicates === 0) {
    return stage === "done" ? <p>Nothing to review.</p> : null;
  }
  return (
    <section className="import-section" aria-labelledby="waiting">
      <h2 className="h3" id="waiting">
        To review
      </h2>
      <p>{describeWaiting(waiting)}</p>
      <form method="post" action={importPath(id)} className="form-buttons">
        <Link className="button button-primary" to={importReviewPath(id)}>
          Review entries
        </Link>
        {waiting.new > 0 && stage === "done" && (
          <button type="submit" className="button button-outline" name="do" value="publish">
            List all new places
          </button>
        )}
      </form>
    </section>
  );
}

function describeWaiting(waiting: FoundImport["waiting"]): string {
  const parts = [
    ...(waiting.possibleDuplicates === 0 ? [] : [pluralize(waiting.possibleDuplicates, "possible duplicate")]),
    ...(waiting.new === 0 ? [] : [pluralize(waiting.new, "new place")]),
  ];
  return `${parts.join(" and ")}.`;
}
