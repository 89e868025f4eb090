import type { Tier } from "./plans.ts";

/** A subscription as its provider tells it. */
export type ProviderSubscription = {
  id: string;
  tier: Tier;
  status: "active" | "past-due" | "ended";
  startedAt: Date;
  currentPeriodEndsAt: Date;
  /** When it ends because it was canceled; null when it goes on. */
  cancelAt: Date | null;
  /** Since when a payment is missing; null when none is. */
  pastDueSince: Date | null;
  /** What it becomes when the period ends; null when it stays. */
  nextTier: Tier | null;
};

/** Money that a customer has paid. */
export type Payment = {
  id: string;
  /** What it was paid for; null when the provider doesn't know. */
  subscriptionId: string | null;
  amountCents: number;
  /** By the payer's clock. */
  paidAt: Date;
  /** How far the payer's clock is ahead of ours; left out where time can't be put ahead. */
  clockAheadMs?: number;
  /** `refunded` in whole or in part; `disputed`: the customer's bank has taken it back, or is about to. */
  status: "paid" | "refunded" | "disputed";
};

/** What the webhook was told: whom it concerns. */
export type ProviderEvent = { id: string; type: string; customerId: string | null };

/** Something that is paid for once. Whoever sells it names it: `reference` is the same however often it is asked for. */
export type PurchaseStart = {
  customerId: string;
  reference: string;
  /** As it stands on the page that takes the money. */
  name: string;
  amountCents: number;
  successUrl: string;
  cancelUrl: string;
};

/** Money that was paid for something once. */
export type Purchase = {
  paymentId: string;
  reference: string;
  amountCents: number;
  paidAt: Date;
  /** `disputed`: the customer's bank has taken it back, or is about to. */
  status: "paid" | "disputed";
};

/**
 * Whoever takes the money. Every promise is rejected with `ProviderDown` when it can't be asked; any other rejection is a
 * bug. Asking twice for the same does it once.
 */
export type BillingProvider = {
  /** Stripe's test mode is another place than Stripe: it has customers of its own, and no money. */
  name: "stripe" | "stripe-test" | "sandbox";
  /** No money moves. */
  isTest: boolean;
  /** The customer's id; the same for the same person within the hour, however often it is asked. `lost`: the one before. */
  makeCustomer: (person: {
    userId: string;
    email: string | null;
    lost?: string | undefined;
    now: Date;
  }) => Promise<string>;
  /**
   * The address of a page that takes the first payment. Another of a membership that the customer had open ends.
   *
   * @throws CustomerGone, as all that is asked about a customer.
   */
  startCheckout: (checkout: CheckoutStart) => Promise<string>;
  /** The address of a page where a customer changes, cancels and resumes, and sees invoices. */
  openPortal: (portal: { customerId: string; returnUrl: string }) => Promise<string>;
  /** Every subscription to a plan that the customer has or had, at most a hundred. */
  listSubscriptions: (customerId: string) => Promise<ProviderSubscription[]>;
  cancelNow: (subscription: { customerId: string; subscriptionId: string }) => Promise<void>;
  /** Ends whatever could take money from the customer, to a plan or not, running or paused, and open checkouts. */
  stopBilling: (customerId: string) => Promise<void>;
  /** What was paid, the latest first, at most a hundred; nothing of no money. */
  payments: (customerId: string) => Promise<Payment[]>;
  /** Gives back whatever is left of a payment; nothing when that was done before. `kept`: it can't be given back. */
  refund: (paymentId: string) => Promise<"refunded" | "kept">;
  /**
   * The address of a page that takes one payment. Another one that was open for the same reference ends.
   *
   * @throws CustomerGone
   */
  startPurchase: (purchase: PurchaseStart) => Promise<string>;
  /** What was paid for once, the latest first, at most a hundred; given back or not. */
  purchases: (customerId: string) => Promise<Purchase[]>;
  /**
   * Brings what was given back of such a payment up to an amount; nothing when it is that much. `kept`: it can't be.
   * Asked at another instant it is decided anew: an answer that was given before is not repeated.
   */
  giveBack: (given: { paymentId: string; amountCents: number; askedAt: Date }) => Promise<"refunded" | "kept">;
  /** What a request to the webhook says; null when the provider didn't send it, or not just now. */
  readEvent: (sent: { body: string; signature: string; now: Date }) => Promise<ProviderEvent | null>;
};

export type CheckoutStart = { customerId: string; tier: Tier; successUrl: string; cancelUrl: string };

/** The provider could not be asked, or said that it can't answer just now. */
export class ProviderDown extends Error {
  override name = "ProviderDown";
}

/**
 * The provider knows no such customer. Deleted there, and all that billed them has ended with it; or else of another account
 * or mode, where it may go on.
 */
export class CustomerGone extends ProviderDown {
  override name = "CustomerGone";
  readonly isDeleted: boolean;

  constructor(message: string, { isDeleted, cause }: { isDeleted: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isDeleted = isDeleted;
  }
}
