import type { ProviderName } from "#app/db/columns/membership-columns.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";

/** A subscription as the provider reports it. */
export type ProviderSubscription = {
  id: string;
  tier: Tier;
  status: "active" | "past-due" | "ended";
  startedAt: Date;
  currentPeriodEndsAt: Date;
  /** When a canceled subscription ends; null while it renews. */
  cancelAt: Date | null;
  /** Since when a payment is overdue; null if none is. */
  pastDueSince: Date | null;
  /** The tier after this period; null if it doesn't change. */
  nextTier: Tier | null;
};

/** A payment of a customer for a membership. */
export type Payment = {
  id: string;
  /** The subscription that was paid; null if the provider doesn't know. */
  subscriptionId: string | null;
  amountCents: number;
  /** By the payer's test clock, if they have one. */
  paidAt: Date;
  /** Now by the payer's test clock; absent if they have none. */
  payerNow?: Date;
  /** `refunded` in whole or in part; `disputed`: the customer's bank reversed the payment or is about to. */
  status: "paid" | "refunded" | "disputed";
};

/** A webhook event: only which customer it is about. */
export type ProviderEvent = { id: string; type: string; customerId: string | null };

/**
 * A one-time purchase to start. The seller chooses `reference`; repeated calls for the same thing use the same
 * value.
 */
export type PurchaseInput = {
  customerId: string;
  reference: string;
  /** The line item shown at the checkout. */
  name: string;
  amountCents: number;
  successUrl: string;
  cancelUrl: string;
};

/** A completed one-time purchase. */
export type Purchase = {
  paymentId: string;
  reference: string;
  amountCents: number;
  paidAt: Date;
  /** `disputed`: the customer's bank reversed the payment or is about to. */
  status: "paid" | "disputed";
};

export type RefundRequest = {
  paymentId: string;
  /**
   * Raises the total refunded to an amount; absent: all that is left. A new `requestedAt` makes the provider decide again
   * instead of repeating its earlier answer.
   */
  part?: { amountCents: number; requestedAt: Date };
};

/**
 * A payment provider. Methods reject with `ProviderDown` if it can't be reached; any other rejection is a bug.
 * Repeating a call has no further effect.
 */
export type BillingProvider = {
  /** Stripe's test mode counts as a separate provider: it has its own customers and no real money. */
  name: ProviderName;
  /** No real money moves. */
  isTest: boolean;
  /** Returns the customer's id: the same for one user within the hour. `missingId`: the id that this customer replaces. */
  makeCustomer: (person: {
    userId: string;
    email: string | null;
    missingId?: string | undefined;
    now: Date;
  }) => Promise<string>;
  /**
   * Returns the URL of a page that takes the first payment. Expires the customer's other open membership checkouts.
   *
   * @throws CustomerGone, as does every method that takes a customer.
   */
  startCheckout: (checkout: CheckoutInput) => Promise<string>;
  /** Returns the URL where a customer changes, cancels or resumes a plan and sees invoices. */
  openPortal: (portal: { customerId: string; returnUrl: string }) => Promise<string>;
  /** All current and past subscriptions of the customer to our plans, at most a hundred. */
  listSubscriptions: (customerId: string) => Promise<ProviderSubscription[]>;
  cancelNow: (subscription: { customerId: string; subscriptionId: string }) => Promise<void>;
  /** Ends everything that could charge the customer: all subscriptions, running or paused, and open checkouts. */
  stopBilling: (customerId: string) => Promise<void>;
  /** Payments above zero, latest first, at most a hundred. */
  listPayments: (customerId: string) => Promise<Payment[]>;
  /** Refunds a payment or purchase; no effect if that much is refunded already. `not-refundable`: it can't be refunded. */
  refund: (refund: RefundRequest) => Promise<"refunded" | "not-refundable">;
  /**
   * Returns the URL of a page that takes one payment. Expires an open page for the same reference.
   *
   * @throws CustomerGone
   */
  startPurchase: (purchase: PurchaseInput) => Promise<string>;
  /** One-time purchases, latest first, at most a hundred, refunded or not. */
  listPurchases: (customerId: string) => Promise<Purchase[]>;
  /** Reads a webhook request; null if the signature isn't the provider's or isn't recent. */
  readEvent: (sent: { body: string; signature: string; now: Date }) => Promise<ProviderEvent | null>;
};

export type CheckoutInput = { customerId: string; tier: Tier; successUrl: string; cancelUrl: string };

/** The provider could not be reached, or reported that it can't answer now. */
export class ProviderDown extends Error {
  override name = "ProviderDown";
}

/**
 * The provider doesn't know the customer: deleted there, which ended all billing, or (`isDeleted` false) in another
 * account or mode, where billing may continue.
 */
export class CustomerGone extends ProviderDown {
  override name = "CustomerGone";
  readonly isDeleted: boolean;

  constructor(message: string, { isDeleted, cause }: { isDeleted: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isDeleted = isDeleted;
  }
}
