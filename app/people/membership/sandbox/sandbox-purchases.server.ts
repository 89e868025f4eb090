import { and, desc, eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCustomers, sandboxPurchases } from "#app/db/schema/billing.ts";

import type { Purchase, PurchaseInput } from "../billing-provider.ts";
import type { SandboxCard } from "./sandbox-cards.ts";
import { withSandboxCustomer, sandboxId, queueEvent } from "./sandbox.server.ts";

/** One-time purchases in the sandbox, beside its subscriptions. */

const PURCHASES_MAX = 100;

/** @returns The id of the page that takes the payment. */
export async function startSandboxPurchase(
  db: Database,
  { customerId, now, ...purchase }: PurchaseInput & { now: Date },
): Promise<string> {
  const id = sandboxId("purchase");
  await withSandboxCustomer(db, { customerId, now }, async ({ tx }) => {
    await expirePurchases(tx, customerId, purchase.reference);
    await tx.insert(sandboxPurchases).values({ ...purchase, id, customerId, status: "open", createdAt: now });
  });
  return id;
}

/** Expires open purchases: those of one reference, or all. Served by sandbox_purchases_open. */
export async function expirePurchases(tx: Database, customerId: string, reference?: string): Promise<void> {
  const isTheirs = and(eq(sandboxPurchases.customerId, customerId), eq(sandboxPurchases.status, "open"));
  const hasReference = reference === undefined ? undefined : eq(sandboxPurchases.reference, reference);
  await tx.update(sandboxPurchases).set({ status: "expired" }).where(and(isTheirs, hasReference));
}

type PaymentOutcome =
  | { outcome: "paid" | "paid-before"; successUrl: string }
  | { outcome: "declined" | "asks" | "gone" };

/**
 * Pays an open purchase. A card that needs confirmation pays once it is confirmed. Submitted twice, it is one
 * payment.
 */
export async function payPurchase(
  db: Database,
  given: { customerId: string; purchaseId: string; card: SandboxCard; isConfirmed: boolean; now: Date },
): Promise<PaymentOutcome> {
  const { customerId, purchaseId, card, isConfirmed } = given;
  const paid = await withSandboxCustomer(db, given, async ({ tx, at }): Promise<PaymentOutcome> => {
    const isTheirs = and(eq(sandboxPurchases.id, purchaseId), eq(sandboxPurchases.customerId, customerId));
    const [purchase] = await tx.select().from(sandboxPurchases).where(isTheirs);
    if (purchase?.status === "paid") return { outcome: "paid-before", successUrl: purchase.successUrl };
    if (purchase?.status !== "open") return { outcome: "gone" };
    if (card === "declined") return { outcome: "declined" };
    if (card === "asks" && !isConfirmed) return { outcome: "asks" };
    await tx.update(sandboxPurchases).set({ status: "paid", paidAt: at }).where(isTheirs);
    await tx.update(sandboxCustomers).set({ card }).where(eq(sandboxCustomers.id, customerId));
    await queueEvent(tx, customerId, "checkout.session.completed", at);
    return { outcome: "paid", successUrl: purchase.successUrl };
  });
  return paid ?? { outcome: "gone" };
}

/** Paid purchases of a customer. Served by sandbox_purchases_by_customer. */
export async function listSandboxPurchases(db: Database, customerId: string): Promise<Purchase[]> {
  const rows = await db
    .select()
    .from(sandboxPurchases)
    .where(and(eq(sandboxPurchases.customerId, customerId), eq(sandboxPurchases.status, "paid")))
    .orderBy(desc(sandboxPurchases.createdAt), desc(sandboxPurchases.id))
    .limit(PURCHASES_MAX);
  return rows.map(({ id, reference, amountCents, paidAt, createdAt }) => ({
    paymentId: id,
    reference,
    amountCents,
    paidAt: paidAt ?? createdAt,
    status: "paid",
  }));
}

export async function refundSandboxPurchase(
  db: Database,
  { paymentId, amountCents, now }: { paymentId: string; amountCents: number; now: Date },
): Promise<"refunded"> {
  const [paid] = await db
    .update(sandboxPurchases)
    .set({ refundedCents: sql`least(${sandboxPurchases.amountCents}, ${amountCents}::integer)` })
    .where(
      and(
        eq(sandboxPurchases.id, paymentId),
        eq(sandboxPurchases.status, "paid"),
        sql`${sandboxPurchases.refundedCents} < least(${sandboxPurchases.amountCents}, ${amountCents}::integer)`,
      ),
    )
    .returning({ customerId: sandboxPurchases.customerId });
  if (paid !== undefined) await queueEvent(db, paid.customerId, "charge.refunded", now);
  return "refunded";
}

/** A purchase of one customer; null for other customers' purchases. */
export async function findPurchase(db: Database, { customerId, id }: { customerId: string; id: string }) {
  const [purchase] = await db
    .select()
    .from(sandboxPurchases)
    .where(and(eq(sandboxPurchases.id, id), eq(sandboxPurchases.customerId, customerId)));
  return purchase ?? null;
}
