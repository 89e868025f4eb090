import { createHash } from "node:crypto";

import { Stripe } from "stripe";

import { ProviderDown, type Purchase, type PurchaseStart } from "./billing-provider.ts";
import { isDisputed, KEPT } from "./stripe-disputes.server.ts";
import { idOf } from "./stripe-shapes.ts";

/** What one page of a list may hold. Source: Stripe docs, pagination. */
const LISTED_MAX = 100;

/** One payment for one thing, whose price stands nowhere but here. */
export async function startPurchase(
  stripe: Stripe,
  { customerId: customer, reference, name, amountCents, successUrl, cancelUrl }: PurchaseStart,
): Promise<string> {
  // Two that were open could both be paid.
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: LISTED_MAX });
  for (const { id, client_reference_id: known } of open.data) if (known === reference) await expire(stripe, id);
  const session = await stripe.checkout.sessions.create({
    mode: "payment",
    customer,
    client_reference_id: reference,
    line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: amountCents, product_data: { name } } }],
    success_url: successUrl,
    cancel_url: cancelUrl,
  });
  if (session.url === null) throw new ProviderDown(`Stripe's checkout ${session.id} has no address`);
  return session.url;
}

async function expire(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // It was paid or ended meanwhile: the next look at what was paid settles it.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** By the checkouts, because only they know what was paid for. */
export async function purchasesOf(stripe: Stripe, customer: string): Promise<Purchase[]> {
  const done = await stripe.checkout.sessions.list({
    customer,
    status: "complete",
    limit: LISTED_MAX,
    expand: ["data.payment_intent.latest_charge"],
  });
  const purchases: Purchase[] = [];
  for (const session of done.data) {
    const { mode, payment_status: paid, client_reference_id: reference, amount_total: amountCents } = session;
    const { payment_intent: intent } = session;
    const paymentId = idOf(intent);
    if (mode !== "payment" || paid !== "paid" || reference === null || paymentId === null || amountCents === null) {
      continue;
    }
    const charge = intent !== null && typeof intent !== "string" ? intent.latest_charge : null;
    const isAsked = charge !== null && typeof charge !== "string" && charge.disputed;
    const status = isAsked && (await isDisputed(stripe, charge.id)) ? "disputed" : "paid";
    purchases.push({ paymentId, reference, amountCents, paidAt: new Date(session.created * 1000), status });
  }
  return purchases;
}

/**
 * Looked at first: what was given before, also by hand, counts towards it. The key keeps two that look at once from giving
 * it twice; asked again, it is another, as Stripe repeats what it answered to a key. Source: Stripe docs, idempotent requests.
 */
export async function giveBack(
  stripe: Stripe,
  { paymentId, amountCents, askedAt }: { paymentId: string; amountCents: number; askedAt: Date },
): Promise<"refunded" | "kept"> {
  const listed = await stripe.refunds.list({ payment_intent: paymentId, limit: LISTED_MAX });
  const given = listed.data
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((sum, { amount }) => sum + amount, 0);
  if (given >= amountCents) return "refunded";
  const digest = createHash("sha256")
    .update(JSON.stringify([paymentId, amountCents, given, listed.data.length, askedAt]))
    .digest("hex");
  try {
    await stripe.refunds.create(
      { payment_intent: paymentId, amount: amountCents - given },
      { idempotencyKey: `give-back-${digest}` },
    );
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? "") : "";
    if (KEPT.has(code)) return "kept";
    if (code !== "charge_already_refunded") throw error;
  }
  return "refunded";
}
