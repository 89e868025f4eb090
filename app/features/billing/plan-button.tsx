import { SUBSCRIPTION_PATH } from "./billing-paths.ts";
import type { Plan } from "./plans.ts";

export type Choosing = {
  /** The name of the plan that somebody has; null for none. */
  current: string | null;
  /** The name of the plan whose checkout is being opened. */
  busy: string | null;
  /** Null: the form is sent, and the server leads to signing in. */
  onChoose: ((name: string) => void) | null;
};

/** Leads to the checkout of a plan, or to where it is changed. */
export function PlanButton({ plan: { name, isPopular }, current, busy, onChoose }: Choosing & { plan: Plan }) {
  if (current === name) {
    return (
      <button type="button" className="button plan-button" disabled>
        Current Plan
      </button>
    );
  }
  const look = isPopular && current === null ? "button-primary" : "button-outline";
  return (
    <form
      method="post"
      action={SUBSCRIPTION_PATH}
      onSubmit={(event) => {
        if (onChoose === null) return;
        event.preventDefault();
        onChoose(name);
      }}
    >
      <button type="submit" className={`button plan-button ${look}`} name="tier" value={name} disabled={busy !== null}>
        {busy === name ? "Loading..." : `${current === null ? "Choose" : "Change to"} ${name}`}
      </button>
    </form>
  );
}
