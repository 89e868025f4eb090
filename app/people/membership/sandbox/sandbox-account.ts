import type {
  SandboxCharge,
  SandboxCustomer,
  SandboxDispute,
  SandboxEvent,
  SandboxInvoice,
  SandboxRefund,
  SandboxSession,
  SandboxSubscription,
} from "#app/db/columns/sandbox-columns.ts";
import { nextMonthlyDate } from "#app/lib/month.ts";

import { GRACE_MS } from "../membership/membership.ts";
import { canPayLater } from "./sandbox-cards.ts";
import type { SandboxControls } from "./sandbox-controls.ts";
import { sandboxId, type SandboxPrice, toInstant, toSeconds } from "./sandbox-objects.ts";

/** A customer of the sandbox with all their objects, oldest first, while the database holds their row locked. */
export type SandboxAccount = {
  customer: SandboxCustomer;
  sessions: SandboxSession[];
  subscriptions: SandboxSubscription[];
  invoices: SandboxInvoice[];
  charges: SandboxCharge[];
  disputes: SandboxDispute[];
  refunds: SandboxRefund[];
  /** Events of changes made now. */
  events: SandboxEvent[];
  controls: SandboxControls;
  /** Now by the customer's clock, in Unix seconds. */
  at: number;
};

/** The latest subscription that hasn't ended. */
export function findRunning({ subscriptions }: SandboxAccount): SandboxSubscription | null {
  return subscriptions.findLast(({ status }) => status !== "canceled") ?? null;
}

export function findPrice({ controls }: SandboxAccount, id: string): SandboxPrice {
  const price = controls.prices.find((each) => each.id === id);
  if (price === undefined) throw new Error(`The sandbox has no price ${id}`);
  return price;
}

/** More months than a trial's clock moves ahead in one step. */
const DUE_CHANGES_MAX = 600;

/** Applies the renewals, failed payments and cancellations that have come due by the customer's clock. */
export function applyDueChanges(account: SandboxAccount): void {
  for (let count = 0; count < DUE_CHANGES_MAX; count += 1) {
    if (!account.subscriptions.some((each) => applyDueChange(account, each))) return;
  }
  throw new Error(`The sandbox's clock is ${DUE_CHANGES_MAX} changes ahead of customer ${account.customer.id}`);
}

/** @returns Whether something was due. */
function applyDueChange(account: SandboxAccount, subscription: SandboxSubscription): boolean {
  const { status, current_period_end: periodEnd } = subscription;
  const canPay = canPayLater(account.customer.default_source);
  if (status === "past_due") {
    const lastTryAt = graceEndOf(account, subscription);
    if (account.controls.staysPastDue || lastTryAt > account.at) return false;
    if (canPay) payOpenInvoices(account, subscription, lastTryAt);
    else endSubscription(account, subscription, lastTryAt);
    return true;
  }
  if (status !== "active" || periodEnd > account.at) return false;
  if (subscription.cancel_at_period_end) endSubscription(account, subscription, periodEnd);
  else renew(account, subscription, canPay);
  return true;
}

/** When a failed payment is tried for the last time. */
export function graceEndOf({ invoices }: SandboxAccount, { id, start_date: startsAt }: SandboxSubscription): number {
  const unpaid = invoices.find(({ subscription, status }) => subscription === id && status === "open");
  return (unpaid?.created ?? startsAt) + GRACE_MS / 1000;
}

export function renew(account: SandboxAccount, subscription: SandboxSubscription, isPaid: boolean): void {
  const startsAt = subscription.current_period_end;
  const endsAt = nextMonthlyDate(toInstant(subscription.start_date), toInstant(startsAt));
  const price = subscription.next_price ?? subscription.price;
  Object.assign(subscription, {
    price,
    next_price: null,
    status: isPaid ? "active" : "past_due",
    current_period_start: startsAt,
    current_period_end: toSeconds(endsAt),
  });
  queueEvent(account, "customer.subscription.updated", subscription, startsAt);
  addMonth(account, subscription, { isPaid, created: startsAt });
}

export function startSubscription(account: SandboxAccount, price: string): void {
  const { customer, at } = account;
  const subscription: SandboxSubscription = {
    id: sandboxId("sub"),
    object: "subscription",
    created: at,
    customer: customer.id,
    status: "active",
    price,
    next_price: null,
    start_date: at,
    current_period_start: at,
    current_period_end: toSeconds(nextMonthlyDate(toInstant(at), toInstant(at))),
    cancel_at: null,
    cancel_at_period_end: false,
  };
  account.subscriptions.push(subscription);
  queueEvent(account, "customer.subscription.created", subscription);
  addMonth(account, subscription, { isPaid: true, created: at });
}

export function updateSubscription(
  account: SandboxAccount,
  subscription: SandboxSubscription,
  change: Partial<SandboxSubscription>,
): void {
  Object.assign(subscription, change);
  queueEvent(account, "customer.subscription.updated", subscription);
}

export function endSubscription(account: SandboxAccount, subscription: SandboxSubscription, at = account.at): void {
  for (const invoice of openInvoicesOf(account, subscription)) invoice.status = "void";
  Object.assign(subscription, { status: "canceled", next_price: null });
  queueEvent(account, "customer.subscription.deleted", subscription, at);
}

/** Pays what is overdue and makes the subscription active again. */
export function payOpenInvoices(account: SandboxAccount, subscription: SandboxSubscription, at = account.at): void {
  for (const invoice of openInvoicesOf(account, subscription)) {
    payInvoice(account, invoice, at);
    queueEvent(account, "invoice.paid", invoice, at);
  }
  subscription.status = "active";
  queueEvent(account, "customer.subscription.updated", subscription, at);
}

function openInvoicesOf({ invoices }: SandboxAccount, { id }: SandboxSubscription): SandboxInvoice[] {
  return invoices.filter(({ subscription, status }) => subscription === id && status === "open");
}

function addMonth(
  account: SandboxAccount,
  subscription: SandboxSubscription,
  given: { isPaid: boolean; created: number },
): void {
  const { nickname, unit_amount: amount } = findPrice(account, subscription.price);
  addInvoice(account, subscription, { ...given, amount, description: `${nickname}, one month` });
}

export function addInvoice(
  account: SandboxAccount,
  { id: subscription, customer }: SandboxSubscription,
  { isPaid, created, ...given }: { isPaid: boolean; created: number; amount: number; description: string },
): void {
  const unpaid = { status: "open", paid_at: null, payment_intent: null } as const;
  const id = sandboxId("in");
  const invoice: SandboxInvoice = { id, object: "invoice", created, customer, subscription, ...given, ...unpaid };
  account.invoices.push(invoice);
  if (isPaid) payInvoice(account, invoice, created);
  queueEvent(account, isPaid ? "invoice.paid" : "invoice.payment_failed", invoice, created);
}

function payInvoice(account: SandboxAccount, invoice: SandboxInvoice, at: number): void {
  invoice.status = "paid";
  invoice.paid_at = at;
  invoice.payment_intent = addCharge(account, invoice.amount, at).payment_intent;
}

export function addCharge(account: SandboxAccount, amount: number, created = account.at): SandboxCharge {
  const intent = sandboxId("pi");
  const id = chargeIdOf(intent);
  const customer = account.customer.id;
  const charge: SandboxCharge = { id, object: "charge", created, customer, payment_intent: intent, amount };
  account.charges.push(charge);
  return charge;
}

export function chargeIdOf(paymentIntent: string): string {
  return paymentIntent.replace(/^pi_/, "ch_");
}

export function refundedCents({ refunds }: SandboxAccount, charge: SandboxCharge): number {
  return refunds.filter((refund) => refund.charge === charge.id).reduce((sum, { amount }) => sum + amount, 0);
}

export function refundCharge(account: SandboxAccount, charge: SandboxCharge, amount: number): SandboxRefund {
  const { id: chargeId, customer, payment_intent: intent } = charge;
  const made = { id: sandboxId("re"), object: "refund", created: account.at } as const;
  const refund: SandboxRefund = { ...made, customer, charge: chargeId, payment_intent: intent, amount };
  account.refunds.push(refund);
  queueEvent(account, "charge.refunded", charge);
  return refund;
}

/** Source: Stripe docs, disputes. */
const ENDED_DISPUTES = new Set(["won", "lost", "warning_closed"]);

/** The bank of a customer opens a dispute, or changes an open one. */
export function disputeCharge(account: SandboxAccount, charge: SandboxCharge, status: string): void {
  const { id: chargeId, customer, payment_intent: intent } = charge;
  const open = account.disputes.find((each) => each.charge === chargeId && !ENDED_DISPUTES.has(each.status));
  const made = { id: sandboxId("du"), object: "dispute", created: account.at } as const;
  const dispute: SandboxDispute = open ?? { ...made, customer, charge: chargeId, payment_intent: intent, status };
  if (open === undefined) account.disputes.push(dispute);
  dispute.status = status;
  const { id, object } = dispute;
  // Stripe's disputes don't name the customer.
  const type = ENDED_DISPUTES.has(status) ? "charge.dispute.closed" : "charge.dispute.created";
  queueEvent(account, type, { id, object, payment_intent: intent });
}

type EventSubject = { id: string; object: string; customer?: string; payment_intent?: string | null };

/** Queues an event about an object, to be saved with the change that it reports. */
export function queueEvent(
  account: SandboxAccount,
  type: string,
  { id, object, customer, payment_intent: intent }: EventSubject,
  created = account.at,
): void {
  const named = customer === undefined ? { payment_intent: intent ?? "" } : { customer };
  account.events.push({
    id: sandboxId("evt"),
    object: "event",
    type,
    created,
    data: { object: { id, object, ...named } },
  });
}
