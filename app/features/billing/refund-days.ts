/** Source: the specification, "30-day money-back guarantee". */
export const REFUND_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export function isInRefundTime(paidAt: Date, now: Date): boolean {
  return now.getTime() - paidAt.getTime() <= REFUND_DAYS * DAY_MS;
}
