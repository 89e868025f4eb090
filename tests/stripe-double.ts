import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { signBody } from "#app/people/membership/stripe/webhook-signature.server.ts";
import { PLANS } from "#app/people/membership/plans/plans.ts";
import { nextMonthlyDate } from "#app/lib/month.ts";

type Fields = Record<string, unknown>;
type Params = Record<string, string>;

export const DOUBLE_KEY = "sk_test_0123456789";
export const DOUBLE_WEBHOOK_SECRET = "whsec_0123456789";
/** The API version of the installed library. After an upgrade, check the shapes below. */
export const DOUBLE_VERSION = "2026-10-28.endive";

/** The parameters that each call may have in that API version. Any other is refused, as Stripe does. */
const ALLOWED_PARAMETERS: Record<string, RegExp> = {
  "POST /v1/customers": /^(?:email|metadata\[user_id\])$/,
  "GET /v1/customers/:id": /^$/,
  "GET /v1/prices": /^(?:lookup_keys\[\d\]|active|limit)$/,
  "GET /v1/checkout/sessions": /^(?:customer|status|limit|expand\[\d\])$/,
  "POST /v1/checkout/sessions":
    /^(?:mode|customer|client_reference_id|line_items\[0\]\[(?:price|quantity)\]|success_url|cancel_url|line_items\[0\]\[price_data\]\[(?:currency|unit_amount|product_data\]\[name)\])$/,
  "POST /v1/checkout/sessions/:id/expire": /^$/,
  "POST /v1/billing_portal/sessions": /^(?:customer|return_url)$/,
  "GET /v1/subscriptions": /^(?:customer|status|limit|expand\[\d\])$/,
  "DELETE /v1/subscriptions/:id": /^$/,
  "GET /v1/invoices": /^(?:customer|subscription|status|limit|expand\[\d\])$/,
  "GET /v1/charges": /^(?:customer|limit)$/,
  "GET /v1/disputes": /^(?:charge|limit)$/,
  "GET /v1/payment_intents/:id": /^$/,
  "GET /v1/refunds": /^(?:payment_intent|limit)$/,
  "POST /v1/refunds": /^(?:payment_intent|amount)$/,
};

/** Source: Stripe docs, disputes. */
const ENDED_DISPUTES = new Set(["won", "lost", "warning_closed"]);

/** A one-time payment's checkout and its outcome. */
type Purchase = {
  id: string;
  customer: string;
  reference: string;
  amount: number;
  status: "open" | "complete" | "expired";
  url: string;
  at: Date;
  intent: string;
  /** The dispute's status; null for none. */
  dispute: string | null;
  refunds: number[];
};

type Session = { id: string; customer: string; price: string; status: "open" | "complete" | "expired"; url: string };
type Subscription = {
  id: string;
  customer: string;
  price: string;
  status: "active" | "past_due" | "unpaid" | "paused" | "incomplete" | "canceled";
  startedAt: Date;
  periodEndsAt: Date;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  nextPrice: string | null;
};
type Invoice = {
  id: string;
  customer: string;
  subscription: string;
  amount: number;
  status: "paid" | "open";
  at: Date;
  intent: string;
  refunded: number;
  /** The dispute's status; null for none. */
  dispute: string | null;
};

class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Stands in for Stripe on this machine: it is stateful and refuses what Stripe would refuse. */
export class StripeDouble {
  readonly prices = PLANS.map(({ lookupKey, priceCents }, index) => ({
    id: `price_${index}`,
    product: `prod_${index}`,
    lookup_key: nullable(lookupKey),
    unit_amount: priceCents,
    currency: "usd",
    recurring: { interval: "month", interval_count: 1 },
  }));
  /** Every call so far, named as in the table of allowed parameters. */
  readonly calls: string[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #customers: { id: string; email: string | null }[] = [];
  readonly #elsewhere: { id: string; email: string | null }[] = [];
  readonly #deleted = new Set<string>();
  readonly #sessions: Session[] = [];
  readonly #purchases: Purchase[] = [];
  readonly #subscriptions: Subscription[] = [];
  readonly #invoices: Invoice[] = [];
  readonly #answered = new Map<string, { calls: string; body?: Fields; refused?: StripeRefusal }>();
  #events: string[] = [];
  #count = 0;
  #failures: ("error" | "lost" | "none")[] = [];
  now: Date;
  apiUrl = "";
  /** True: lists no open checkouts, as for two concurrent requests that don't see each other's. */
  hidesOpenCheckouts = false;

  constructor(now: Date) {
    this.now = now;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The double has no port");
    this.apiUrl = `http://127.0.0.1:${address.port}`;
    return this;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  get settings() {
    return { secretKey: DOUBLE_KEY, webhookSecret: DOUBLE_WEBHOOK_SECRET, apiUrl: this.apiUrl };
  }

  /** Makes the next calls fail: with a 500, or executed but with the response lost. */
  failNext(...failures: ("error" | "lost")[]): void {
    this.#failures = failures;
  }

  /** Like `failNext`, after `count` successful calls. */
  failAfter(count: number, ...failures: ("error" | "lost")[]): void {
    this.#failures = [...Array.from({ length: count }, () => "none" as const), ...failures];
  }

  get customerCount(): number {
    return this.#customers.length;
  }

  /** The total of all refunds. */
  get refundedCents(): number {
    return this.#invoices.reduce((sum, { refunded }) => sum + refunded, 0);
  }

  /** How many subscriptions can still charge, plus checkouts that can still be paid. */
  get billingCount(): number {
    const subscriptions = this.#subscriptions.filter(({ status }) => status !== "canceled");
    const isOpen = ({ status }: Session | Purchase) => status === "open";
    return subscriptions.length + [...this.#sessions, ...this.#purchases].filter(isOpen).length;
  }

  /** Makes all customers deleted by hand, or belong to another account until `restoreCustomers` is called. */
  removeCustomers(why: "deleted" | "elsewhere" = "deleted"): void {
    const removed = this.#customers.splice(0);
    if (why === "elsewhere") this.#elsewhere.push(...removed);
    for (const { id } of why === "deleted" ? removed : []) this.#deleted.add(id);
    for (const each of this.#subscriptions) if (this.#deleted.has(each.customer)) each.status = "canceled";
  }

  restoreCustomers(): void {
    this.#customers.push(...this.#elsewhere.splice(0));
  }

  /** The error code with which refunds are refused. */
  refundError: string | null = null;

  /** The webhook events so far: bodies with their signature headers. */
  events(): { body: string; signature: string }[] {
    const sign = { secret: DOUBLE_WEBHOOK_SECRET, at: this.now };
    return this.#events.map((body) => ({ body, signature: signBody(body, sign) }));
  }

  /** Pays a checkout as its customer. Two open checkouts can both be paid, as at Stripe. */
  pay(url: string): boolean {
    const purchase = this.#purchases.find((each) => each.url === url);
    if (purchase?.status === "open") {
      purchase.status = "complete";
      this.#tell("checkout.session.completed", {
        object: "checkout.session",
        id: purchase.id,
        customer: purchase.customer,
      });
      return true;
    }
    const session = this.#sessions.find((each) => each.url === url);
    if (session?.status !== "open") return false;
    session.status = "complete";
    const { customer, price } = session;
    const subscription: Subscription = {
      id: this.#id("sub"),
      customer,
      price,
      status: "active",
      startedAt: this.now,
      periodEndsAt: nextMonthlyDate(this.now, this.now),
      cancel_at: null,
      cancel_at_period_end: false,
      nextPrice: null,
    };
    this.#subscriptions.push(subscription);
    this.#invoice(subscription, "paid");
    this.#tell("checkout.session.completed", { object: "checkout.session", id: session.id, customer });
    return true;
  }

  /** Cancels like the portal: with one field or the other, depending on its settings. */
  cancelAtPeriodEnd(customer: string, by: "cancel_at" | "cancel_at_period_end"): void {
    const running = this.#running(customer);
    if (by === "cancel_at") running.cancel_at = seconds(running.periodEndsAt);
    else running.cancel_at_period_end = true;
    this.#tellOf(running, "customer.subscription.updated");
  }

  resume(customer: string): void {
    Object.assign(this.#running(customer), { cancel_at: null, cancel_at_period_end: false });
  }

  schedule(customer: string, lookupKey: string): void {
    this.#running(customer).nextPrice = this.prices.find(({ lookup_key: key }) => key === lookupKey)?.id ?? null;
  }

  /** Ends the month; the next one is paid or not. */
  renew(customer: string, isPaid: boolean): void {
    const running = this.#running(customer);
    this.now = running.periodEndsAt;
    running.periodEndsAt = nextMonthlyDate(running.startedAt, this.now);
    running.status = isPaid ? "active" : "past_due";
    this.#invoice(running, isPaid ? "paid" : "open");
  }

  /** Switches to a higher price at once and charges the difference. */
  upgrade(customer: string, { lookupKey, amount }: { lookupKey: string; amount: number }): void {
    const running = this.#running(customer);
    running.price = this.prices.find(({ lookup_key: key }) => key === lookupKey)?.id ?? "";
    this.#invoice(running, "paid", amount);
  }

  /** Replaces a price that a customer pays: another price has its lookup key now. */
  replacePrice(lookupKey: string, { unit_amount, product }: { unit_amount: number; product?: string }): void {
    const old = this.prices.find(({ lookup_key: key }) => key === lookupKey);
    if (old === undefined) throw new Error(`There is no price ${lookupKey}`);
    this.prices.push({ ...old, id: this.#id("price"), product: product ?? old.product });
    Object.assign(old, { lookup_key: null, unit_amount });
  }

  setStatus(customer: string, status: Subscription["status"]): void {
    this.#running(customer).status = status;
  }

  /** The refunds of one-time payments, per payment. */
  get purchaseRefunds(): number[][] {
    return this.#purchases.filter(({ status }) => status === "complete").map(({ refunds }) => refunds);
  }

  disputePurchases(status = "needs_response"): void {
    const type = ENDED_DISPUTES.has(status) ? "charge.dispute.closed" : "charge.dispute.created";
    for (const purchase of this.#purchases) {
      purchase.dispute = status;
      this.#tell(type, { object: "dispute", id: this.#id("du"), payment_intent: purchase.intent });
    }
  }

  dispute(customer: string, status = "needs_response"): void {
    const paid = this.#invoices.findLast((each) => each.customer === customer && each.status === "paid");
    if (paid === undefined) throw new Error("There is nothing to dispute");
    paid.dispute = status;
    this.#tell("charge.dispute.created", { object: "dispute", id: this.#id("du"), payment_intent: paid.intent });
  }

  #running(customer: string): Subscription {
    const running = this.#subscriptions.find((each) => each.customer === customer && each.status !== "canceled");
    if (running === undefined) throw new Error(`${customer} has no subscription`);
    return running;
  }

  #invoice({ id: subscription, customer, price }: Subscription, status: Invoice["status"], given?: number): void {
    const amount = given ?? this.prices.find(({ id }) => id === price)?.unit_amount ?? 0;
    const made = { id: this.#id("in"), intent: this.#id("pi"), refunded: 0, dispute: null, at: this.now };
    this.#invoices.push({ ...made, customer, subscription, amount, status });
    const type = status === "paid" ? "invoice.paid" : "invoice.payment_failed";
    this.#tell(type, { object: "invoice", id: made.id, customer });
  }

  #tellOf({ id, customer }: Subscription, type: string): void {
    this.#tell(type, { object: "subscription", id, customer });
  }

  #tell(type: string, object: Fields): void {
    const event = { id: this.#id("evt"), object: "event", type, created: seconds(this.now), data: { object } };
    this.#events = [...this.#events, JSON.stringify(event)];
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#count}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.apiUrl);
    const params: Params = Object.fromEntries(new URLSearchParams(url.search || (await bodyOf(request))));
    const [, id = ""] =
      /^\/v1\/(?:customers|checkout\/sessions|subscriptions|payment_intents)\/(\w+)/.exec(url.pathname) ?? [];
    const call = `${request.method} ${id === "" ? url.pathname : url.pathname.replace(id, ":id")}`;
    this.calls.push(call);
    const failure = this.#failures.shift();
    if (failure === "error") return send(response, 500, { error: { type: "api_error", message: "down" } });
    try {
      const body = this.#once(request, { call, params, id });
      if (failure === "lost") request.socket.destroy();
      else send(response, 200, body);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const { status, code } = error;
      const param = call === "GET /v1/customers/:id" ? "id" : "customer";
      const about = code === "resource_missing" && call !== "DELETE /v1/subscriptions/:id" ? { param } : {};
      send(response, status, { error: { type: "invalid_request_error", code, message: `${call}: ${code}`, ...about } });
    }
  }

  /** A call with an idempotency key is executed once; the same key for another call is refused. */
  #once({ headers }: IncomingMessage, asked: { call: string; params: Params; id: string }): Fields {
    if (headers.authorization !== `Bearer ${DOUBLE_KEY}`) throw new StripeRefusal(401, "api_key_invalid");
    if (headers["stripe-version"] !== DOUBLE_VERSION) throw new StripeRefusal(400, "another version");
    const known = ALLOWED_PARAMETERS[asked.call];
    if (known === undefined) throw new StripeRefusal(404, "url_invalid");
    for (const name of Object.keys(asked.params))
      if (!known.test(name)) throw new StripeRefusal(400, `parameter_unknown ${name}`);
    const key = headers["idempotency-key"];
    const text = JSON.stringify(asked);
    const before = typeof key === "string" ? this.#answered.get(key) : undefined;
    if (before !== undefined && before.calls !== text) throw new StripeRefusal(400, "idempotency_key_in_use");
    if (before?.refused !== undefined) throw before.refused;
    if (before?.body !== undefined) return before.body;
    try {
      const body = this.#do(asked);
      if (typeof key === "string") this.#answered.set(key, { calls: text, body });
      return body;
    } catch (refused) {
      // A refusal is repeated too. Source: Stripe docs, idempotent requests.
      if (typeof key === "string" && refused instanceof StripeRefusal)
        this.#answered.set(key, { calls: text, refused });
      throw refused;
    }
  }

  #do({ call, params, id }: { call: string; params: Params; id: string }): Fields {
    switch (call) {
      case "POST /v1/customers":
        this.#customers.push({ id: this.#id("cus"), email: params["email"] ?? null });
        return { object: "customer", ...this.#customers.at(-1) };
      case "GET /v1/customers/:id":
        // A deleted customer can still be retrieved as deleted. Source: Stripe docs, retrieve a customer.
        if (this.#deleted.has(id)) return { id, object: "customer", deleted: true };
        return { id: this.#customer({ customer: id }), object: "customer" };
      case "GET /v1/prices":
        return list(this.prices.filter(({ lookup_key: key }) => key !== null && Object.values(params).includes(key)));
      case "GET /v1/checkout/sessions":
        return list(
          [...this.#sessions, ...this.#purchases.toReversed().map(shownPurchase)].filter(
            (each) => !this.hidesOpenCheckouts && isFor(each, params) && each.status === params["status"],
          ),
        );
      case "POST /v1/checkout/sessions":
        return params["mode"] === "payment" ? this.#startPurchase(params) : this.#startSession(params);
      case "POST /v1/checkout/sessions/:id/expire":
        return this.#expire(id);
      case "POST /v1/billing_portal/sessions":
        this.#customer(params);
        return { object: "billing_portal.session", url: `https://billing.stripe.com/p/${params["customer"]}` };
      case "GET /v1/subscriptions":
        this.#customer(params);
        return list(this.#subscriptions.filter((each) => isFor(each, params)).map((each) => this.#shown(each, params)));
      case "DELETE /v1/subscriptions/:id":
        return this.#cancel(id);
      case "GET /v1/invoices":
        return list(
          this.#invoices
            .filter((each) => isFor(each, params) && each.status === params["status"])
            .toReversed()
            .map(shownInvoice),
        );
      case "GET /v1/charges":
        return list(this.#paid(({ customer }) => customer === params["customer"]).map(shownCharge));
      case "GET /v1/disputes":
        return list(
          [...this.#paid(() => true), ...this.#purchases]
            .filter(({ intent, dispute }) => `ch_${intent}` === params["charge"] && dispute !== null)
            .map(({ dispute }) => ({ status: dispute })),
        );
      case "GET /v1/refunds":
        return list(
          this.#purchases
            .filter(({ intent }) => intent === params["payment_intent"])
            .flatMap(({ refunds }) => refunds.map((amount) => ({ amount, status: "succeeded" }))),
        );
      case "GET /v1/payment_intents/:id":
        return this.#intent(id);
      default:
        return this.#refund(params);
    }
  }

  #customer({ customer = "" }: Params): string {
    if (!this.#customers.some(({ id }) => id === customer)) throw new StripeRefusal(404, "resource_missing");
    return customer;
  }

  #startSession(params: Params): Fields {
    const customer = this.#customer(params);
    const price = params["line_items[0][price]"] ?? "";
    if (!this.prices.some(({ id }) => id === price)) throw new StripeRefusal(400, "resource_missing");
    if (params["mode"] !== "subscription" || params["line_items[0][quantity]"] !== "1") {
      throw new StripeRefusal(400, "parameter_invalid");
    }
    for (const name of ["success_url", "cancel_url"])
      if (!URL.canParse(params[name] ?? "")) throw new StripeRefusal(400, "url_invalid");
    const id = this.#id("cs");
    const session: Session = { id, customer, price, status: "open", url: `https://checkout.stripe.com/c/pay/${id}` };
    this.#sessions.push(session);
    return { object: "checkout.session", ...session };
  }

  #startPurchase(params: Params): Fields {
    const customer = this.#customer(params);
    const amount = Number(params["line_items[0][price_data][unit_amount]"]);
    const name = params["line_items[0][price_data][product_data][name]"] ?? "";
    // Stripe's minimum charge is half a dollar.
    if (!Number.isInteger(amount) || amount < 50 || name === "" || params["line_items[0][quantity]"] !== "1") {
      throw new StripeRefusal(400, "parameter_invalid");
    }
    if (params["line_items[0][price_data][currency]"] !== "usd") throw new StripeRefusal(400, "parameter_invalid");
    const id = this.#id("cs");
    const made = { id, customer, amount, status: "open", url: `https://checkout.stripe.com/c/pay/${id}` } as const;
    const reference = params["client_reference_id"] ?? "";
    const purchase: Purchase = {
      ...made,
      reference,
      at: this.now,
      intent: this.#id("pi"),
      dispute: null,
      refunds: [],
    };
    this.#purchases.push(purchase);
    return { object: "checkout.session", ...shownPurchase(purchase) };
  }

  #expire(id: string): Fields {
    const session = [...this.#sessions, ...this.#purchases].find((each) => each.id === id);
    if (session?.status !== "open") throw new StripeRefusal(400, "resource_missing");
    session.status = "expired";
    return { object: "checkout.session", ...session };
  }

  #cancel(id: string): Fields {
    const subscription = this.#subscriptions.find((each) => each.id === id && each.status !== "canceled");
    if (subscription === undefined) throw new StripeRefusal(404, "resource_missing");
    subscription.status = "canceled";
    this.#tellOf(subscription, "customer.subscription.deleted");
    return this.#shown(subscription, {});
  }

  #shown(given: Subscription, params: Params): Fields {
    const expanded = new Set(Object.values(params));
    const { nextPrice: next, periodEndsAt, startedAt } = given;
    const phases = [{ start_date: seconds(periodEndsAt), items: [{ price: next }] }];
    const schedule =
      next === null ? null : { id: "sub_sched_1", object: "subscription_schedule", status: "active", phases };
    const price = this.prices.find(({ id }) => id === given.price);
    return {
      id: given.id,
      object: "subscription",
      customer: given.customer,
      status: given.status,
      start_date: seconds(startedAt),
      cancel_at: given.cancel_at,
      cancel_at_period_end: given.cancel_at_period_end,
      items: list([{ id: `si_${given.id}`, price, current_period_end: seconds(periodEndsAt) }]),
      schedule: expanded.has("data.schedule") ? schedule : (schedule?.id ?? null),
    };
  }

  #intent(id: string): Fields {
    const paid = [...this.#invoices, ...this.#purchases].find(({ intent }) => intent === id);
    if (paid === undefined) throw new StripeRefusal(404, "resource_missing");
    return { id, object: "payment_intent", customer: paid.customer, latest_charge: `ch_${id}` };
  }

  #paid(isMeant: (invoice: Invoice) => boolean): Invoice[] {
    return this.#invoices.filter((each) => each.status === "paid" && isMeant(each)).toReversed();
  }

  #refund(params: Params): Fields {
    const purchase = this.#purchases.find(({ intent }) => intent === params["payment_intent"]);
    if (purchase !== undefined) return this.#refundPurchase(purchase, Number(params["amount"]));
    const paid = this.#invoices.find(({ intent }) => intent === params["payment_intent"]);
    if (paid === undefined) throw new StripeRefusal(404, "resource_missing");
    if (paid.refunded === paid.amount) throw new StripeRefusal(400, "charge_already_refunded");
    if (isInDispute(paid.dispute)) throw new StripeRefusal(400, "charge_disputed");
    if (this.refundError !== null) throw new StripeRefusal(400, this.refundError);
    // The remaining amount, since no amount is given.
    paid.refunded = paid.amount;
    this.#tell("charge.refunded", { object: "charge", id: `ch_${paid.intent}`, customer: paid.customer });
    return { id: this.#id("re"), object: "refund", status: "succeeded" };
  }

  #refundPurchase(purchase: Purchase, amount: number): Fields {
    const given = purchase.refunds.reduce((sum, each) => sum + each, 0);
    if (isInDispute(purchase.dispute)) throw new StripeRefusal(400, "charge_disputed");
    if (given >= purchase.amount) throw new StripeRefusal(400, "charge_already_refunded");
    if (!Number.isInteger(amount) || amount <= 0 || given + amount > purchase.amount) {
      throw new StripeRefusal(400, "parameter_invalid");
    }
    purchase.refunds.push(amount);
    this.#tell("charge.refunded", { object: "charge", id: `ch_${purchase.intent}`, customer: purchase.customer });
    return { id: this.#id("re"), object: "refund", status: "succeeded" };
  }
}

function isInDispute(status: string | null): boolean {
  return status !== null && !status.startsWith("warning_") && status !== "won";
}

function shownPurchase({ id, customer, reference, amount, status, url, at, intent, dispute }: Purchase) {
  const isPaid = status === "complete";
  return {
    id,
    customer,
    status,
    url,
    mode: "payment",
    client_reference_id: reference,
    amount_total: amount,
    created: seconds(at),
    payment_status: isPaid ? "paid" : "unpaid",
    payment_intent: isPaid ? { id: intent, latest_charge: { id: `ch_${intent}`, disputed: dispute !== null } } : null,
  };
}

function shownCharge({ intent, customer, amount, refunded, dispute }: Invoice): Fields {
  return {
    id: `ch_${intent}`,
    object: "charge",
    customer,
    payment_intent: intent,
    amount,
    status: "succeeded",
    amount_refunded: refunded,
    refunded: refunded === amount,
    disputed: dispute !== null,
  };
}

function shownInvoice({ id, amount, at, intent, status, customer, subscription }: Invoice): Fields {
  const payment = {
    status: status === "paid" ? "paid" : "open",
    payment: { type: "payment_intent", payment_intent: intent },
  };
  return {
    id,
    object: "invoice",
    customer,
    status,
    created: seconds(at),
    amount_paid: status === "paid" ? amount : 0,
    status_transitions: { paid_at: status === "paid" ? seconds(at) : null },
    payments: list([payment]),
    parent: { type: "subscription_details", subscription_details: { subscription } },
  };
}

function isFor(row: { customer: string; subscription?: string }, params: Params): boolean {
  const { customer, subscription } = params;
  return (
    (customer === undefined || customer === row.customer) &&
    (subscription === undefined || subscription === row.subscription)
  );
}

/** A price loses its lookup key to the price that replaces it. */
function nullable(text: string): string | null {
  return text;
}

function list(rows: unknown[]): Fields {
  return { object: "list", data: rows, has_more: false };
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function send(response: ServerResponse, status: number, body: Fields): void {
  response
    .writeHead(status, { "content-type": "application/json", "stripe-should-retry": "false" })
    .end(JSON.stringify(body));
}
