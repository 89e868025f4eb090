import { createHash } from "node:crypto";

import { Stripe } from "stripe";

import type { RefundRequest } from "../billing-provider.ts";

/** The maximum page size. Source: Stripe docs, pagination. */
const PAGE_SIZE_MAX = 100;

/**
 * Error codes for payments that can't be refunded: disputed, or of a type without refunds. Source: Stripe docs,
 * error codes.
 */
const NOT_REFUNDABLE_CODES = new Set(["charge_disputed", "refund_disputed_payment", "charge_not_refundable"]);

/**
 * Refunds a payment in whole or in part. A full refund names no amount, which means all that is left, so that
 * concurrent calls can't refund more than was paid.
 */
export async function refundPayment(
  stripe: Stripe,
  { paymentId, part }: RefundRequest,
): Promise<"refunded" | "not-refundable"> {
  const missing = part === undefined ? {} : await missingPart(stripe, paymentId, part);
  if (missing === null) return "refunded";
  const { amount, idempotencyKey } = missing;
  try {
    await stripe.refunds.create(
      { payment_intent: paymentId, ...(amount === undefined ? {} : { amount }) },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    );
    return "refunded";
  } catch (error) {
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? "") : "";
    if (code === "charge_already_refunded") return "refunded";
    if (NOT_REFUNDABLE_CODES.has(code)) return "not-refundable";
    throw error;
  }
}

/**
 * What is missing to the amount; null if nothing is. The idempotency key stops concurrent duplicates, and changes for
 * later calls, because Stripe repeats its answer to a key (Stripe docs).
 */
async function missingPart(
  stripe: Stripe,
  paymentId: string,
  { amountCents, requestedAt }: NonNullable<RefundRequest["part"]>,
): Promise<{ amount?: number; idempotencyKey?: string } | null> {
  const listed = await stripe.refunds.list({ payment_intent: paymentId, limit: PAGE_SIZE_MAX });
  const refundedCents = listed.data
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((sum, { amount }) => sum + amount, 0);
  if (refundedCents >= amountCents) return null;
  const digest = createHash("sha256")
    .update(JSON.stringify([paymentId, amountCents, refundedCents, listed.data.length, requestedAt]))
    .digest("hex");
  return { amount: amountCents - refundedCents, idempotencyKey: `refund-${digest}` };
}
