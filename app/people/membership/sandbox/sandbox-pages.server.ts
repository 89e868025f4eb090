import type { SandboxInvoice, SandboxSession, SandboxSubscription } from "#app/db/columns/sandbox-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import type { Site } from "#app/platform/site.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { getBillingProvider } from "../get-billing-provider.server.ts";
import { findCustomer } from "../membership/sync-membership.server.ts";
import { isAtLeast, type Plan, PLANS } from "../plans/plans.ts";
import { findPrice, findRunning, graceEndOf, type SandboxAccount } from "./sandbox-account.ts";
import { lastPayment, statusOf, tierOfPrice, upgradeCostCents } from "./sandbox-actions.ts";
import { SANDBOX_CARDS } from "./sandbox-cards.ts";
import { toInstant } from "./sandbox-objects.ts";
import { withSandboxAccount } from "./sandbox-store.server.ts";

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

/** A checkout of the viewer; null for other customers' checkouts, and for those of another mode. */
export async function findViewersCheckout(
  site: Pick<Site, "db" | "env" | "now" | "log">,
  { viewer, ...wanted }: { viewer: Viewer; id: string; mode: SandboxSession["mode"] },
) {
  const customerId = await findSandboxCustomerId(site, viewer);
  if (customerId === null) return null;
  return withSandboxAccount(site.db, { customerId, now: site.now }, (account) => {
    const session = account.sessions.find(({ id, mode }) => id === wanted.id && mode === wanted.mode);
    if (session === undefined) return null;
    const tier = session.price === null ? null : tierOfPrice(session.price);
    return { customerId, session, tier, email: account.customer.email };
  });
}

/** The contents of the portal, as labels. */
export function portalView(db: Database, actor: { customerId: string; now: Date }) {
  return withSandboxAccount(db, actor, (account) => {
    const { at, customer, invoices } = account;
    const running = findRunning(account);
    const payment = lastPayment(account);
    return {
      today: dayOf(at),
      card: SANDBOX_CARDS.find(({ id }) => id === customer.default_source)?.number ?? null,
      plan: running === null ? null : describePlan(account, running),
      isDisputable: payment !== null && statusOf(account, payment) === "paid",
      changes: running?.status === "active" ? PLANS.flatMap((plan) => planChanges(plan, { running, at })) : [],
      invoices: invoices
        .toReversed()
        .slice(0, INVOICES_SHOWN_MAX)
        .map((invoice) => ({
          id: invoice.id,
          description: invoice.description,
          amount: formatDollars(invoice.amount),
          status: INVOICE_STATUS_LABELS[invoiceStatus(account, invoice)],
          day: dayOf(invoice.created),
        })),
    };
  });
}

/** Five years of months. */
const INVOICES_SHOWN_MAX = 60;

function dayOf(seconds: number): string {
  return formatLongDay(toInstant(seconds));
}

function invoiceStatus(account: SandboxAccount, { status, payment_intent: intent }: SandboxInvoice) {
  const charge = account.charges.find((each) => each.payment_intent === intent);
  return charge === undefined ? status : statusOf(account, charge);
}

function stateOf({ status, cancel_at_period_end: isEnding }: SandboxSubscription): "active" | "ending" | "past-due" {
  if (status === "past_due") return "past-due";
  return isEnding ? "ending" : "active";
}

function describePlan(account: SandboxAccount, running: SandboxSubscription) {
  const { price, next_price: nextPrice, current_period_end: periodEnd } = running;
  const { nickname: name, unit_amount: priceCents } = findPrice(account, price);
  const next = findPrice(account, nextPrice ?? price);
  const day = dayOf(periodEnd);
  const renewal = `Next payment: ${formatDollars(next.unit_amount)} on ${day}${nextPrice === null ? "" : `, for ${next.nickname}`}.`;
  const state = stateOf(running);
  const failedText = `The last payment failed. Change your card by ${dayOf(graceEndOf(account, running))} to keep your plan.`;
  const description = { "past-due": failedText, ending: `It ends on ${day}.`, active: renewal }[state];
  return {
    name,
    price: formatDollars(priceCents),
    state,
    description,
    nextName: nextPrice === null ? null : next.nickname,
  };
}

type PlanChange = { tier: string; name: string; description: string; button: string };

function planChanges(
  { tier, name, priceCents }: Plan,
  { running, at }: { running: SandboxSubscription; at: number },
): PlanChange[] {
  const day = dayOf(running.current_period_end);
  const current = tierOfPrice(running.price);
  const nextTier = running.next_price === null ? null : tierOfPrice(running.next_price);
  if (tier === current) {
    const description = `Your current plan. Nothing changes on ${day}.`;
    return nextTier === null ? [] : [{ tier, name, description, button: "Keep plan" }];
  }
  const price = `${formatDollars(priceCents)} a month`;
  const resumes = running.cancel_at_period_end ? " This also undoes your cancellation." : "";
  if (!isAtLeast(current, tier)) {
    const due = formatDollars(upgradeCostCents(running, tier, at));
    const description = `${price}, starting today. Due now: ${due}, for the rest of this month.${resumes}`;
    return [{ tier, name, description, button: `Pay ${due}` }];
  }
  if (tier === nextTier) return [];
  return [{ tier, name, description: `${price}, starting ${day}. Nothing is due now.${resumes}`, button: "Change" }];
}

const INVOICE_STATUS_LABELS = {
  paid: "Paid",
  open: "Payment failed",
  void: "Not collected",
  refunded: "Refunded",
  disputed: "Disputed",
} as const;
