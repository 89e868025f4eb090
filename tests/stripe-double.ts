import { eq, sql } from "drizzle-orm";

import type { SandboxObject, SandboxSubscription } from "#app/db/columns/sandbox-columns.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import type { Database } from "#app/db/database.server.ts";
import { sandboxObjects } from "#app/db/schema/billing.ts";
import { inSandbox, pendingEvents, SITE_URL } from "#app/people/membership/billing-builders.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import {
  disputeCharge,
  findRunning,
  renew,
  type SandboxAccount,
} from "#app/people/membership/sandbox/sandbox-account.ts";
import {
  cancelAtPeriodEnd,
  changePlan,
  lastPayment,
  payCheckout,
  resumeSubscription,
} from "#app/people/membership/sandbox/sandbox-actions.ts";
import { type SandboxControls, sandboxControls } from "#app/people/membership/sandbox/sandbox-controls.ts";
import { sandboxId, toInstant } from "#app/people/membership/sandbox/sandbox-objects.ts";
import { sandboxProvider } from "#app/people/membership/sandbox/sandbox-provider.server.ts";
import { getSandboxSecret } from "#app/people/membership/sandbox/sandbox-store.server.ts";
import { signBody } from "#app/people/membership/stripe/webhook-signature.server.ts";

import { NOW } from "./builders.ts";
import { silentLog } from "./silent-log.ts";

/**
 * The sandbox of a test's database, with its faults and settings in `controls`, and what customers, their banks and
 * operators of Stripe's dashboard do.
 */
export class StripeDouble {
  readonly db: Database;
  readonly siteUrl = SITE_URL;
  readonly provider: BillingProvider;
  readonly controls: SandboxControls;
  now: Date;

  constructor(db: Database, now: Date = NOW) {
    this.db = db;
    this.now = now;
    this.controls = sandboxControls(db);
    this.provider = sandboxProvider(this, silentLog());
  }

  /** Makes the next calls fail, after `count` successful ones: with a 500, or executed but with the response lost. */
  failAfter(count: number, ...faults: ("error" | "no-response")[]): void {
    this.controls.faults = [...Array.from({ length: count }, () => "none" as const), ...faults];
  }

  failNext(...faults: ("error" | "no-response")[]): void {
    this.failAfter(0, ...faults);
  }

  /** Pays a checkout as its customer. */
  async pay(url: string): Promise<boolean> {
    const id = url.split("/").at(-1) ?? "";
    const [row] = await this.db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id));
    const paid = await this.#act(row?.customerId ?? "", (account) => payCheckout(account, { id, card: "works" }));
    return paid.outcome === "paid";
  }

  /** Cancels like the portal: with one field or the other, depending on its settings. */
  cancelAtPeriodEnd(customer: string, by: "cancel_at" | "cancel_at_period_end" = "cancel_at_period_end") {
    return this.#act(customer, (account) => {
      if (by === "cancel_at_period_end") return void cancelAtPeriodEnd(account);
      const running = runningOf(account);
      running.cancel_at = running.current_period_end;
    });
  }

  resume(customer: string) {
    return this.#act(customer, resumeSubscription);
  }

  changePlan(customer: string, tier: Tier) {
    return this.#act(customer, (account) => changePlan(account, tier));
  }

  /** Ends the month; the next one is paid or not. */
  renew(customer: string, isPaid: boolean): Promise<void> {
    return this.#act(customer, (account) => {
      const running = runningOf(account);
      this.now = toInstant(running.current_period_end);
      renew(account, running, isPaid);
    });
  }

  /** Replaces a price that a customer pays: another price has its lookup key now. */
  replacePrice(lookupKey: string, { unit_amount, product }: { unit_amount: number; product?: string }): void {
    const { prices } = this.controls;
    const old = prices.find(({ lookup_key: key }) => key === lookupKey);
    if (old === undefined) throw new Error(`There is no price ${lookupKey}`);
    prices.push({ ...old, id: sandboxId("price"), product: product ?? old.product });
    Object.assign(old, { lookup_key: null, unit_amount });
  }

  setStatus(customer: string, status: SandboxSubscription["status"]): Promise<void> {
    return this.#act(customer, (account) => {
      runningOf(account).status = status;
    });
  }

  dispute(customer: string, status = "needs_response"): Promise<void> {
    return this.#act(customer, (account) => {
      const payment = lastPayment(account);
      if (payment === null) throw new Error("There is nothing to dispute");
      disputeCharge(account, payment, status);
    });
  }

  /** Disputes all one-time payments. */
  async disputePurchases(status = "needs_response"): Promise<void> {
    for (const customer of await this.#customers()) {
      await this.#act(customer.id, (account) => {
        for (const charge of purchasesOf(account)) disputeCharge(account, charge, status);
      });
    }
  }

  /** Makes all customers deleted by hand, or belong to another account until `restoreCustomers` is called. */
  async removeCustomers(why: "deleted" | "elsewhere" = "deleted"): Promise<void> {
    const customers = await this.#customers();
    if (why === "elsewhere") this.controls.foreignCustomers = new Set(customers.map(({ id }) => id));
    for (const { id } of why === "deleted" ? customers : []) {
      await this.#act(id, (account) => {
        account.customer.deleted = true;
        for (const subscription of account.subscriptions) subscription.status = "canceled";
      });
    }
  }

  restoreCustomers(): void {
    this.controls.foreignCustomers = new Set();
  }

  async customerCount(): Promise<number> {
    const { foreignCustomers } = this.controls;
    return (await this.#customers()).filter(({ id, deleted }) => !deleted && !foreignCustomers.has(id)).length;
  }

  /** The total of all refunds. */
  async refundedCents(): Promise<number> {
    const objects = await this.#objects("refund");
    return objects.reduce((sum, object) => sum + (object.object === "refund" ? object.amount : 0), 0);
  }

  /** The refunds of one-time payments, per payment. */
  async purchaseRefunds(): Promise<number[][]> {
    const perCustomer = [];
    for (const { id } of await this.#customers()) {
      const refundsOf = (account: SandboxAccount) =>
        purchasesOf(account).map(({ id: charge }) =>
          account.refunds.filter((refund) => refund.charge === charge).map(({ amount }) => amount),
        );
      perCustomer.push(...(await this.#act(id, refundsOf)));
    }
    return perCustomer;
  }

  /** How many subscriptions can still charge, plus checkouts that can still be paid. */
  async billingCount(): Promise<number> {
    const open = [...(await this.#objects("subscription")), ...(await this.#objects("checkout.session"))].filter(
      (object) =>
        (object.object === "subscription" && object.status !== "canceled") ||
        (object.object === "checkout.session" && object.status === "open"),
    );
    return open.length;
  }

  /** The webhook events so far: bodies with their signature headers. */
  async events(): Promise<{ body: string; signature: string }[]> {
    const sign = { secret: await getSandboxSecret(this.db), at: this.now };
    return (await pendingEvents(this.db)).map((body) => ({ body, signature: signBody(body, sign) }));
  }

  #act<Outcome>(customer: string, work: (account: SandboxAccount) => Outcome): Promise<Outcome> {
    return inSandbox(this.db, customer, work, this.now);
  }

  async #customers() {
    return (await this.#objects("customer")).filter((object) => object.object === "customer");
  }

  async #objects(kind: SandboxObject["object"]): Promise<SandboxObject[]> {
    const isKind = sql`${sandboxObjects.object}->>'object' = ${kind}`;
    const rows = await this.db.select().from(sandboxObjects).where(isKind).orderBy(sandboxObjects.position);
    return rows.map(({ object }) => object);
  }
}

function runningOf(account: SandboxAccount): SandboxSubscription {
  const running = findRunning(account);
  if (running === null) throw new Error(`${account.customer.id} has no subscription`);
  return running;
}

/** The charges of one-time payments. */
function purchasesOf({ charges, invoices }: SandboxAccount) {
  const ofInvoices = new Set(invoices.map(({ payment_intent: intent }) => intent));
  return charges.filter(({ payment_intent: intent }) => !ofInvoices.has(intent));
}
