import { and, eq } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sandboxCheckouts, sandboxCustomers, sandboxInvoices, sandboxSecrets } from "#app/db/schema/billing.ts";

import type {
  BillingProvider,
  CheckoutInput,
  Payment,
  ProviderEvent,
  ProviderSubscription,
} from "../billing-provider.ts";
import {
  cancelSubscriptionNow,
  type SandboxPayment,
  listSandboxPayments,
  listSandboxSubscriptions,
  reversePayment,
} from "./sandbox-account.server.ts";
import { SANDBOX_PORTAL_PATH, sandboxCheckoutPath, sandboxPurchasePath } from "../billing-paths.ts";
import {
  expirePurchases,
  refundSandboxPurchase,
  listSandboxPurchases,
  startSandboxPurchase,
} from "./sandbox-purchases.server.ts";
import { withSandboxCustomer, endSubscription, sandboxId, type SandboxSubscription } from "./sandbox.server.ts";
import { hasValidSignature } from "../stripe/webhook-signature.server.ts";

/** A stand-in for a payment provider, in our own database. No money moves, and no network is used. */
export function sandboxProvider({ db, siteUrl, now }: { db: Database; siteUrl: string; now: Date }): BillingProvider {
  const cancel: BillingProvider["cancelNow"] = async ({ customerId, subscriptionId }) => {
    const running = (await listSandboxSubscriptions(db, { customerId, now })).find(({ status }) => status !== "ended");
    if (running?.id === subscriptionId) await cancelSubscriptionNow(db, { customerId, now });
  };
  return {
    name: "sandbox",
    isTest: true,
    makeCustomer: ({ userId, email }) => makeCustomer(db, { reference: userId, email }),
    startCheckout: async (checkout) => siteUrl + sandboxCheckoutPath(await startCheckout(db, { ...checkout, now })),
    openPortal: () => Promise.resolve(siteUrl + SANDBOX_PORTAL_PATH),
    listSubscriptions: async (customerId) =>
      (await listSandboxSubscriptions(db, { customerId, now })).map(toProviderSubscription),
    cancelNow: cancel,
    stopBilling: (customerId) => stopBilling(db, { customerId, now }),
    listPayments: async (customerId) => (await listSandboxPayments(db, { customerId, now })).map(toPayment),
    refund: (paymentId) => refund(db, { paymentId, now }),
    startPurchase: async (purchase) =>
      siteUrl + sandboxPurchasePath(await startSandboxPurchase(db, { ...purchase, now })),
    listPurchases: (customerId) => listSandboxPurchases(db, customerId),
    refundPurchase: (given) => refundSandboxPurchase(db, { ...given, now }),
    readEvent: async ({ body, signature, now: receivedAt }) => {
      const secret = await getSandboxSecret(db);
      return hasValidSignature(body, { signature, secret, now: receivedAt }) ? readEvent(body) : null;
    },
  };
}

/** The secret that signs the sandbox's events. A migration creates it. */
export async function getSandboxSecret(db: Database): Promise<string> {
  const [row] = await db.select({ secret: sandboxSecrets.secret }).from(sandboxSecrets);
  if (row === undefined) throw new Error("The database has no sandbox_secrets");
  return row.secret;
}

async function makeCustomer(
  db: Database,
  { reference, email }: { reference: string; email: string | null },
): Promise<string> {
  await db
    .insert(sandboxCustomers)
    .values({ id: sandboxId("customer"), reference, email })
    .onConflictDoNothing({ target: sandboxCustomers.reference });
  const [customer] = await db
    .select({ id: sandboxCustomers.id })
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.reference, reference));
  if (customer === undefined) throw new Error("The customer was not written");
  return customer.id;
}

async function stopBilling(db: Database, actor: { customerId: string; now: Date }): Promise<void> {
  await withSandboxCustomer(db, actor, async ({ tx, running, at }) => {
    await expireCheckout(tx, actor.customerId);
    await expirePurchases(tx, actor.customerId);
    if (running !== null) await endSubscription(tx, running, at);
  });
}

async function refund(
  db: Database,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<"refunded" | "not-refundable"> {
  const isInvoice = eq(sandboxInvoices.id, paymentId);
  const [paid] = await db.select({ customerId: sandboxInvoices.customerId }).from(sandboxInvoices).where(isInvoice);
  // A deleted customer's invoices are gone too, and no money was involved.
  if (paid === undefined) return "refunded";
  await reversePayment(db, { ...paid, paymentId, status: "refunded", now });
  const [updated] = await db.select({ status: sandboxInvoices.status }).from(sandboxInvoices).where(isInvoice);
  return updated?.status === "disputed" ? "not-refundable" : "refunded";
}

async function expireCheckout(tx: Database, customerId: string): Promise<void> {
  await tx
    .update(sandboxCheckouts)
    .set({ status: "expired" })
    .where(and(eq(sandboxCheckouts.customerId, customerId), eq(sandboxCheckouts.status, "open")));
}

async function startCheckout(
  db: Database,
  { customerId, tier, successUrl, cancelUrl, now }: CheckoutInput & { now: Date },
): Promise<string> {
  const id = sandboxId("checkout");
  await withSandboxCustomer(db, { customerId, now }, async ({ tx }) => {
    await expireCheckout(tx, customerId);
    await tx
      .insert(sandboxCheckouts)
      .values({ id, customerId, tier, status: "open", successUrl, cancelUrl, createdAt: now });
  });
  return id;
}

function toProviderSubscription(given: SandboxSubscription): ProviderSubscription {
  const { id, tier, status, startedAt, currentPeriodEndsAt, cancelsAtPeriodEnd, pastDueSince, nextTier } = given;
  const cancelAt = cancelsAtPeriodEnd ? currentPeriodEndsAt : null;
  return { id, tier, status, startedAt, currentPeriodEndsAt, cancelAt, pastDueSince, nextTier };
}

function toPayment({ invoice, clockAheadMs }: SandboxPayment): Payment {
  const { id, subscriptionId, amountCents, createdAt: paidAt, status } = invoice;
  return {
    id,
    subscriptionId,
    amountCents,
    paidAt,
    clockAheadMs,
    status: status === "refunded" || status === "disputed" ? status : "paid",
  };
}

const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  data: z.object({ object: z.object({ customer: z.string().min(1).max(200) }) }),
});

function readEvent(body: string): ProviderEvent | null {
  const read = Event.safeParse(parseJson(body));
  if (!read.success) return null;
  const { id, type, data } = read.data;
  return { id, type, customerId: data.object.customer };
}

/** Parses JSON; undefined if it isn't valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
