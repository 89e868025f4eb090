import type { IssueSaveState } from "./issue-autosave.ts";
import { editIssuePath } from "./newsletter-paths.ts";

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "America/New_York" });

type IssueSaveLineProps = {
  issueId: string;
  /** When it was last changed, as the page opened. */
  opened: string;
  state: IssueSaveState;
  onMine: (newest: number) => void;
};

/** Whether what is typed is saved; and what to do when somebody else has saved something else. */
export function IssueSaveLine({ issueId, opened, state, onMine }: IssueSaveLineProps) {
  const newest = state.kind === "refused" ? state.newest : null;
  return (
    <div className="newsletter-save-line" data-save={state.kind}>
      <p role="status">{state.kind === "untouched" ? `Last changed ${opened}` : wordsOf(state)}</p>
      {newest !== null && (
        <div className="newsletter-buttons">
          <button type="button" className="button button-primary button-small" onClick={() => onMine(newest)}>
            Save mine over theirs
          </button>
          <a className="button button-outline button-small" href={editIssuePath(issueId)} target="_blank">
            See theirs in a new tab
          </a>
        </div>
      )}
    </div>
  );
}

function wordsOf(state: Exclude<IssueSaveState, { kind: "untouched" }>): string {
  switch (state.kind) {
    case "by-hand":
      return "Not saved yet: press Save. What is scheduled isn’t saved by itself.";
    case "unsaved":
      return "Not saved yet";
    case "saving":
      return "Saving…";
    case "saved":
      return `Saved ${clock.format(new Date(state.at))}`;
    case "offline":
      return "Not saved: the site can’t be reached. It is tried again.";
    case "refused":
      if (state.newest === null) return state.why;
      return state.isAgain
        ? "Not saved: the issue was changed once more just now, before yours was saved. See theirs, then choose again."
        : "Not saved: the issue was changed in another window, by you or somebody else, since you opened it.";
  }
}
