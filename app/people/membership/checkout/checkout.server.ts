import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers, orphanedCustomers } from "#app/db/schema/billing.ts";
import { recordFunnelStep } from "#app/guide/analytics/counters/record-funnel-step.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { SUBSCRIPTION_PATH, SUCCESS_PATH } from "../billing-paths.ts";
import { type BillingProvider, CustomerGone } from "../billing-provider.ts";
import type { Tier } from "#app/core/entitlements/entitlements.ts";
import { chooseSubscription, findCustomer, syncMembership } from "../membership/sync-membership.server.ts";

type CheckoutInput = { provider: BillingProvider; userId: string; email: string | null; siteUrl: string; now: Date };

/**
 * Returns the URL of a checkout for a tier, or of the portal for members who already have a subscription.
 *
 * @throws ProviderDown
 */
export async function startCheckout(
  db: Database,
  { tier, ...input }: CheckoutInput & { tier: Tier },
): Promise<{ url: string; isPortal: boolean }> {
  const customerId = await findOrCreateCustomer(db, input);
  try {
    return await startCheckoutForCustomer(db, { ...input, customerId, tier });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    await unlinkCustomer(db, input, { customerId, isDeleted: error.isDeleted });
    return startCheckoutForCustomer(db, {
      ...input,
      customerId: await findOrCreateCustomer(db, { ...input, missingId: customerId }),
      tier,
    });
  }
}

async function startCheckoutForCustomer(
  db: Database,
  { tier, customerId, ...input }: CheckoutInput & { customerId: string; tier: Tier },
): Promise<{ url: string; isPortal: boolean }> {
  const { provider, siteUrl } = input;
  const { current } = chooseSubscription(await provider.listSubscriptions(customerId));
  if (current !== null && current.status !== "ended") {
    // The database may not have this subscription yet.
    await syncMembership(db, { ...input, customerId });
    const returnUrl = siteUrl + SUBSCRIPTION_PATH;
    return { url: await provider.openPortal({ customerId, returnUrl }), isPortal: true };
  }
  const successUrl = siteUrl + SUCCESS_PATH;
  const cancelUrl = siteUrl + SUBSCRIPTION_PATH;
  const url = await provider.startCheckout({ customerId, tier, successUrl, cancelUrl });
  await recordFunnelStep(db, { step: "checkout", tier, userId: input.userId, now: input.now });
  return { url, isPortal: false };
}

/** Returns the portal's URL; null for users who were never a customer. */
export async function openPortal(
  db: Database,
  { provider, userId, siteUrl }: Omit<CheckoutInput, "email" | "now">,
): Promise<string | null> {
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) return null;
  return provider.openPortal({ customerId: customer.customerId, returnUrl: siteUrl + SUBSCRIPTION_PATH });
}

/** Syncs the membership of a user with the provider, if they are a customer. */
export async function syncMembershipOfUser(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await findCustomer(db, { userId, provider });
  if (customer !== null) await syncMembership(db, { ...customer, provider, now });
}

/**
 * Ends all billing at the current provider before an account is deleted. See `isBilledElsewhere` for other
 * providers.
 *
 * @throws ProviderDown: the account must not be deleted yet. CustomerGone: another account at the provider may
 * still bill them.
 */
export async function stopBillingBeforeDeletion(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) return;
  try {
    await provider.stopBilling(customer.customerId);
  } catch (error) {
    // Test-mode customers are never charged, so a missing customer is fine.
    if (!(error instanceof CustomerGone) || !(error.isDeleted || provider.isTest)) throw error;
  }
  await syncMembership(db, { ...customer, provider, now });
}

/**
 * Whether a user may be billed where we can't stop it: at Stripe while Stripe isn't configured, or in another
 * Stripe account. Such an account must not be deleted: only our row says who is billed.
 */
export async function isBilledElsewhere(
  db: Database,
  { provider, userId }: { provider: BillingProvider | null; userId: string },
): Promise<boolean> {
  const isOrphaned = and(eq(orphanedCustomers.userId, userId), eq(orphanedCustomers.provider, "stripe"));
  if ((await db.$count(orphanedCustomers, isOrphaned)) > 0) return true;
  if (provider?.name === "stripe") return false;
  return (await db.$count(customers, and(eq(customers.userId, userId), eq(customers.provider, "stripe")))) > 0;
}

/** Finds or creates the customer of a user. Concurrent calls get the same customer: the row written first wins. */
export async function findOrCreateCustomer(
  db: Database,
  { provider, userId, email, missingId, now }: Omit<CheckoutInput, "siteUrl"> & { missingId?: string },
): Promise<string> {
  const known = await findCustomer(db, { userId, provider });
  if (known !== null) return known.customerId;
  const providerId = await provider.makeCustomer({ userId, email, missingId, now });
  await db
    .insert(customers)
    .values({ userId, provider: provider.name, providerId, createdAt: now, syncVersion: 0, syncedAt: null })
    // Concurrent calls get the same customer from the provider, so either unique constraint may conflict.
    .onConflictDoNothing();
  const stored = await findCustomer(db, { userId, provider });
  if (stored === null) throw new Error(`Customer ${providerId} was not written`);
  return stored.customerId;
}

/**
 * Removes a customer that the provider doesn't know. If it may belong to another account that still bills the user,
 * its id goes to `orphaned_customers`.
 */
export async function unlinkCustomer(
  db: Database,
  { provider: { name: provider }, userId, now: orphanedAt }: Omit<CheckoutInput, "siteUrl">,
  { customerId, isDeleted }: { customerId: string; isDeleted: boolean },
): Promise<void> {
  const { userId: userColumn, provider: providerColumn, providerId: idColumn } = customers;
  await db.transaction(async (tx) => {
    await tx
      .delete(customers)
      .where(and(eq(userColumn, userId), eq(providerColumn, provider), eq(idColumn, customerId)));
    // The subscription row went with the customer, and pages show it.
    await invalidatePages(tx, [`member:${userId}`]);
    if (isDeleted) return;
    await tx.insert(orphanedCustomers).values({ provider, customerId, userId, orphanedAt }).onConflictDoNothing();
  });
}
