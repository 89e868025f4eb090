import { and, eq, inArray, ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { refunds } from "#app/db/schema/billing.ts";

import type { BillingProvider, Payment } from "./billing-provider.ts";

type RefundRow = typeof refunds.$inferSelect;

/** Writes down that payments are to be given back: from then on they will be, whatever breaks on the way. */
export async function oweRefunds(
  db: Database,
  {
    provider,
    userId,
    payments,
    by,
    now,
  }: {
    provider: BillingProvider;
    userId: string;
    payments: readonly Payment[];
    by: RefundRow["askedBy"];
    now: Date;
  },
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ id: paymentId, amountCents }): typeof refunds.$inferInsert => ({
    paymentId,
    provider: provider.name,
    userId,
    amountCents,
    status: "asked",
    askedBy: by,
    askedAt: now,
  }));
  await db
    .insert(refunds)
    .values(rows)
    .onConflictDoUpdate({
      target: refunds.paymentId,
      set: { status: "asked" },
      setWhere: eq(refunds.status, "kept"),
    });
}

/**
 * Gives back what is written down.
 *
 * @returns Which went back; the others the provider won't give back, and nobody is to try it again by themselves.
 * @throws ProviderDown when a payment could not be given back just now; it stays written down.
 */
export async function payOwed(
  db: Database,
  { provider, paymentIds }: { provider: BillingProvider; paymentIds: readonly string[] },
): Promise<Set<string>> {
  const given = new Set<string>();
  for (const paymentId of paymentIds) {
    const status = await provider.refund(paymentId);
    if (status === "refunded") given.add(paymentId);
    await db
      .update(refunds)
      .set({ status })
      .where(and(eq(refunds.paymentId, paymentId), ne(refunds.status, "refunded")));
  }
  return given;
}

/** Which of some payments are written down to be given back. */
export async function owedAmong(db: Database, paymentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.status, "asked")));
  return new Set(rows.map(({ paymentId }) => paymentId));
}

/** Which of some payments were given back because they should never have been taken. */
export async function surplusAmong(db: Database, paymentIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ paymentId: refunds.paymentId })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.askedBy, "nobody")));
  return new Set(rows.map(({ paymentId }) => paymentId));
}
