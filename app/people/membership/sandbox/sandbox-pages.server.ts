import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCheckouts, sandboxCustomers } from "#app/db/schema/billing.ts";
import { formatDollars } from "#app/lib/money.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { getBillingProvider } from "../get-billing-provider.server.ts";
import { GRACE_MS } from "../membership/membership.ts";
import { formatDcDay } from "../membership/membership-summary.ts";
import { isAtLeast, type Plan, planOf, PLANS } from "../plans/plans.ts";
import { upgradeCostCents, lastSandboxPayment, sandboxAccount } from "./sandbox-account.server.ts";
import { SANDBOX_CARDS } from "./sandbox-cards.ts";
import { findCustomer } from "../membership/sync-membership.server.ts";

/** The viewer's customer id in the sandbox; null if there is no sandbox or no customer yet. */
export async function findSandboxCustomerId(
  site: Pick<Site, "db" | "env" | "now" | "log">,
  viewer: Viewer,
): Promise<string | null> {
  const provider = getBillingProvider(site);
  if (provider?.name !== "sandbox") return null;
  const customer = await findCustomer(site.db, { userId: viewer.id, provider });
  return customer?.customerId ?? null;
}

/** A checkout of one customer; null for other customers' checkouts. */
export async function findCheckout(db: Database, { customerId, id }: { customerId: string; id: string }) {
  const [checkout] = await db
    .select({ tier: sandboxCheckouts.tier, status: sandboxCheckouts.status, email: sandboxCustomers.email })
    .from(sandboxCheckouts)
    .innerJoin(sandboxCustomers, eq(sandboxCustomers.id, sandboxCheckouts.customerId))
    .where(and(eq(sandboxCheckouts.id, id), eq(sandboxCheckouts.customerId, customerId)));
  return checkout ?? null;
}

/** The contents of the portal, as labels. */
export async function portalView(db: Database, actor: { customerId: string; now: Date }) {
  const account = await sandboxAccount(db, actor);
  if (account === null) return null;
  const { at, card, running, invoices } = account;
  return {
    today: formatDcDay(at),
    card: SANDBOX_CARDS.find(({ id }) => id === card)?.number ?? null,
    plan: running === null ? null : describePlan(running),
    isDisputable: (await lastSandboxPayment(db, actor.customerId))?.status === "paid",
    changes: running?.status === "active" ? PLANS.flatMap((plan) => planChanges(plan, { running, at })) : [],
    invoices: invoices.map(({ id, description, amountCents, status, createdAt }) => ({
      id,
      description,
      amount: formatDollars(amountCents),
      status: INVOICE_STATUS_LABELS[status],
      day: formatDcDay(createdAt),
    })),
  };
}

type RunningSubscription = NonNullable<NonNullable<Awaited<ReturnType<typeof sandboxAccount>>>["running"]>;

function stateOf({ status, cancelsAtPeriodEnd }: RunningSubscription): "active" | "ending" | "past-due" {
  if (status === "past-due") return "past-due";
  return cancelsAtPeriodEnd ? "ending" : "active";
}

function describePlan(running: RunningSubscription) {
  const { tier, nextTier, currentPeriodEndsAt, pastDueSince } = running;
  const { name, priceCents } = planOf(tier);
  const day = formatDcDay(currentPeriodEndsAt);
  const next = planOf(nextTier ?? tier);
  const renewal = `Next payment: ${formatDollars(next.priceCents)} on ${day}${nextTier === null ? "" : `, for ${next.name}`}.`;
  const state = stateOf(running);
  const graceDay = pastDueSince === null ? "" : formatDcDay(new Date(pastDueSince.getTime() + GRACE_MS));
  const failedText = `The last payment failed. Change your card by ${graceDay} to keep your plan.`;
  const description = { "past-due": failedText, ending: `It ends on ${day}.`, active: renewal }[state];
  return { name, price: formatDollars(priceCents), state, description, nextName: nextTier === null ? null : next.name };
}

type PlanChange = { tier: string; name: string; description: string; button: string };

function planChanges(
  { tier, name, priceCents }: Plan,
  { running, at }: { running: RunningSubscription; at: Date },
): PlanChange[] {
  const day = formatDcDay(running.currentPeriodEndsAt);
  if (tier === running.tier) {
    const description = `Your current plan. Nothing changes on ${day}.`;
    return running.nextTier === null ? [] : [{ tier, name, description, button: "Keep plan" }];
  }
  const price = `${formatDollars(priceCents)} a month`;
  const resumes = running.cancelsAtPeriodEnd ? " This also undoes your cancellation." : "";
  if (!isAtLeast(running.tier, tier)) {
    const due = formatDollars(upgradeCostCents(running, tier, at));
    const description = `${price}, starting today. Due now: ${due}, for the rest of this month.${resumes}`;
    return [{ tier, name, description, button: `Pay ${due}` }];
  }
  if (tier === running.nextTier) return [];
  return [{ tier, name, description: `${price}, starting ${day}. Nothing is due now.${resumes}`, button: "Change" }];
}

const INVOICE_STATUS_LABELS = {
  paid: "Paid",
  open: "Payment failed",
  void: "Not collected",
  refunded: "Refunded",
  disputed: "Disputed",
} as const;
