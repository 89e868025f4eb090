/** Source: the specification, "30-day money-back guarantee". */
export const REFUND_DAYS = 30;
