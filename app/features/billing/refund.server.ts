import type { Database } from "#app/db/database.server.ts";

import type { BillingProvider, Payment } from "./billing-provider.ts";
import { owedAmong, oweRefunds, payOwed, surplusAmong } from "./owed-refunds.server.ts";
import { isInRefundTime } from "./refund-days.ts";
import { customerOf, syncMembership } from "./sync-membership.server.ts";

export type Refunded =
  /** `keptCents`: what the provider can't give back, being in the hands of the bank for instance. */
  | { outcome: "refunded"; amountCents: number; keptCents: number }
  /** `unseen`: a payment that whoever asks didn't see would go back with the others. */
  | { outcome: "nothing" | "too-late" | "unseen" };

type Asker = { provider: BillingProvider; userId: string; by: "member" | "operator"; now: Date };

/** What somebody paid, the latest first, given back or not. */
export async function paymentsOf(
  db: Database,
  { provider, userId }: { provider: BillingProvider; userId: string },
): Promise<Payment[]> {
  const customer = await customerOf(db, { userId, provider });
  return customer === null ? [] : provider.payments(customer.customerId);
}

/**
 * What goes back when it is asked for: every payment of the guarantee's days, and what was asked for before and hasn't
 * arrived. The operator, bound by no days, gives back the last one where there is none of these.
 */
export async function refundablePayments(db: Database, asker: Asker): Promise<Payment[]> {
  return (await refundOffer(db, asker)).due;
}

/** What `refundablePayments` says; and what would be among it, were it not in the hands of the bank. */
export async function refundOffer(db: Database, asker: Asker): Promise<{ due: Payment[]; disputed: Payment[] }> {
  const payments = await paymentsOf(db, asker);
  const disputed = payments.filter((each) => each.status === "disputed" && isInRefundTime(each, asker.now));
  return { due: await refundable(db, payments, asker), disputed };
}

async function refundable(db: Database, payments: Payment[], { by, now }: Omit<Asker, "userId">): Promise<Payment[]> {
  const paid = payments.filter(({ status }) => status === "paid");
  if (paid.length === 0) return [];
  const owed = await owedAmong(
    db,
    paid.map(({ id }) => id),
  );
  const due = paid.filter((payment) => owed.has(payment.id) || isInRefundTime(payment, now));
  if (due.length > 0 || by !== "operator") return due;
  return (await lastOf(db, payments)).filter(({ status }) => status === "paid");
}

/** The last payment, given back or not, as a list of one; what was paid beside another membership, and went back, is none. */
export async function lastOf(db: Database, payments: readonly Payment[]): Promise<Payment[]> {
  const surplus = await surplusAmong(
    db,
    payments.map(({ id }) => id),
  );
  return payments.filter(({ id }) => !surplus.has(id)).slice(0, 1);
}

/**
 * Ends the membership and gives back in full whatever `refundablePayments` says. It is written down before the provider is
 * asked, and nothing is billed before the money goes: whatever breaks on the way, asking again finishes it, and so does the
 * hourly job. Nobody gets the same payment twice.
 *
 * @param given.seen The payments that whoever asks has seen; nothing else is given back.
 * @throws ProviderDown
 */
export async function refundPayments(db: Database, given: Asker & { seen: readonly string[] }): Promise<Refunded> {
  const { provider, userId, by, seen, now } = given;
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return { outcome: "nothing" };
  const { customerId } = customer;
  const payments = await provider.payments(customerId);
  const due = await refundable(db, payments, given);
  if (due.length === 0) return { outcome: payments.some(({ status }) => status === "paid") ? "too-late" : "nothing" };
  if (due.some(({ id }) => !seen.includes(id))) return { outcome: "unseen" };
  await oweRefunds(db, { provider, userId, payments: due, by, now });
  await provider.stopBilling(customerId);
  await syncMembership(db, { ...customer, provider, now });
  const returned = await payOwed(db, { provider, paymentIds: due.map(({ id }) => id) });
  const amountCents = sumCents(due.filter(({ id }) => returned.has(id)));
  return { outcome: "refunded", amountCents, keptCents: sumCents(due) - amountCents };
}

export function sumCents(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
