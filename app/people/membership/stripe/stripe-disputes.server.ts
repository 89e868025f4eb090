import type { Stripe } from "stripe";

/** The maximum page size. Source: Stripe docs, pagination. */
const PAGE_SIZE_MAX = 100;

/** Whether a charge is lost to a dispute. Inquiries (`warning_…`) and won disputes don't count. */
export async function isDisputed(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: PAGE_SIZE_MAX });
  return data.some(({ status }) => !status.startsWith("warning_") && status !== "won" && status !== "prevented");
}
