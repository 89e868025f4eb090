import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers } from "#app/db/schema/billing.ts";

import { SUBSCRIPTION_PATH, SUCCESS_PATH } from "./billing-paths.ts";
import { type BillingProvider, CustomerGone } from "./billing-provider.ts";
import type { Tier } from "./plans.ts";
import { chooseSubscription, customerOf, syncMembership } from "./sync-membership.server.ts";

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
  const customerId = await makeCustomer(db, asking);
  try {
    return await startFor(db, { ...asking, customerId, tier });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    // Deleted at the provider by hand, or of another account of ours there.
    await forgetCustomer(db, asking, customerId);
    return startFor(db, { ...asking, customerId: await makeCustomer(db, { ...asking, lost: customerId }), tier });
  }
}

async function startFor(
  db: Database,
  { tier, customerId, ...asking }: Asking & { customerId: string; tier: Tier },
): Promise<{ url: string; isPortal: boolean }> {
  const { provider, siteUrl } = asking;
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
 * Ends whatever could take money from a leaving person, so that nobody pays for an account that is gone.
 *
 * @throws ProviderDown: then they must not leave yet.
 */
export async function cancelForLeaver(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return;
  try {
    await provider.stopBilling(customer.customerId);
    await syncMembership(db, { ...customer, provider, now });
  } catch (error) {
    // Whom the provider doesn't know it doesn't bill.
    if (!(error instanceof CustomerGone)) throw error;
  }
}

/** One customer for a person, however often and at once it is asked: of two that were made, the one written first. */
export async function makeCustomer(
  db: Database,
  { provider, userId, email, lost, now }: Omit<Asking, "siteUrl"> & { lost?: string },
): Promise<string> {
  const known = await customerOf(db, { userId, provider });
  if (known !== null) return known.customerId;
  const providerId = await provider.makeCustomer({ userId, email, lost, now });
  await db
    .insert(customers)
    .values({ userId, provider: provider.name, providerId, createdAt: now, syncTicket: 0, syncedAt: null })
    .onConflictDoNothing({ target: [customers.userId, customers.provider] });
  const written = await customerOf(db, { userId, provider });
  if (written === null) throw new Error(`Customer ${providerId} was not written`);
  return written.customerId;
}

export async function forgetCustomer(
  db: Database,
  { provider, userId }: Pick<Asking, "provider" | "userId">,
  customerId: string,
): Promise<void> {
  const { userId: person, provider: place, providerId } = customers;
  await db.delete(customers).where(and(eq(person, userId), eq(place, provider.name), eq(providerId, customerId)));
}
