import { createHash } from "node:crypto";

import { Stripe } from "stripe";
import { z } from "zod";

import type { Env } from "#app/platform/env.server.ts";

import {
  type BillingProvider,
  type CheckoutStart,
  type Payment,
  ProviderDown,
  type ProviderEvent,
} from "./billing-provider.ts";
import { planOf, PLANS, type Tier } from "./plans.ts";
import { parseJson } from "./sandbox-provider.server.ts";
import { asProvider, instant, planOfPrice, type TierByPrice } from "./stripe-shapes.ts";
import { isSigned } from "./webhook-signature.server.ts";

/** A person waits for it. */
const ANSWER_MS_MAX = 10_000;
const RETRIES = 2;
const SUBSCRIPTIONS_MAX = 100;
const INVOICES_MAX = 10;

type Settings = NonNullable<Env["stripe"]>;

/** Stripe. What a retry must not do twice carries a key that says so. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: Settings): BillingProvider {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    host,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    maxNetworkRetries: RETRIES,
    timeout: ANSWER_MS_MAX,
    telemetry: false,
  });
  return {
    name: "stripe",
    isTest: /^[rs]k_test_/.test(secretKey),
    makeCustomer: (person) => orDown(() => makeCustomer(stripe, person)),
    startCheckout: (checkout) => orDown(() => startCheckout(stripe, checkout)),
    openPortal: ({ customerId: customer, returnUrl }) =>
      orDown(async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url),
    listSubscriptions: (customer) => orDown(() => listSubscriptions(stripe, customer)),
    cancelNow: ({ subscriptionId }) => orDown(() => cancelNow(stripe, subscriptionId)),
    dropSurplus: ({ subscriptionId }) => orDown(() => dropSurplus(stripe, subscriptionId)),
    lastPayment: (customer) => orDown(() => lastPayment(stripe, customer)),
    refund: ({ paymentId, amountCents }) => orDown(() => refund(stripe, { paymentId, amountCents })),
    readEvent: async ({ body, signature, now }) =>
      isSigned(body, { signature, secret: webhookSecret, now }) ? orDown(() => readEvent(stripe, body)) : null,
  };
}

/** Whatever Stripe can't or won't do is one thing to whoever asked: it isn't to be had just now. The log has the rest. */
async function orDown<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new ProviderDown(`Stripe: ${error.message}`, { cause: error });
    throw error;
  }
}

async function makeCustomer(
  stripe: Stripe,
  { userId, email }: { userId: string; email: string | null },
): Promise<string> {
  const made = { metadata: { user_id: userId }, ...(email === null ? {} : { email }) };
  // With another address it is another request, which Stripe would refuse under the same key.
  const digest = createHash("sha256").update(JSON.stringify(made)).digest("hex");
  return (await stripe.customers.create(made, { idempotencyKey: `customer-${digest}` })).id;
}

async function startCheckout(
  stripe: Stripe,
  { customerId: customer, tier, successUrl, cancelUrl }: CheckoutStart,
): Promise<string> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: INVOICES_MAX });
  for (const { id } of open.data) await expireCheckout(stripe, id);
  const prices = await tiersByPrice(stripe);
  const price = [...prices].find(([, priced]) => priced === tier)?.[0];
  if (price === undefined) throw new ProviderDown(`Stripe has no price with the lookup key ${planOf(tier).lookupKey}`);
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: successUrl,
    cancel_url: cancelUrl,
  });
  if (session.url === null) throw new ProviderDown(`Stripe's checkout ${session.id} has no address`);
  return session.url;
}

async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Another request has ended it meanwhile, or it was paid: then the next look at the subscriptions settles it.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

async function tiersByPrice(stripe: Stripe): Promise<TierByPrice> {
  const listed = await stripe.prices.list({
    lookup_keys: PLANS.map(({ lookupKey }) => lookupKey),
    active: true,
    limit: PLANS.length,
  });
  return new Map(listed.data.map((price): [string, Tier] => [price.id, planOfPrice(price).tier]));
}

async function listSubscriptions(stripe: Stripe, customer: string) {
  const listed = await stripe.subscriptions.list({
    customer,
    status: "all",
    limit: SUBSCRIPTIONS_MAX,
    expand: ["data.latest_invoice", "data.schedule"],
  });
  const isScheduled = listed.data.some(({ schedule }) => schedule !== null);
  const tiers = isScheduled ? await tiersByPrice(stripe) : new Map<string, Tier>();
  return listed.data.map((each) => asProvider(each, tiers)).filter((each) => each !== null);
}

async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    // One that has ended is there no longer, to be canceled.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "resource_missing") throw error;
  }
}

async function dropSurplus(stripe: Stripe, subscriptionId: string): Promise<void> {
  const { data } = await stripe.invoices.list({
    subscription: subscriptionId,
    status: "paid",
    limit: 1,
    expand: ["data.payments"],
  });
  const paymentId = data[0] === undefined ? null : intentOf(data[0]);
  // The money first: once it is canceled nobody looks at it again.
  if (paymentId !== null) await refund(stripe, { paymentId, amountCents: data[0]?.amount_paid ?? 0 });
  await cancelNow(stripe, subscriptionId);
}

async function lastPayment(stripe: Stripe, customer: string): Promise<Payment | null> {
  const invoices = await stripe.invoices.list({
    customer,
    status: "paid",
    limit: INVOICES_MAX,
    expand: ["data.payments"],
  });
  const paid = invoices.data.find(({ amount_paid: amount }) => amount > 0);
  const id = paid === undefined ? null : intentOf(paid);
  if (paid === undefined || id === null) return null;
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
  const isRefunded =
    charge !== null && typeof charge !== "string" && (charge.amount_refunded > 0 || charge.disputed || charge.refunded);
  const paidAt = instant(paid.status_transitions.paid_at ?? paid.created);
  return { id, amountCents: paid.amount_paid, paidAt, isRefunded };
}

/** What paid an invoice. */
function intentOf({ payments }: Stripe.Invoice): string | null {
  const intent = payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent;
  if (intent === undefined) return null;
  return typeof intent === "string" ? intent : intent.id;
}

async function refund(
  stripe: Stripe,
  { paymentId, amountCents }: { paymentId: string; amountCents: number },
): Promise<void> {
  const idempotencyKey = `refund-${paymentId}`;
  try {
    await stripe.refunds.create({ payment_intent: paymentId, amount: amountCents }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded") throw error;
  }
}

const Named = z.union([z.string(), z.object({ id: z.string() })]);
const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      customer: Named.nullish(),
      payment_intent: Named.nullish(),
    }),
  }),
});

async function readEvent(stripe: Stripe, body: string): Promise<ProviderEvent | null> {
  const read = Event.safeParse(parseJson(body));
  if (!read.success) return null;
  const { id, type, data } = read.data;
  const { object } = data;
  const isDispute = type === "charge.dispute.created";
  const customer = object.object === "customer" ? object.id : nameOf(object.customer);
  if (customer !== undefined && customer !== null) return { id, type, customerId: customer, isDispute };
  const intent = nameOf(object.payment_intent);
  // A dispute names the payment only.
  if (!isDispute || intent === null) return { id, type, customerId: null, isDispute };
  const { customer: payer } = await stripe.paymentIntents.retrieve(intent);
  return { id, type, customerId: nameOf(payer), isDispute };
}

function nameOf(given: string | { id: string } | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  return typeof given === "string" ? given : given.id;
}
