import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { SITE_URL } from "./billing-builders.ts";
import type { BillingProvider } from "./billing-provider.ts";
import { startCheckout } from "./checkout/checkout.server.ts";
import { refundablePayments } from "./refunds/refund.server.ts";

export const test = databaseTest.extend<{ stripe: StripeDouble }>({
  stripe: async ({ db }, use) => use(new StripeDouble(db)),
});

export async function subscribed(
  db: Database,
  stripe: StripeDouble,
  { provider }: { provider: BillingProvider } = stripe,
) {
  const { id: userId } = await buildUser(db);
  const checkoutInput = { provider, userId, email: null, siteUrl: SITE_URL, tier: "city-insider", now: NOW } as const;
  const { url } = await startCheckout(db, checkoutInput);
  const customerId = await provider.makeCustomer(checkoutInput);
  await stripe.pay(url);
  const [running] = await provider.listSubscriptions(customerId);
  if (running === undefined) throw new Error("Nothing was subscribed to");
  return { userId, customerId, running };
}

export async function refundableIds(
  db: Database,
  refundInput: Parameters<typeof refundablePayments>[1],
): Promise<string[]> {
  return (await refundablePayments(db, refundInput)).map(({ id }) => id);
}
