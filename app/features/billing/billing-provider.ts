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
export type Payment = { id: string; amountCents: number; paidAt: Date; isRefunded: boolean };

/** What the webhook was told: whom it concerns, and whether their bank wants a payment back. */
export type ProviderEvent = { id: string; type: string; customerId: string | null; isDispute: boolean };

/**
 * Whoever takes the money. Every promise is rejected with `ProviderDown` when it can't be asked; any other rejection is a
 * bug. Asking twice for the same does it once.
 */
export type BillingProvider = {
  name: "stripe" | "sandbox";
  /** No money moves. */
  isTest: boolean;
  /** The customer's id; the same for the same person, however often it is asked. */
  makeCustomer: (person: { userId: string; email: string | null }) => Promise<string>;
  /** The address of a page that takes the first payment. Whatever checkout the customer had open ends. */
  startCheckout: (checkout: CheckoutStart) => Promise<string>;
  /** The address of a page where a customer changes, cancels and resumes, and sees invoices. */
  openPortal: (portal: { customerId: string; returnUrl: string }) => Promise<string>;
  /** Everything the customer has or had, at most a hundred. */
  listSubscriptions: (customerId: string) => Promise<ProviderSubscription[]>;
  cancelNow: (subscription: { customerId: string; subscriptionId: string }) => Promise<void>;
  /** Ends one that should never have begun, and gives back what was paid for it. */
  dropSurplus: (subscription: { customerId: string; subscriptionId: string }) => Promise<void>;
  /** The last one; null when there was none. */
  lastPayment: (customerId: string) => Promise<Payment | null>;
  refund: (payment: { customerId: string; paymentId: string; amountCents: number }) => Promise<void>;
  /** What a request to the webhook says; null when the provider didn't send it, or not just now. */
  readEvent: (sent: { body: string; signature: string; now: Date }) => Promise<ProviderEvent | null>;
};

export type CheckoutStart = { customerId: string; tier: Tier; successUrl: string; cancelUrl: string };

/** The provider could not be asked, or said that it can't answer just now. */
export class ProviderDown extends Error {
  override name = "ProviderDown";
}
