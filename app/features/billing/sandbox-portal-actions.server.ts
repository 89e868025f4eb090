import type { Database } from "#app/db/database.server.ts";
import type { SentForm } from "#app/platform/read-form.ts";

import { isTier } from "./plans.ts";
import {
  advanceClock,
  cancelAtPeriodEnd,
  cancelNow,
  changeCard,
  type Changed,
  changePlan,
  type ClockStep,
  lastSandboxPayment,
  resume,
  takeBack,
} from "./sandbox-account.server.ts";
import { isSandboxCard } from "./sandbox-cards.ts";

export type PortalOutcome = { problem: null } | { problem: string; status: 400 | 402 | 409 };

type Acting = { form: SentForm; customerId: string; now: Date };

/** Does what a form of the portal asks for. */
export async function actInPortal(db: Database, { form, ...acting }: Acting): Promise<PortalOutcome> {
  switch (form.text("do")) {
    case "change": {
      const tier = form.text("tier");
      return isTier(tier) ? told(await changePlan(db, { ...acting, tier })) : NOTHING_ASKED;
    }
    case "cancel":
      return told(await cancelAtPeriodEnd(db, acting));
    case "cancel-now":
      return told(await cancelNow(db, acting));
    case "resume":
      return told(await resume(db, acting));
    case "card": {
      const card = form.text("card");
      return isSandboxCard(card) ? told(await changeCard(db, { ...acting, card })) : NOTHING_ASKED;
    }
    case "advance": {
      const step = CLOCK_STEPS.find((known) => known === form.text("step"));
      if (step === undefined) return NOTHING_ASKED;
      await advanceClock(db, { ...acting, step });
      return { problem: null };
    }
    case "dispute": {
      const payment = await lastSandboxPayment(db, acting.customerId);
      if (payment === null) return told("gone");
      await takeBack(db, { ...acting, paymentId: payment.id, status: "disputed" });
      return { problem: null };
    }
    default:
      return NOTHING_ASKED;
  }
}

const CLOCK_STEPS = ["day", "renewal", "grace"] as const satisfies ClockStep[];

const NOTHING_ASKED: PortalOutcome = { problem: "Nothing was asked for. Please use one of the buttons.", status: 400 };

function told(changed: Changed): PortalOutcome {
  switch (changed) {
    case "changed":
      return { problem: null };
    case "declined":
      return { problem: "The card was declined, and nothing was paid. Choose another one.", status: 402 };
    case "gone":
      return { problem: "Your subscription was changed meanwhile. This is how it stands now.", status: 409 };
  }
}
