import type { Database } from "#app/db/database.server.ts";

import type { Actor } from "#app/core/audit/audit.server.ts";

import type { BillingProvider, Payment } from "../billing-provider.ts";
import { pendingRefundIds, recordPendingRefunds, processRefunds, surplusPaymentIds } from "./pending-refunds.server.ts";
import { isWithinRefundPeriod } from "./refund-period.ts";
import { findCustomer, syncMembership } from "../membership/sync-membership.server.ts";

export type RefundOutcome =
  /** `notRefundableCents`: what the provider can't refund, for example because of a dispute. */
  | { outcome: "refunded"; amountCents: number; notRefundableCents: number }
  /** `unseen`: a payment that came in since the page was shown would be refunded too. */
  | { outcome: "nothing" | "too-late" | "unseen" };

/** `actor`: the admin, for the audit log, if `by` is the operator. */
type RefundInput = { provider: BillingProvider; userId: string; by: "member" | "operator"; actor?: Actor; now: Date };

/** A user's payments, latest first, refunded or not. */
export async function listUserPayments(
  db: Database,
  { provider, userId }: { provider: BillingProvider; userId: string },
): Promise<Payment[]> {
  const customer = await findCustomer(db, { userId, provider });
  return customer === null ? [] : provider.listPayments(customer.customerId);
}

/**
 * Payments to refund: all within the guarantee, and pending refunds. An operator without any of these gets the last
 * payment, however old.
 */
export async function refundablePayments(db: Database, input: RefundInput): Promise<Payment[]> {
  return (await refundOffer(db, input)).due;
}

/** The refundable payments, and those that would be if they weren't disputed. */
export async function refundOffer(db: Database, input: RefundInput): Promise<{ due: Payment[]; disputed: Payment[] }> {
  const payments = await listUserPayments(db, input);
  const disputed = payments.filter((each) => each.status === "disputed" && isWithinRefundPeriod(each, input.now));
  return { due: await refundable(db, payments, input), disputed };
}

async function refundable(
  db: Database,
  payments: Payment[],
  { by, now }: Omit<RefundInput, "userId">,
): Promise<Payment[]> {
  const paid = payments.filter(({ status }) => status === "paid");
  if (paid.length === 0) return [];
  const pendingIds = await pendingRefundIds(
    db,
    paid.map(({ id }) => id),
  );
  const due = paid.filter((payment) => pendingIds.has(payment.id) || isWithinRefundPeriod(payment, now));
  if (due.length > 0 || by !== "operator") return due;
  return (await lastPayment(db, payments)).filter(({ status }) => status === "paid");
}

/** The last payment, refunded or not, as a list of at most one. Surplus payments that were refunded don't count. */
export async function lastPayment(db: Database, payments: readonly Payment[]): Promise<Payment[]> {
  const surplus = await surplusPaymentIds(
    db,
    payments.map(({ id }) => id),
  );
  return payments.filter(({ id }) => !surplus.has(id)).slice(0, 1);
}

/**
 * Ends the membership and refunds `refundablePayments` in full. Recorded first, before money moves, so a retry or the
 * hourly job can finish it. No payment is refunded twice.
 *
 * @param given.seen Ids of the payments shown to the user; no others are refunded.
 * @throws ProviderDown
 */
export async function refundPayments(
  db: Database,
  given: RefundInput & { seen: readonly string[] },
): Promise<RefundOutcome> {
  const { provider, userId, seen, now } = given;
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) return { outcome: "nothing" };
  const { customerId } = customer;
  const payments = await provider.listPayments(customerId);
  const due = await refundable(db, payments, given);
  if (due.length === 0) return { outcome: payments.some(({ status }) => status === "paid") ? "too-late" : "nothing" };
  if (due.some(({ id }) => !seen.includes(id))) return { outcome: "unseen" };
  await recordPendingRefunds(db, { ...given, payments: due });
  await provider.stopBilling(customerId);
  await syncMembership(db, { ...customer, provider, now });
  const refundedIds = await processRefunds(db, { provider, paymentIds: due.map(({ id }) => id) });
  const amountCents = sumCents(due.filter(({ id }) => refundedIds.has(id)));
  return { outcome: "refunded", amountCents, notRefundableCents: sumCents(due) - amountCents };
}

export function sumCents(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
