import type { Stripe } from "stripe";

/** What one page of a list may hold. Source: Stripe docs, pagination. */
const LISTED_MAX = 100;

/** A bank that only inquires (`warning_…`), or that was found wrong, has taken nothing. */
export async function isDisputed(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: LISTED_MAX });
  return data.some(({ status }) => !status.startsWith("warning_") && status !== "won" && status !== "prevented");
}

/** The money is in the hands of the bank, or of a kind that doesn't go back. Source: Stripe docs, error codes. */
export const KEPT = new Set(["charge_disputed", "refund_disputed_payment", "charge_not_refundable"]);
