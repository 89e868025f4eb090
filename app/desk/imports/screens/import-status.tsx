import "./importing.css";

import { Link } from "react-router";

import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import { pluralize } from "#app/ui/format-count.ts";

import type { FoundImport } from "../run/import-queries.server.ts";
import { importPath, isBeingRemoved, isImportActive, STAGE_LABELS } from "./imports.ts";

/** The stage of an import; while it runs, how far it is and a button to stop it. */
export function ImportStatus({
  summary: { id, stage, problem, recordsRead },
  share,
}: {
  summary: Pick<FoundImport, "id" | "stage" | "problem" | "recordsRead">;
  /** Between 0 and 1; null when unknown. */
  share: number | null;
}) {
  const isAtWork = isImportActive(stage);
  return (
    <div className="import-standing" aria-live="polite">
      <AutoRefresh isOn={isAtWork} />
      <p>
        <strong>{STAGE_LABELS[stage]}</strong>
        {stage === "checking" && recordsRead > 0 && `: ${pluralize(recordsRead, "entry", "entries")} so far`}
      </p>
      {problem !== null && <p className="form-problem">{problem}</p>}
      {isAtWork && (
        <div className="form-buttons">
          <Progress share={share} label={STAGE_LABELS[stage]} />
          {!isBeingRemoved(stage) && (
            <form method="post" action={importPath(id)}>
              <button type="submit" className="button button-outline button-small" name="do" value="cancel">
                Stop
              </button>
            </form>
          )}
          <Link className="link" to={importPath(id)}>
            Refresh
          </Link>
        </div>
      )}
    </div>
  );
}

function Progress({ share, label }: { share: number | null; label: string }) {
  if (share === null) return <progress className="import-progress" aria-label={label} />;
  return (
    <progress className="import-progress" max={1} value={share} aria-label={label}>
      {Math.round(share * 100)} %
    </progress>
  );
}
