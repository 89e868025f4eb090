import { formatTime } from "#app/lib/format-time.ts";

import { DiffView } from "./diff-view.tsx";
import type { StoredCopy } from "./local-copy.ts";
import type { Preference } from "./merge-guides.ts";
import type { GuideMerging, SaveState } from "./use-guide-autosave.ts";
import type { EditorPresence } from "./use-editor-presence.ts";

/** The save state. */
export function SaveStatusLine({ state }: { state: SaveState }) {
  return (
    <p className="guide-editor-saved" role="status" data-save={state.kind}>
      {state.kind === "conflict" ? (
        // Links to the conflict notice at the top, which may be out of view.
        <a className="link" href="#conflict">
          {describeSaveState(state)}
        </a>
      ) : (
        describeSaveState(state)
      )}
    </p>
  );
}

export function describeSaveState(state: SaveState): string {
  switch (state.kind) {
    case "saved":
      if (state.mergedWith !== undefined) {
        return `Saved, with the changes ${state.mergedWith === null ? "of your other window" : `by ${state.mergedWith}`}`;
      }
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
  state: Extract<SaveState, { kind: "conflict" }>;
  /** Merges both versions, and keeps one of them, or both, where they contradict each other. */
  onSettle: (merging: GuideMerging, preference: Preference) => void;
  onMine: (over: number) => void;
  onTheirs: () => void;
};

/** Two editors changed the same. Everything else is merged, if the text before both changes is known. */
export function ConflictNotice({ state: { answer, why, merging }, onSettle, onMine, onTheirs }: ConflictNoticeProps) {
  const { savedBy, isOwn, diff, version } = answer;
  const who = isOwn ? "Your other window" : (savedBy ?? "Someone else");
  const [primary, outline] = ["button button-primary button-small", "button button-outline button-small"];
  return (
    <section className="guide-conflict" role="alert" aria-labelledby="conflict">
      <h2 className="h4" id="conflict">
        {merging === null
          ? `${isOwn ? "You saved this post in another window" : `${savedBy ?? "Someone else"} saved this post`} since you opened it`
          : `${who} changed the same part as you`}
      </h2>
      <p>Nothing is lost: your version is in the history. Differences from the saved version to yours:</p>
      <DiffView diff={diff} />
      {why !== null && <p>{why}</p>}
      {merging === null ? (
        <div className="editor-tool-buttons">
          <button type="button" className={primary} onClick={() => onMine(version)}>
            {isOwn ? "Save this version" : "Save my version"}
          </button>
          <button type="button" className={outline} onClick={onTheirs}>
            {isOwn ? "Use the other version" : "Use their version"}
          </button>
        </div>
      ) : (
        <>
          <p>Choose what to keep here. All other changes of both are kept.</p>
          <div className="editor-tool-buttons">
            <button type="button" className={outline} onClick={() => onSettle(merging, "mine")}>
              {isOwn ? "Keep this one" : "Keep mine"}
            </button>
            <button type="button" className={outline} onClick={() => onSettle(merging, "theirs")}>
              {isOwn ? "Keep the other" : "Keep theirs"}
            </button>
            <button type="button" className={outline} onClick={() => onSettle(merging, "both")}>
              Keep both paragraphs
            </button>
          </div>
        </>
      )}
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
      <p>This browser has changes from {formatTime(new Date(storedCopy.at))} that are not in the post.</p>
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
