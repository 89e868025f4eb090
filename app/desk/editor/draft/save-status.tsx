import { formatTime } from "#app/lib/format-time.ts";

import { DiffView } from "./diff-view.tsx";
import type { StoredCopy } from "./local-copy.ts";
import type { SaveResponse } from "./save-response.ts";
import type { SaveState } from "./use-guide-autosave.ts";
import type { EditorPresence } from "./use-editor-presence.ts";

/** The save state. */
export function SaveStatusLine({ state }: { state: SaveState }) {
  return (
    <p className="guide-editor-saved" role="status" data-save={state.kind}>
      {state.kind === "conflict" ? (
        // Links to the conflict notice at the top, which may be out of view.
        <a className="link" href="#conflict">
          {describeState(state)}
        </a>
      ) : (
        describeState(state)
      )}
    </p>
  );
}

function describeState(state: SaveState): string {
  switch (state.kind) {
    case "saved":
      return state.at === null ? "" : `Saved ${formatTime(new Date(state.at))}`;
    case "unsaved":
      return "Not saved yet";
    case "saving":
      return "Saving…";
    case "offline":
      return "Offline: stored in this browser";
    case "refused":
      return state.why;
    case "conflict":
      return state.answer.isOwn ? "Not saved: changed in another window" : "Not saved: someone else saved";
  }
}

/** Other editors who have the guide open. */
export function OtherEditorsNotice({ others, version }: { others: EditorPresence | null; version: number }) {
  if (others === null) return null;
  const names = others.others.join(", ");
  return (
    <p className="guide-editor-others" role="status">
      {names !== "" && <b>Also open: {names}</b>}
      {others.version > version && <span> A newer version was saved.</span>}
    </p>
  );
}

type ConflictNoticeProps = {
  answer: Extract<SaveResponse, { outcome: "conflict" }>;
  /** Why the other version can't be loaded yet. */
  why: string | null;
  onMine: (over: number) => void;
  onTheirs: () => void;
};

export function ConflictNotice({
  answer: { savedBy, isOwn, diff, version },
  why,
  onMine,
  onTheirs,
}: ConflictNoticeProps) {
  return (
    <section className="guide-conflict" role="alert" aria-labelledby="conflict">
      <h2 className="h4" id="conflict">
        {isOwn ? "You saved this guide in another window" : `${savedBy ?? "Someone else"} saved this guide`} since you
        opened it
      </h2>
      <p>Nothing is lost: your version is in the history. Differences from the saved version to yours:</p>
      <DiffView diff={diff} />
      {why !== null && <p>{why}</p>}
      <div className="editor-tool-buttons">
        <button type="button" className="button button-primary button-small" onClick={() => onMine(version)}>
          {isOwn ? "Save this version" : "Save my version"}
        </button>
        <button type="button" className="button button-outline button-small" onClick={onTheirs}>
          {isOwn ? "Use the other version" : "Use their version"}
        </button>
      </div>
    </section>
  );
}

type LocalCopyNoticeProps = {
  storedCopy: StoredCopy;
  onRestore: (storedCopy: StoredCopy) => void;
  onDelete: (storedCopy: StoredCopy) => void;
};

export function LocalCopyNotice({ storedCopy, onRestore, onDelete }: LocalCopyNoticeProps) {
  return (
    <section className="guide-conflict" role="status">
      <p>This browser has changes from {formatTime(new Date(storedCopy.at))} that are not in the guide.</p>
      <div className="editor-tool-buttons">
        <button type="button" className="button button-primary button-small" onClick={() => onRestore(storedCopy)}>
          Restore changes
        </button>
        <button type="button" className="button button-plain button-small" onClick={() => onDelete(storedCopy)}>
          Discard changes
        </button>
      </div>
    </section>
  );
}
