import "../billing.css";

import { SUBSCRIPTION_PATH } from "../billing-paths.ts";
import type { Plan } from "./plans.ts";

export type PlanChoiceProps = {
  /** Name of the viewer's plan; null for none. */
  current: string | null;
  /** Name of the plan whose checkout is opening. */
  busy: string | null;
  /** Null for guests: the form is submitted, and the server redirects to sign-in. */
  onChoose: ((name: string) => void) | null;
};

/** Opens the checkout of a plan, or the portal to change plans. */
export function PlanButton({ plan: { name, isPopular }, current, busy, onChoose }: PlanChoiceProps & { plan: Plan }) {
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
