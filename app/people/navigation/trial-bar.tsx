import "./trial-bar.css";

import { X } from "lucide-react";

/** The page that loads and removes sample activity. It exists in trial builds alone. */
export const SAMPLE_ACTIVITY_PATH = "/development/sample-activity";

export type TrialState = {
  /** Whether invented people and their activity are in the database. */
  hasActivity: boolean;
  /** Whether visitors of this trial may load and remove it. */
  canChange: boolean;
};

const STORAGE_KEY = "rowhouse-trial-bar";

/** Hides a bar that was closed in this browser tab before the first paint. Part of the head's inline script. */
export const TRIAL_BAR_SCRIPT = `try{document.documentElement.dataset.trialBarClosed=sessionStorage.getItem("${STORAGE_KEY}")||""}catch(e){}`;

/**
 * The bar on every page of a trial: it offers sample activity, or says that the activity is invented. Closing one of the
 * two doesn't close the other.
 */
export function TrialBar({ hasActivity, canChange }: TrialState) {
  if (!hasActivity && !canChange) return null;
  const kind = hasActivity ? "loaded" : "offer";
  return (
    <aside className={`trial-bar trial-bar-${kind} no-print`} aria-label="Sample activity">
      <div className="wrap">
        <p>
          {hasActivity
            ? "Sample activity is on: reviews, stars, saves and views are invented."
            : "This trial has real places and no visitors yet."}
        </p>
        {canChange && (
          <form method="post" action={SAMPLE_ACTIVITY_PATH}>
            <button type="submit" className="trial-bar-action" name="act" value={hasActivity ? "remove" : "load"}>
              {hasActivity ? "Remove it" : "Try it with sample activity"}
            </button>
          </form>
        )}
        <button type="button" className="icon-button trial-bar-close" aria-label="Hide" onClick={() => close(kind)}>
          <X className="icon-small" aria-hidden="true" />
        </button>
      </div>
    </aside>
  );
}

function close(kind: "offer" | "loaded"): void {
  document.documentElement.dataset["trialBarClosed"] = kind;
  try {
    sessionStorage.setItem(STORAGE_KEY, kind);
  } catch {
    // Without storage it is hidden on this page alone.
  }
}
