import { DAY_MS } from "#app/lib/duration.ts";

import type { Payment } from "../billing-provider.ts";

/** Source: the specification, "30-day money-back guarantee". */
export const REFUND_DAYS = 30;

/** Whether a payment is within the money-back guarantee, by the payer's clock. */
export function isWithinRefundPeriod({ paidAt, payerNow }: Pick<Payment, "paidAt" | "payerNow">, now: Date): boolean {
  return (payerNow ?? now).getTime() - paidAt.getTime() <= REFUND_DAYS * DAY_MS;
}
