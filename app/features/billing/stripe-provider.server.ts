import { createHash } from "node:crypto";

import { Stripe } from "stripe";
import { z } from "zod";

import { waitForOthers } from "#app/platform/answer-time.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import {
  type BillingProvider,
  type CheckoutStart,
  CustomerGone,
  type Payment,
  ProviderDown,
  type ProviderEvent,
  type ProviderSubscription,
} from "./billing-provider.ts";
import { PLANS } from "./plans.ts";
import { parseJson } from "./sandbox-provider.server.ts";
import { isDisputed, KEPT } from "./stripe-disputes.server.ts";
import { giveBack, purchasesOf, startPurchase } from "./stripe-purchases.server.ts";
import {
  asPayment,
  asProvider,
  idOf,
  isMissingPayment,
  isOver,
  priceToSell,
  tierOfLookupKey,
  tiersById,
} from "./stripe-shapes.ts";
import { isTestKey } from "./test-key.ts";
import { isSigned } from "./webhook-signature.server.ts";

/** A person waits for it. */
const ANSWER_MS_MAX = 10_000;
const RETRIES = 2;
const HOUR_MS = 60 * 60 * 1000;
/** What one page of a list may hold. Source: Stripe docs, pagination. */
const LISTED_MAX = 100;

type Settings = NonNullable<Env["stripe"]>;

/** Stripe, or its test mode, by the key. What a retry must not do twice carries a key that says so. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: Settings, log: Logger): BillingProvider {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    host,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
    maxNetworkRetries: RETRIES,
    timeout: ANSWER_MS_MAX,
    telemetry: false,
  });
  const isTest = isTestKey(secretKey);
  return {
    name: isTest ? "stripe-test" : "stripe",
    isTest,
    makeCustomer: (person) => orDown(() => makeCustomer(stripe, person)),
    startCheckout: (checkout) => orGone(stripe, checkout.customerId, () => startCheckout(stripe, checkout)),
    openPortal: ({ customerId: customer, returnUrl }) =>
      orGone(
        stripe,
        customer,
        async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
    listSubscriptions: (customer) => orGone(stripe, customer, () => listSubscriptions(stripe, customer, log)),
    cancelNow: ({ subscriptionId }) => orDown(() => cancelNow(stripe, subscriptionId)),
    stopBilling: (customer) => orGone(stripe, customer, () => stopBilling(stripe, customer)),
    payments: (customer) => orGone(stripe, customer, () => paymentsOf(stripe, customer)),
    refund: (paymentId) => orDown(() => refund(stripe, paymentId)),
    startPurchase: (purchase) => orGone(stripe, purchase.customerId, () => startPurchase(stripe, purchase)),
    purchases: (customer) => orGone(stripe, customer, () => purchasesOf(stripe, customer)),
    giveBack: (given) => orDown(() => giveBack(stripe, given)),
    readEvent: async ({ body, signature, now }) =>
      isSigned(body, { signature, secret: webhookSecret, now }) ? orDown(() => readEvent(stripe, body)) : null,
  };
}

/** Whatever Stripe can't or won't do is one thing to whoever asked: it isn't to be had just now. The log has the rest. */
async function orDown<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await waitForOthers(work);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ProviderDown(`Stripe: ${error.message}`, { cause: error });
  }
}

/** What is asked about a customer, who may be none of this account's. */
function orGone<Outcome>(stripe: Stripe, customer: string, work: () => Promise<Outcome>): Promise<Outcome> {
  return orDown(async () => {
    try {
      return await work();
    } catch (error) {
      if (!isMissing(error, "customer")) throw error;
      const isDeleted = await isDeletedCustomer(stripe, customer);
      throw new CustomerGone(`Stripe: ${error.message}`, { isDeleted, cause: error });
    }
  });
}

function isMissing(error: unknown, param: string): error is Stripe.errors.StripeError {
  return (
    error instanceof Stripe.errors.StripeError && error.code === "resource_missing" && (error.param ?? "") === param
  );
}

/** A customer that was deleted is still known for it, and none of another account is. Source: Stripe docs, customers. */
async function isDeletedCustomer(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted === true;
  } catch (error) {
    if (!isMissing(error, "id")) throw error;
    return false;
  }
}

async function makeCustomer(
  stripe: Stripe,
  { userId, email, lost, now }: Parameters<BillingProvider["makeCustomer"]>[0],
): Promise<string> {
  const made = { metadata: { user_id: userId }, ...(email === null ? {} : { email }) };
  // With another address it is another request, which Stripe would refuse under the same key; and under a key it says for
  // a day what it said first, also that it failed.
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const digest = createHash("sha256")
    .update(JSON.stringify([made, lost ?? null, hour]))
    .digest("hex");
  return (await stripe.customers.create(made, { idempotencyKey: `customer-${digest}` })).id;
}

async function startCheckout(
  stripe: Stripe,
  { customerId: customer, tier, successUrl, cancelUrl }: CheckoutStart,
): Promise<string> {
  await expireCheckouts(stripe, customer, ({ mode }) => mode !== "payment");
  const price = priceToSell(await pricesForSale(stripe), tier);
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

/** An open one can be paid for a day. */
async function expireCheckouts(
  stripe: Stripe,
  customer: string,
  isMeant: (session: Stripe.Checkout.Session) => boolean = () => true,
): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: LISTED_MAX });
  for (const session of open.data) if (isMeant(session)) await expireCheckout(stripe, session.id);
}

async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Another request has ended it meanwhile, or it was paid: then the next look at the subscriptions settles it.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

async function pricesForSale(stripe: Stripe): Promise<Stripe.Price[]> {
  const listed = await stripe.prices.list({
    lookup_keys: PLANS.map(({ lookupKey }) => lookupKey),
    active: true,
    limit: PLANS.length,
  });
  return listed.data;
}

async function listSubscriptions(stripe: Stripe, customer: string, log: Logger): Promise<ProviderSubscription[]> {
  const listed = await stripe.subscriptions.list({
    customer,
    status: "all",
    limit: LISTED_MAX,
    expand: ["data.schedule"],
  });
  const isPlain = ({ schedule, items }: Stripe.Subscription) =>
    schedule === null && items.data.every(({ price }) => tierOfLookupKey(price) !== null);
  const tiers = tiersById(listed.data.every(isPlain) ? [] : await pricesForSale(stripe));
  const known: ProviderSubscription[] = [];
  for (const each of listed.data) {
    const missingSince = isMissingPayment(each) ? await oldestMissing(stripe, each.id) : null;
    const read = asProvider(each, { tiers, missingSince });
    if (read === "unknown" && !isOver(each)) {
      log.error({ subscription: each.id, customer }, "Somebody pays at Stripe for what is none of our plans");
    }
    if (typeof read !== "string") known.push(read);
  }
  return known;
}

/** Seconds. Each month that isn't paid has an invoice of its own: the payment is missing since the first of them. */
async function oldestMissing(stripe: Stripe, subscription: string): Promise<number | null> {
  const { data } = await stripe.invoices.list({ subscription, status: "open", limit: LISTED_MAX });
  return data.length === 0 ? null : Math.min(...data.map(({ created }) => created));
}

async function stopBilling(stripe: Stripe, customer: string): Promise<void> {
  // First: what is paid while the subscriptions are looked at would be another one.
  await expireCheckouts(stripe, customer);
  const listed = await stripe.subscriptions.list({ customer, status: "all", limit: LISTED_MAX });
  for (const each of listed.data) if (!isOver(each)) await cancelNow(stripe, each.id);
}

async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    // One that has ended is there no longer, to be canceled.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "resource_missing") throw error;
  }
}

async function paymentsOf(stripe: Stripe, customer: string): Promise<Payment[]> {
  const [invoices, charged] = await Promise.all([
    stripe.invoices.list({ customer, status: "paid", limit: LISTED_MAX, expand: ["data.payments"] }),
    stripe.charges.list({ customer, limit: LISTED_MAX }),
  ]);
  const paid = charged.data.filter(({ status }) => status === "succeeded");
  const disputed = new Set<string>();
  for (const { id } of paid.filter((charge) => charge.disputed)) if (await isDisputed(stripe, id)) disputed.add(id);
  const charges = new Map(paid.map((charge): [string, Stripe.Charge] => [idOf(charge.payment_intent) ?? "", charge]));
  return invoices.data
    .map((invoice) => asPayment(invoice, { charges, disputed }))
    .filter((payment) => payment !== null)
    .toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
}

/** Without an amount it is all that is left, so that two at once can't give more back than was paid. */
async function refund(stripe: Stripe, paymentId: string): Promise<"refunded" | "kept"> {
  try {
    await stripe.refunds.create({ payment_intent: paymentId });
    return "refunded";
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? "") : "";
    if (code === "charge_already_refunded") return "refunded";
    if (KEPT.has(code)) return "kept";
    throw error;
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
  const customerId = object.object === "customer" ? (object.id ?? null) : idOf(object.customer);
  const intent = idOf(object.payment_intent);
  // A dispute names the payment only.
  if (customerId !== null || !type.startsWith("charge.dispute.") || intent === null) return { id, type, customerId };
  const { customer: payer } = await stripe.paymentIntents.retrieve(intent);
  return { id, type, customerId: idOf(payer) };
}
