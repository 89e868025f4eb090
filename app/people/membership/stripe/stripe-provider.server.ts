import { createHash } from "node:crypto";

import { Stripe } from "stripe";
import { z } from "zod";

import { parseJson } from "#app/lib/parse-json.ts";
import { waitForExternal } from "#app/platform/answer-deadline.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

import {
  type BillingProvider,
  type CheckoutInput,
  CustomerGone,
  type Payment,
  ProviderDown,
  type ProviderEvent,
  type ProviderSubscription,
} from "../billing-provider.ts";
import { PLANS } from "../plans/plans.ts";
import { isDisputed } from "./stripe-disputes.server.ts";
import { listStripePurchases, startStripePurchase } from "./stripe-purchases.server.ts";
import { refundPayment } from "./stripe-refunds.server.ts";
import {
  toPayment,
  toProviderSubscription,
  idOf,
  isPaymentOverdue,
  isFinished,
  findPriceForSale,
  tierOfLookupKey,
  tiersById,
} from "./stripe-shapes.ts";
import { isTestKey } from "./test-key.ts";
import { hasValidSignature } from "./webhook-signature.server.ts";

/** A visitor waits for the answer. */
const ANSWER_MS_MAX = 10_000;
const RETRIES = 2;
const HOUR_MS = 60 * 60 * 1000;
/** The maximum page size. Source: Stripe docs, pagination. */
const PAGE_SIZE_MAX = 100;

type Settings = NonNullable<Env["stripe"]>;

/** Stripe or its test mode, depending on the key. */
export function stripeProvider({ secretKey, webhookSecret, apiUrl }: Settings, log: Logger): BillingProvider {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return createStripeProvider({
    name: isTestKey(secretKey) ? "stripe-test" : "stripe",
    secretKey,
    webhookSecret: async () => webhookSecret,
    log,
    host,
    ...(port === "" ? {} : { port }),
    protocol: protocol === "http:" ? "http" : "https",
  });
}

type ClientSettings = Pick<Stripe.StripeConfig, "host" | "port" | "protocol" | "httpClient">;
type ProviderSettings = ClientSettings & {
  name: BillingProvider["name"];
  secretKey: string;
  webhookSecret: () => Promise<string>;
  log: Logger;
};

/** A provider that speaks Stripe's API. Calls that must not repeat on a retry carry an idempotency key. */
export function createStripeProvider(settings: ProviderSettings): BillingProvider {
  const { name, secretKey, webhookSecret, log, ...client } = settings;
  const stripe = new Stripe(secretKey, {
    ...client,
    maxNetworkRetries: RETRIES,
    timeout: ANSWER_MS_MAX,
    telemetry: false,
  });
  const isTest = isTestKey(secretKey);
  return {
    name,
    isTest,
    makeCustomer: (person) => orProviderDown(() => makeCustomer(stripe, person)),
    startCheckout: (checkout) => orCustomerGone(stripe, checkout.customerId, () => startCheckout(stripe, checkout)),
    openPortal: ({ customerId: customer, returnUrl }) =>
      orCustomerGone(
        stripe,
        customer,
        async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
    listSubscriptions: (customer) => orCustomerGone(stripe, customer, () => listSubscriptions(stripe, customer, log)),
    cancelNow: ({ subscriptionId }) => orProviderDown(() => cancelNow(stripe, subscriptionId)),
    stopBilling: (customer) => orCustomerGone(stripe, customer, () => stopBilling(stripe, customer)),
    listPayments: (customer) => orCustomerGone(stripe, customer, () => listPayments(stripe, { customer, isTest })),
    refund: (given) => orProviderDown(() => refundPayment(stripe, given)),
    startPurchase: (purchase) =>
      orCustomerGone(stripe, purchase.customerId, () => startStripePurchase(stripe, purchase)),
    listPurchases: (customer) => orCustomerGone(stripe, customer, () => listStripePurchases(stripe, customer)),
    readEvent: async ({ body, signature, now }) =>
      hasValidSignature(body, { signature, secret: await webhookSecret(), now })
        ? orProviderDown(() => readEvent(stripe, body))
        : null,
  };
}

/** Turns every Stripe error into `ProviderDown`, with the original as its cause for the log. */
async function orProviderDown<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await waitForExternal(work);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new ProviderDown(`Stripe: ${error.message}`, { cause: error });
  }
}

/** Runs a call about a customer, who may not exist in this account. */
function orCustomerGone<Outcome>(stripe: Stripe, customer: string, work: () => Promise<Outcome>): Promise<Outcome> {
  return orProviderDown(async () => {
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

/**
 * Whether Stripe deleted the customer. It still returns deleted customers, but none of other accounts. Source:
 * Stripe docs, customers.
 */
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
  { userId, email, missingId, now }: Parameters<BillingProvider["makeCustomer"]>[0],
): Promise<string> {
  const params = { metadata: { user_id: userId }, ...(email === null ? {} : { email }) };
  // The key covers all parameters, because Stripe refuses a known key with different ones. It includes the hour,
  // because Stripe repeats a key's first answer, even an error, for a day.
  const hour = Math.floor(now.getTime() / HOUR_MS);
  const digest = createHash("sha256")
    .update(JSON.stringify([params, missingId ?? null, hour]))
    .digest("hex");
  return (await stripe.customers.create(params, { idempotencyKey: `customer-${digest}` })).id;
}

async function startCheckout(
  stripe: Stripe,
  { customerId: customer, tier, successUrl, cancelUrl }: CheckoutInput,
): Promise<string> {
  await expireCheckouts(stripe, customer, ({ mode }) => mode !== "payment");
  const price = findPriceForSale(await pricesForSale(stripe), tier);
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

/** Expires open checkouts, which stay payable for a day. */
async function expireCheckouts(
  stripe: Stripe,
  customer: string,
  shouldExpire: (session: Stripe.Checkout.Session) => boolean = () => true,
): Promise<void> {
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: PAGE_SIZE_MAX });
  for (const session of open.data) if (shouldExpire(session)) await expireCheckout(stripe, session.id);
}

async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    // Expired by another request, or paid: the next sync handles a payment.
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
    limit: PAGE_SIZE_MAX,
    expand: ["data.schedule"],
  });
  const isPlain = ({ schedule, items }: Stripe.Subscription) =>
    schedule === null && items.data.every(({ price }) => tierOfLookupKey(price) !== null);
  const tiers = tiersById(listed.data.every(isPlain) ? [] : await pricesForSale(stripe));
  const subscriptions: ProviderSubscription[] = [];
  for (const each of listed.data) {
    const overdueSince = isPaymentOverdue(each) ? await oldestOpenInvoice(stripe, each.id) : null;
    const read = toProviderSubscription(each, { tiers, overdueSince });
    if (read === "unknown" && !isFinished(each)) {
      log.error({ subscription: each.id, customer }, "A Stripe subscription is for none of our plans");
    }
    if (typeof read !== "string") subscriptions.push(read);
  }
  return subscriptions;
}

/**
 * Unix seconds of the oldest open invoice. Each unpaid month has its own, and the payment is overdue since the
 * first.
 */
async function oldestOpenInvoice(stripe: Stripe, subscription: string): Promise<number | null> {
  const { data } = await stripe.invoices.list({ subscription, status: "open", limit: PAGE_SIZE_MAX });
  return data.length === 0 ? null : Math.min(...data.map(({ created }) => created));
}

async function stopBilling(stripe: Stripe, customer: string): Promise<void> {
  // Checkouts first: one paid during the loop below would create another subscription.
  await expireCheckouts(stripe, customer);
  const listed = await stripe.subscriptions.list({ customer, status: "all", limit: PAGE_SIZE_MAX });
  for (const each of listed.data) if (!isFinished(each)) await cancelNow(stripe, each.id);
}

async function cancelNow(stripe: Stripe, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    // An ended subscription can't be canceled again.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "resource_missing") throw error;
  }
}

async function listPayments(
  stripe: Stripe,
  { customer, isTest }: { customer: string; isTest: boolean },
): Promise<Payment[]> {
  const expand = isTest ? ["data.payments", "data.test_clock"] : ["data.payments"];
  const [invoices, charged] = await Promise.all([
    stripe.invoices.list({ customer, status: "paid", limit: PAGE_SIZE_MAX, expand }),
    stripe.charges.list({ customer, limit: PAGE_SIZE_MAX }),
  ]);
  const paid = charged.data.filter(({ status }) => status === "succeeded");
  const disputed = new Set<string>();
  for (const { id } of paid.filter((charge) => charge.disputed)) if (await isDisputed(stripe, id)) disputed.add(id);
  const charges = new Map(paid.map((charge): [string, Stripe.Charge] => [idOf(charge.payment_intent) ?? "", charge]));
  return invoices.data
    .map((invoice) => toPayment(invoice, { charges, disputed }))
    .filter((payment) => payment !== null)
    .toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
}

const StripeReference = z.union([z.string(), z.object({ id: z.string() })]);
const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      customer: StripeReference.nullish(),
      payment_intent: StripeReference.nullish(),
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
  // Dispute events name only the payment.
  if (customerId !== null || !type.startsWith("charge.dispute.") || intent === null) return { id, type, customerId };
  const { customer: payer } = await stripe.paymentIntents.retrieve(intent);
  return { id, type, customerId: idOf(payer) };
}
