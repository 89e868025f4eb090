import { ne } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers } from "#app/db/schema/billing.ts";

import { SUBSCRIPTION_PATH, SUCCESS_PATH } from "./billing-paths.ts";
import type { BillingProvider } from "./billing-provider.ts";
import { accessEnd } from "./membership.ts";
import type { Tier } from "./plans.ts";
import { chooseSubscription, customerOf, standingOf, syncMembership } from "./sync-membership.server.ts";

type Asking = { provider: BillingProvider; userId: string; email: string | null; siteUrl: string; now: Date };

/**
 * Where somebody pays for a tier; whoever has a subscription already is led to where they change it.
 *
 * @throws ProviderDown
 */
export async function startCheckout(
  db: Database,
  { tier, ...asking }: Asking & { tier: Tier },
): Promise<{ url: string; isPortal: boolean }> {
  const { provider, siteUrl } = asking;
  const customerId = await makeCustomer(db, asking);
  const { kept } = chooseSubscription(await provider.listSubscriptions(customerId));
  if (kept !== null && kept.status !== "ended") {
    // Whoever comes here with one may not be known to have it.
    await syncMembership(db, { ...asking, customerId });
    const returnUrl = siteUrl + SUBSCRIPTION_PATH;
    return { url: await provider.openPortal({ customerId, returnUrl }), isPortal: true };
  }
  const successUrl = siteUrl + SUCCESS_PATH;
  const cancelUrl = siteUrl + SUBSCRIPTION_PATH;
  return { url: await provider.startCheckout({ customerId, tier, successUrl, cancelUrl }), isPortal: false };
}

/** Where a customer changes what they have; null for whoever never was one. */
export async function openPortal(
  db: Database,
  { provider, userId, siteUrl }: Omit<Asking, "email" | "now">,
): Promise<string | null> {
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return null;
  return provider.openPortal({ customerId: customer.customerId, returnUrl: siteUrl + SUBSCRIPTION_PATH });
}

/** Looks at the provider how somebody stands, if they are a customer at all. */
export async function refreshMembership(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await customerOf(db, { userId, provider });
  if (customer !== null) await syncMembership(db, { ...customer, provider, now });
}

/**
 * Cancels whatever a leaving person has, so that nobody pays for an account that is gone.
 *
 * @throws ProviderDown: then they must not leave yet.
 */
export async function cancelForLeaver(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return;
  const { customerId } = customer;
  const listed = await provider.listSubscriptions(customerId);
  for (const subscription of listed.filter((each) => accessEnd(standingOf(each)) !== null)) {
    await provider.cancelNow({ customerId, subscriptionId: subscription.id });
  }
  await syncMembership(db, { ...customer, provider, now });
}

/** One customer for a person, however often and at once it is asked: the provider makes the same one. */
async function makeCustomer(db: Database, { provider, userId, email, now }: Asking): Promise<string> {
  const known = await customerOf(db, { userId, provider });
  if (known !== null) return known.customerId;
  const providerId = await provider.makeCustomer({ userId, email });
  const made = { provider: provider.name, providerId, createdAt: now, syncTicket: 0, syncedAt: null };
  // Whoever was a customer of the other provider begins anew with this one.
  await db
    .insert(customers)
    .values({ userId, ...made })
    .onConflictDoUpdate({ target: customers.userId, set: made, setWhere: ne(customers.provider, provider.name) });
  return providerId;
}
