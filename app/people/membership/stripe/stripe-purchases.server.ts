import { Stripe } from "stripe";

import { ProviderDown, type Purchase, type PurchaseInput } from "../billing-provider.ts";
import { isDisputed } from "./stripe-disputes.server.ts";
import { idOf } from "./stripe-shapes.ts";

/** The maximum page size. Source: Stripe docs, pagination. */
const PAGE_SIZE_MAX = 100;

/** Creates a checkout for a one-time payment, with the price given inline. */
export async function startStripePurchase(
  stripe: Stripe,
  { customerId: customer, reference, name, amountCents, successUrl, cancelUrl }: PurchaseInput,
): Promise<string> {
  // Two open checkouts could both be paid.
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: PAGE_SIZE_MAX });
  for (const { id, client_reference_id: openReference } of open.data)
    if (openReference === reference) await expire(stripe, id);
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
    // Paid or expired meanwhile: the next sync handles it.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/** Reads checkout sessions, because only they have the reference. */
export async function listStripePurchases(stripe: Stripe, customer: string): Promise<Purchase[]> {
  const completed = await stripe.checkout.sessions.list({
    customer,
    status: "complete",
    limit: PAGE_SIZE_MAX,
    expand: ["data.payment_intent.latest_charge"],
  });
  const purchases: Purchase[] = [];
  for (const session of completed.data) {
    const { mode, payment_status: paid, client_reference_id: reference, amount_total: amountCents } = session;
    const { payment_intent: intent } = session;
    const paymentId = idOf(intent);
    if (mode !== "payment" || paid !== "paid" || reference === null || paymentId === null || amountCents === null) {
      continue;
    }
    const charge = intent !== null && typeof intent !== "string" ? intent.latest_charge : null;
    const hasDispute = charge !== null && typeof charge !== "string" && charge.disputed;
    const status = hasDispute && (await isDisputed(stripe, charge.id)) ? "disputed" : "paid";
    purchases.push({ paymentId, reference, amountCents, paidAt: new Date(session.created * 1000), status });
  }
  return purchases;
}
