import "../subscribers/newsletter.css";

import { formatTime } from "#app/lib/format-time.ts";

import type { IssueSaveState } from "./issue-autosave.ts";
import { editIssuePath } from "../newsletter-paths.ts";

type IssueSaveLineProps = {
  issueId: string;
  /** When the issue was last changed before the page opened. */
  opened: string;
  state: IssueSaveState;
  onMine: (newest: number) => void;
};

/** The save status, and the choices in a conflict with another editor. */
export function IssueSaveStatus({ issueId, opened, state, onMine }: IssueSaveLineProps) {
  const newest = state.kind === "refused" ? state.newest : null;
  return (
    <div className="newsletter-save-line" data-save={state.kind}>
      <p role="status">{state.kind === "untouched" ? `Last changed ${opened}` : statusText(state)}</p>
      {newest !== null && (
        <div className="newsletter-buttons">
          <button type="button" className="button button-primary button-small" onClick={() => onMine(newest)}>
            Overwrite with mine
          </button>
          <a className="button button-outline button-small" href={editIssuePath(issueId)} target="_blank">
            View their version
          </a>
        </div>
      )}
    </div>
  );
}

function statusText(state: Exclude<IssueSaveState, { kind: "untouched" }>): string {
  switch (state.kind) {
    case "by-hand":
      return "Not saved yet: press Save. Scheduled issues don’t save automatically.";
    case "unsaved":
      return "Not saved yet";
    case "saving":
      return "Saving…";
    case "saved":
      return `Saved ${formatTime(new Date(state.at))}`;
    case "offline":
      return "Not saved: we can’t reach the site. Retrying…";
    case "refused":
      if (state.newest === null) return state.why;
      return state.isRepeat
        ? "Not saved: the issue changed again before yours was saved. View their version, then choose again."
        : "Not saved: the issue was changed in another window since you opened it.";
  }
}
