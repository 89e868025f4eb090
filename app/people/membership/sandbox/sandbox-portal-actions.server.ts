import type { Database } from "#app/db/database.server.ts";
import type { FormFields } from "#app/platform/read-form.ts";

import { isTier } from "../plans/plans.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  cancelSubscriptionNow,
  changeCard,
  type ChangeOutcome,
  changePlan,
  type ClockStep,
  lastSandboxPayment,
  resumeSubscription,
  reversePayment,
} from "./sandbox-account.server.ts";
import { isSandboxCard } from "./sandbox-cards.ts";

export type PortalOutcome = { problem: null } | { problem: string; status: 400 | 402 | 409 };

type PortalInput = { form: FormFields; customerId: string; now: Date };

/** Runs the action of a portal form. */
export async function runPortalAction(db: Database, { form, ...actor }: PortalInput): Promise<PortalOutcome> {
  switch (form.text("do")) {
    case "change": {
      const tier = form.text("tier");
      return isTier(tier) ? outcomeOf(await changePlan(db, { ...actor, tier })) : UNKNOWN_ACTION;
    }
    case "cancel":
      return outcomeOf(await cancelAtPeriodEnd(db, actor));
    case "cancel-now":
      return outcomeOf(await cancelSubscriptionNow(db, actor));
    case "resume":
      return outcomeOf(await resumeSubscription(db, actor));
    case "card": {
      const card = form.text("card");
      return isSandboxCard(card) ? outcomeOf(await changeCard(db, { ...actor, card })) : UNKNOWN_ACTION;
    }
    case "advance": {
      const step = CLOCK_STEPS.find((known) => known === form.text("step"));
      if (step === undefined) return UNKNOWN_ACTION;
      await advanceClock(db, { ...actor, step });
      return { problem: null };
    }
    case "dispute": {
      const payment = await lastSandboxPayment(db, actor.customerId);
      if (payment === null) return outcomeOf("gone");
      await reversePayment(db, { ...actor, paymentId: payment.id, status: "disputed" });
      return { problem: null };
    }
    default:
      return UNKNOWN_ACTION;
  }
}

const CLOCK_STEPS = ["day", "renewal", "grace"] as const satisfies ClockStep[];

const UNKNOWN_ACTION: PortalOutcome = { problem: "Use one of the buttons on this page.", status: 400 };

function outcomeOf(changed: ChangeOutcome): PortalOutcome {
  switch (changed) {
    case "changed":
      return { problem: null };
    case "declined":
      return { problem: "Your card was declined. Choose another card.", status: 402 };
    case "gone":
      return {
        problem: "Your subscription has changed since you opened this page. This is its current status.",
        status: 409,
      };
  }
}
