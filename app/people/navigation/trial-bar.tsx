import { X } from "lucide-react";

import { SAMPLE_ACTIVITY_PATH } from "./sample-activity-path.ts";

export type TrialState = {
  /** Whether invented people and their activity are in the database. */
  hasActivity: boolean;
  /** Whether visitors of this trial may load and remove it. */
  canChange: boolean;
};

/**
 * Part of the head's inline script: closes the bar for this browser tab, and hides it before the first paint on the tab's next
 * pages. It needs no hydration, which would begin with this very click.
 */
export const TRIAL_BAR_SCRIPT =
  '(function(d){try{d.trialBarClosed=sessionStorage.getItem("rowhouse-trial-bar")||""}catch(e){}addEventListener("click",function(e){var b=e.target.closest(".trial-bar-close");if(b){d.trialBarClosed=b.value;try{sessionStorage.setItem("rowhouse-trial-bar",b.value)}catch(e){}}})})(document.documentElement.dataset)';

/**
 * The bar on every page of a trial: it offers sample activity, or says that the activity is invented. Closing one of the
 * two doesn't close the other.
 */
export function TrialBar({ hasActivity, canChange }: TrialState) {
  if (!hasActivity && !canChange) return null;
  const kind = hasActivity ? "loaded" : "offer";
  return (
    <section className={`trial-bar trial-bar-${kind} no-print`} aria-label="Sample activity">
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
        <button type="button" className="icon-button trial-bar-close" aria-label="Hide" value={kind}>
          <X className="icon-small" aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}
