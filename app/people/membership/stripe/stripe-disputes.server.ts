import type { Stripe } from "stripe";

/** The maximum page size. Source: Stripe docs, pagination. */
const PAGE_SIZE_MAX = 100;

/** Whether a charge is lost to a dispute. Inquiries (`warning_…`) and won disputes don't count. */
export async function isDisputed(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: PAGE_SIZE_MAX });
  return data.some(({ status }) => !status.startsWith("warning_") && status !== "won" && status !== "prevented");
}

/**
 * Error codes for payments that can't be refunded: disputed, or of a type without refunds. Source: Stripe docs,
 * error codes.
 */
export const NOT_REFUNDABLE_CODES = new Set(["charge_disputed", "refund_disputed_payment", "charge_not_refundable"]);
