import type { Database } from "#app/db/database.server.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { isTier } from "../plans/plans.ts";
import type { SandboxAccount } from "./sandbox-account.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  cancelNow,
  changeCard,
  type ChangeOutcome,
  changePlan,
  type ClockStep,
  disputeLastPayment,
  resumeSubscription,
} from "./sandbox-actions.ts";
import { isSandboxCard } from "./sandbox-cards.ts";
import { withSandboxAccount } from "./sandbox-store.server.ts";

export type PortalOutcome = { problem: null } | { problem: string; status: 400 | 402 | 409 };

type PortalInput = { form: FormFields; customerId: string; now: Date };

/** Runs the action of a portal form. */
export async function runPortalAction(db: Database, { form, ...actor }: PortalInput): Promise<PortalOutcome> {
  const outcome = await withSandboxAccount(db, actor, (account) => change(account, form));
  return outcomeOf(outcome ?? "gone");
}

function change(account: SandboxAccount, form: FormFields): ChangeOutcome | "unknown" {
  switch (form.text("do")) {
    case "change": {
      const tier = form.text("tier");
      return isTier(tier) ? changePlan(account, tier) : "unknown";
    }
    case "cancel":
      return cancelAtPeriodEnd(account);
    case "cancel-now":
      return cancelNow(account);
    case "resume":
      return resumeSubscription(account);
    case "card": {
      const card = form.text("card");
      return isSandboxCard(card) ? changeCard(account, card) : "unknown";
    }
    case "advance": {
      const step = CLOCK_STEPS.find((known) => known === form.text("step"));
      if (step === undefined) return "unknown";
      advanceClock(account, step);
      return "changed";
    }
    case "dispute":
      return disputeLastPayment(account);
    default:
      return "unknown";
  }
}

const CLOCK_STEPS = ["day", "renewal", "grace"] as const satisfies ClockStep[];

function outcomeOf(changed: ChangeOutcome | "unknown"): PortalOutcome {
  switch (changed) {
    case "changed":
      return { problem: null };
    case "unknown":
      return { problem: "Use one of the buttons on this page.", status: 400 };
    case "declined":
      return { problem: "Your card was declined. Choose another card.", status: 402 };
    case "gone":
      return {
        problem: "Your subscription has changed since you opened this page. This is its current status.",
        status: 409,
      };
  }
}
