import type {
  SandboxCharge,
  SandboxDispute,
  SandboxInvoice,
  SandboxSession,
  SandboxSubscription,
} from "#app/db/columns/sandbox-columns.ts";
import { sandboxCheckoutPath, sandboxPurchasePath, SANDBOX_PORTAL_PATH } from "../billing-paths.ts";
import { endSubscription, findPrice, refundCharge, refundedCents, type SandboxAccount } from "./sandbox-account.ts";
import { sandboxId } from "./sandbox-objects.ts";

type Params = Record<string, string>;

export type CallInput = {
  params: Params;
  /** The id in the call's path; empty for none. */
  id: string;
  /** The account that the call is about. Without one, it is an empty account of a customer without an id. */
  account: SandboxAccount;
  siteUrl: string;
};

export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  constructor(status: number, code: string, param?: string) {
    super(code);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/**
 * The calls that the provider makes, with the parameters that each may have in the installed API version. Any other is
 * refused, as Stripe does.
 */
export const CALLS: Record<string, { parameters: RegExp; answer: (call: CallInput) => unknown }> = {
  "POST /v1/customers": {
    parameters: /^(?:email|metadata\[user_id\])$/,
    answer: ({ account }) => requireCustomer(account),
  },
  "GET /v1/customers/:id": {
    parameters: /^$/,
    // A deleted customer can still be retrieved as deleted. Source: Stripe docs, retrieve a customer.
    answer: ({ account: { customer } }) => {
      if (customer.id === "") throw new StripeRefusal(404, "resource_missing", "id");
      return customer;
    },
  },
  "GET /v1/prices": {
    parameters: /^(?:lookup_keys\[\d\]|active|limit)$/,
    answer: ({ params, account: { controls } }) =>
      list(controls.prices.filter(({ lookup_key: key }) => key !== null && Object.values(params).includes(key))),
  },
  "GET /v1/checkout/sessions": {
    parameters: /^(?:customer|status|limit|expand\[\d\])$/,
    answer: ({ account, params }) =>
      listLatest(account.controls.hidesOpenCheckouts ? [] : account.sessions, (session) =>
        session.status === params["status"] ? shownSession(session, account) : null,
      ),
  },
  "POST /v1/checkout/sessions": {
    parameters:
      /^(?:mode|customer|client_reference_id|line_items\[0\]\[(?:price|quantity)\]|success_url|cancel_url|line_items\[0\]\[price_data\]\[(?:currency|unit_amount|product_data\]\[name)\])$/,
    answer: startSession,
  },
  "POST /v1/checkout/sessions/:id/expire": { parameters: /^$/, answer: expireSession },
  "POST /v1/billing_portal/sessions": {
    parameters: /^(?:customer|return_url)$/,
    answer: ({ account, siteUrl }) => {
      requireCustomer(account);
      return { object: "billing_portal.session", url: siteUrl + SANDBOX_PORTAL_PATH };
    },
  },
  "GET /v1/subscriptions": {
    parameters: /^(?:customer|status|limit|expand\[\d\])$/,
    answer: ({ account, params }) => {
      requireCustomer(account);
      return listLatest(account.subscriptions, (each) => shownSubscription(each, account, params));
    },
  },
  "DELETE /v1/subscriptions/:id": { parameters: /^$/, answer: cancelSubscription },
  "GET /v1/invoices": {
    parameters: /^(?:customer|subscription|status|limit|expand\[\d\])$/,
    answer: ({ account, params: { subscription, status } }) =>
      listLatest(account.invoices, (invoice) =>
        invoice.status === status && (subscription ?? invoice.subscription) === invoice.subscription
          ? shownInvoice(invoice, account)
          : null,
      ),
  },
  "GET /v1/charges": {
    parameters: /^(?:customer|limit)$/,
    answer: ({ account }) => listLatest(account.charges, (charge) => shownCharge(charge, account)),
  },
  "GET /v1/disputes": {
    parameters: /^(?:charge|limit)$/,
    answer: ({ account, params }) =>
      listLatest(account.disputes, (dispute) => (dispute.charge === params["charge"] ? dispute : null)),
  },
  "GET /v1/payment_intents/:id": {
    parameters: /^$/,
    answer: ({ account, id }) => {
      const charge = account.charges.find((each) => each.payment_intent === id);
      if (charge === undefined) throw new StripeRefusal(404, "resource_missing");
      return { id, object: "payment_intent", customer: charge.customer, latest_charge: charge.id };
    },
  },
  "GET /v1/refunds": {
    parameters: /^(?:payment_intent|limit)$/,
    answer: ({ account, params }) =>
      listLatest(account.refunds, (refund) =>
        refund.payment_intent === params["payment_intent"] ? { ...refund, status: "succeeded" } : null,
      ),
  },
  "POST /v1/refunds": { parameters: /^(?:payment_intent|amount)$/, answer: refund },
};

/** The customer, unless there is none or it is deleted. */
function requireCustomer(account: SandboxAccount): SandboxAccount["customer"] {
  if (account.customer.deleted) throw new StripeRefusal(404, "resource_missing", "customer");
  return account.customer;
}

function startSession({ account, params, siteUrl }: CallInput): unknown {
  const { id: customer } = requireCustomer(account);
  for (const name of ["success_url", "cancel_url"])
    if (!URL.canParse(params[name] ?? "")) throw new StripeRefusal(400, "url_invalid");
  if (params["line_items[0][quantity]"] !== "1") throw new StripeRefusal(400, "parameter_invalid");
  const session: SandboxSession = {
    id: sandboxId("cs"),
    object: "checkout.session",
    created: account.at,
    customer,
    status: "open",
    client_reference_id: params["client_reference_id"] ?? null,
    ...(params["mode"] === "payment" ? paymentItem(params) : subscriptionItem(params, account)),
    success_url: params["success_url"] ?? "",
    cancel_url: params["cancel_url"] ?? "",
    payment_intent: null,
  };
  account.sessions.push(session);
  const path = session.mode === "payment" ? sandboxPurchasePath(session.id) : sandboxCheckoutPath(session.id);
  return { ...session, url: siteUrl + path };
}

type Item = Pick<SandboxSession, "mode" | "price" | "name" | "amount_total">;

function subscriptionItem(params: Params, { controls }: SandboxAccount): Item {
  const price = controls.prices.find(({ id }) => id === params["line_items[0][price]"]);
  if (price === undefined) throw new StripeRefusal(400, "resource_missing");
  if (params["mode"] !== "subscription") throw new StripeRefusal(400, "parameter_invalid");
  return { mode: "subscription", price: price.id, name: null, amount_total: price.unit_amount };
}

/** Source: Stripe docs, minimum and maximum charge amounts. */
const CHARGE_CENTS_MIN = 50;

function paymentItem(params: Params): Item {
  const amount = Number(params["line_items[0][price_data][unit_amount]"]);
  const name = params["line_items[0][price_data][product_data][name]"] ?? "";
  const isDollars = params["line_items[0][price_data][currency]"] === "usd";
  if (!Number.isInteger(amount) || amount < CHARGE_CENTS_MIN || name === "" || !isDollars)
    throw new StripeRefusal(400, "parameter_invalid");
  return { mode: "payment", price: null, name, amount_total: amount };
}

function expireSession({ account, id }: CallInput): unknown {
  const session = account.sessions.find((each) => each.id === id);
  if (session?.status !== "open") throw new StripeRefusal(400, "resource_missing");
  session.status = "expired";
  return session;
}

function cancelSubscription({ account, id }: CallInput): unknown {
  const subscription = account.subscriptions.find((each) => each.id === id && each.status !== "canceled");
  if (subscription === undefined) throw new StripeRefusal(404, "resource_missing");
  endSubscription(account, subscription);
  return shownSubscription(subscription, account, {});
}

function refund({ account, params }: CallInput): unknown {
  const charge = account.charges.find((each) => each.payment_intent === params["payment_intent"]);
  // A deleted member's payments went with the account, and no money was involved.
  if (charge === undefined) throw new StripeRefusal(400, "charge_already_refunded");
  const leftCents = charge.amount - refundedCents(account, charge);
  if (leftCents === 0) throw new StripeRefusal(400, "charge_already_refunded");
  if (isInDispute(account.disputes, charge)) throw new StripeRefusal(400, "charge_disputed");
  const { refundError } = account.controls;
  if (refundError !== null) throw new StripeRefusal(400, refundError);
  const amount = Number(params["amount"] ?? leftCents);
  if (!Number.isInteger(amount) || amount <= 0 || amount > leftCents) throw new StripeRefusal(400, "parameter_invalid");
  return { ...refundCharge(account, charge, amount), status: "succeeded" };
}

function isInDispute(disputes: readonly SandboxDispute[], { id }: SandboxCharge): boolean {
  return disputes.some(({ charge, status }) => charge === id && !status.startsWith("warning_") && status !== "won");
}

/** A session with its payment intent and charge, which the provider asks for. */
function shownSession(session: SandboxSession, account: SandboxAccount): unknown {
  const { payment_intent: intent, status } = session;
  const charge = account.charges.find((each) => each.payment_intent === intent);
  return {
    ...session,
    payment_status: status === "complete" ? "paid" : "unpaid",
    payment_intent: charge === undefined ? null : { id: intent, latest_charge: shownCharge(charge, account) },
  };
}

function shownSubscription(given: SandboxSubscription, account: SandboxAccount, params: Params): unknown {
  const { next_price: next, current_period_end: periodEnd, price, ...subscription } = given;
  const phases = [{ start_date: periodEnd, items: [{ price: next }] }];
  const schedule =
    next === null ? null : { id: `sub_sched_${given.id}`, object: "subscription_schedule", status: "active", phases };
  const item = { price: findPrice(account, price), current_period_end: periodEnd };
  return {
    ...subscription,
    items: list([{ id: `si_${given.id}`, ...item }]),
    schedule: Object.values(params).includes("data.schedule") ? schedule : (schedule?.id ?? null),
  };
}

function shownInvoice(invoice: SandboxInvoice, account: SandboxAccount): unknown {
  const { amount, status, paid_at: paidAt, payment_intent: intent, subscription } = invoice;
  const isPaid = status === "paid";
  const payment = { status, payment: { type: "payment_intent", payment_intent: intent } };
  const clock = { object: "test_helpers.test_clock", frozen_time: account.at };
  return {
    ...invoice,
    amount_paid: isPaid ? amount : 0,
    status_transitions: { paid_at: paidAt },
    payments: list([payment]),
    parent: { type: "subscription_details", subscription_details: { subscription } },
    test_clock: account.customer.clock_ahead === 0 ? null : clock,
  };
}

function shownCharge(charge: SandboxCharge, account: SandboxAccount): unknown {
  const refunded = refundedCents(account, charge);
  return {
    ...charge,
    status: "succeeded",
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
    disputed: account.disputes.some((dispute) => dispute.charge === charge.id),
  };
}

function listLatest<Row>(rows: readonly Row[], show: (row: Row) => unknown): unknown {
  return list(
    rows
      .toReversed()
      .map(show)
      .filter((row) => row !== null),
  );
}

function list(rows: readonly unknown[]): unknown {
  return { object: "list", data: rows, has_more: false };
}
