import "#app/guide/guides/page/guide-page.css";

import { formatClosedPlaces } from "#app/guide/guides/page/closed-places-label.ts";
import { useEffect } from "react";

import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";

import { DiffView } from "../draft/diff-view.tsx";
import type { GuideDeletion } from "../publish/guide-deletion.server.ts";
import { GUIDE_FIELD_LABELS, guideFieldId } from "../publish/validate-guide.ts";
import { DONE_LABELS, type EditorRefusal, type EditorPageData } from "../draft/editor-page-data.ts";
import { ConflictNotice, LocalCopyNotice } from "../draft/save-status.tsx";
import type { StoredCopy } from "../draft/local-copy.ts";
import type { useGuideAutosave } from "../draft/use-guide-autosave.ts";
import type { useLocalCopies } from "./use-local-copies.ts";

type NoticesProps = Pick<EditorPageData["state"], "closed"> & {
  seedDiff: EditorPageData["seedDiff"];
  autosave: ReturnType<typeof useGuideAutosave>;
  copy: ReturnType<typeof useLocalCopies>;
  refused: EditorRefusal | null;
  deletion: GuideDeletion | null;
  onRestore: (saved: StoredCopy) => void;
  done: EditorPageData["done"];
  /** The post's public path. */
  path: string;
};

/** Messages and decisions above the text. */
export function Notices({
  autosave: { state, settle, overwrite, loadNewest },
  copy,
  refused,
  deletion,
  onRestore,
  closed,
  seedDiff,
  done,
  path,
}: NoticesProps) {
  const isHydrated = useIsHydrated();
  return (
    <div className="guide-editor-notices">
      {done !== null && refused === null && deletion === null && <DoneNotice done={done} path={path} />}
      {deletion !== null && <Deleted deletion={deletion} />}
      {/* With script, the conflict notice below replaces this one and has buttons. */}
      {!(isHydrated && refused?.storedAs === "conflict") && <Refused refused={refused} />}
      {isHydrated && state.kind === "conflict" && (
        <ConflictNotice state={state} onSettle={settle} onMine={overwrite} onTheirs={loadNewest} />
      )}
      {copy.newest !== null && (
        <LocalCopyNotice storedCopy={copy.newest} onRestore={onRestore} onDelete={copy.discard} />
      )}
      {seedDiff !== null && <SeedNews diff={seedDiff} />}
      {closed.count > 0 && <ClosedNote closed={closed} />}
    </div>
  );
}

/** What was just done, with the way to it. */
function DoneNotice({ done: { what, issue }, path }: { done: NonNullable<EditorPageData["done"]>; path: string }) {
  useEffect(() => {
    // Loading the page again doesn't say it again.
    history.replaceState(history.state, "", location.pathname + location.hash);
  }, []);
  return (
    <p className="form-notice" role="status">
      {DONE_LABELS[what]}
      {issue === "added" && " It’s in the newsletter issue."}
      {issue === "not-added" && " It couldn’t be added to the newsletter: that issue is full, or is being sent."}
      {(what === "published" || what === "updated") && (
        <>
          {" "}
          <a className="link" href={path} target="_blank" rel="noopener">
            View post
          </a>
        </>
      )}
    </p>
  );
}

function Refused({ refused }: { refused: EditorRefusal | null }) {
  if (refused === null) return null;
  return (
    <>
      <FormSummary why={refused.why} problems={fieldProblems(refused.problems, GUIDE_FIELD_LABELS, guideFieldId)} />
      {refused.diff.length > 0 && <DiffView diff={refused.diff} />}
    </>
  );
}

/** Changes of a deleted guide are saved, but it can't be published. */
function Deleted({ deletion: { label: words, back } }: { deletion: GuideDeletion }) {
  return (
    <section className="guide-conflict" role="alert" aria-labelledby="deleted">
      <h2 className="h4" id="deleted">
        This post is deleted
      </h2>
      <p>
        {words} Your changes are still saved. {back}
      </p>
      <div className="editor-tool-buttons">
        <button type="submit" className="button button-primary button-small" name="do" value="bring-back">
          Restore post
        </button>
      </div>
    </section>
  );
}

/** A seed file has published a newer text than the draft is based on. The editor chooses one of them. */
function SeedNews({ diff }: { diff: NonNullable<EditorPageData["seedDiff"]> }) {
  return (
    <section className="guide-conflict" aria-labelledby="newer-seed">
      <h2 className="h4" id="newer-seed">
        A seed file has published a newer text of this post
      </h2>
      <p>
        This draft is based on the older text, so publishing it would undo the newer changes. Differences from the seed
        file to this draft:
      </p>
      <DiffView diff={diff} />
      <div className="editor-tool-buttons">
        <button type="submit" className="button button-primary button-small" name="do" value="keep-draft">
          Keep this draft
        </button>
        <button type="submit" className="button button-outline button-small" name="do" value="take-seed">
          Use the seed file’s text
        </button>
      </div>
      <p className="text-meta text-muted">The other version stays in the history.</p>
    </section>
  );
}

function ClosedNote({ closed }: Pick<EditorPageData["state"], "closed">) {
  return (
    <p className="guide-closed" role="note">
      {formatClosedPlaces(closed)}. Readers see a note about it.
    </p>
  );
}
