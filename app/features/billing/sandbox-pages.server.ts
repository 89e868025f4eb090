import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCheckouts, sandboxCustomers } from "#app/db/schema/billing.ts";
import { dollars } from "#app/lib/money.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { billingOf } from "./billing-of.server.ts";
import { GRACE_MS } from "./membership.ts";
import { dcDay } from "./membership-words.ts";
import { isAtLeast, type Plan, planOf, PLANS } from "./plans.ts";
import { changeCost, lastSandboxPayment, sandboxAccount } from "./sandbox-account.server.ts";
import { SANDBOX_CARDS } from "./sandbox-cards.ts";
import { customerOf } from "./sync-membership.server.ts";

/** Who somebody is in the sandbox; null where there is none, or they have never been there. */
export async function sandboxCustomerOf(
  site: Pick<Site, "db" | "env" | "now" | "log">,
  viewer: Viewer,
): Promise<string | null> {
  const provider = billingOf(site);
  if (provider?.name !== "sandbox") return null;
  const customer = await customerOf(site.db, { userId: viewer.id, provider });
  return customer?.customerId ?? null;
}

/** A checkout of one customer; anybody else's isn't there. */
export async function findCheckout(db: Database, { customerId, id }: { customerId: string; id: string }) {
  const [checkout] = await db
    .select({ tier: sandboxCheckouts.tier, status: sandboxCheckouts.status, email: sandboxCustomers.email })
    .from(sandboxCheckouts)
    .innerJoin(sandboxCustomers, eq(sandboxCustomers.id, sandboxCheckouts.customerId))
    .where(and(eq(sandboxCheckouts.id, id), eq(sandboxCheckouts.customerId, customerId)));
  return checkout ?? null;
}

/** What the portal shows, in words. */
export async function portalWords(db: Database, acting: { customerId: string; now: Date }) {
  const account = await sandboxAccount(db, acting);
  if (account === null) return null;
  const { at, card, running, invoices } = account;
  return {
    today: dcDay(at),
    card: SANDBOX_CARDS.find(({ id }) => id === card)?.number ?? null,
    plan: running === null ? null : runningWords(running),
    isDisputable: (await lastSandboxPayment(db, acting.customerId))?.status === "paid",
    changes: running?.status === "active" ? PLANS.flatMap((plan) => changeWords(plan, { running, at })) : [],
    invoices: invoices.map(({ id, description, amountCents, status, createdAt }) => ({
      id,
      description,
      amount: dollars(amountCents),
      status: INVOICE_WORDS[status],
      day: dcDay(createdAt),
    })),
  };
}

type Running = NonNullable<NonNullable<Awaited<ReturnType<typeof sandboxAccount>>>["running"]>;

function stateOf({ status, cancelsAtPeriodEnd }: Running): "active" | "ending" | "past-due" {
  if (status === "past-due") return "past-due";
  return cancelsAtPeriodEnd ? "ending" : "active";
}

function runningWords(running: Running) {
  const { tier, nextTier, currentPeriodEndsAt, pastDueSince } = running;
  const { name, priceCents } = planOf(tier);
  const day = dcDay(currentPeriodEndsAt);
  const next = planOf(nextTier ?? tier);
  const renewal = `Next payment: ${dollars(next.priceCents)} on ${day}${nextTier === null ? "" : `, for ${next.name}`}.`;
  const state = stateOf(running);
  const graceDay = pastDueSince === null ? "" : dcDay(new Date(pastDueSince.getTime() + GRACE_MS));
  const failed = `The last payment failed. Give another card by ${graceDay}, or it ends then.`;
  const says = { "past-due": failed, ending: `It ends on ${day}.`, active: renewal }[state];
  return { name, price: dollars(priceCents), state, says, nextName: nextTier === null ? null : next.name };
}

type ChangeWords = { tier: string; name: string; says: string; button: string };

function changeWords({ tier, name, priceCents }: Plan, { running, at }: { running: Running; at: Date }): ChangeWords[] {
  const day = dcDay(running.currentPeriodEndsAt);
  if (tier === running.tier) {
    const says = `As it is now: nothing changes on ${day}.`;
    return running.nextTier === null ? [] : [{ tier, name, says, button: "Stay" }];
  }
  const price = `${dollars(priceCents)} a month`;
  const resumes = running.cancelsAtPeriodEnd ? " Your subscription doesn’t end then." : "";
  if (!isAtLeast(running.tier, tier)) {
    const due = dollars(changeCost(running, tier, at));
    const says = `${price}, from now on. Due now: ${due}, for the rest of this month.${resumes}`;
    return [{ tier, name, says, button: `Pay ${due}` }];
  }
  if (tier === running.nextTier) return [];
  return [{ tier, name, says: `${price}, from ${day} on. Nothing is due now.${resumes}`, button: "Change" }];
}

const INVOICE_WORDS = {
  paid: "Paid",
  open: "Payment failed",
  void: "Not collected",
  refunded: "Given back",
  disputed: "Taken back by the bank",
} as const;
