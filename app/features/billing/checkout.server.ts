import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { customers, lostCustomers } from "#app/db/schema/billing.ts";
import { countStep } from "#app/features/analytics/count-step.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

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
    await forgetCustomer(db, asking, { customerId, isDeleted: error.isDeleted });
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
  const url = await provider.startCheckout({ customerId, tier, successUrl, cancelUrl });
  await countStep(db, { step: "checkout", tier, userId: asking.userId, now: asking.now });
  return { url, isPortal: false };
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
 * Ends whatever could take money from a leaving person where it can be asked for, so that nobody pays for an account that is
 * gone. See `isBilledElsewhere` too.
 *
 * @throws ProviderDown: then they must not leave yet. CustomerGone: another account of the provider's may bill them.
 */
export async function cancelForLeaver(
  db: Database,
  { provider, userId, now }: { provider: BillingProvider; userId: string; now: Date },
): Promise<void> {
  const customer = await customerOf(db, { userId, provider });
  if (customer === null) return;
  try {
    await provider.stopBilling(customer.customerId);
  } catch (error) {
    // Where nobody pays, nobody is billed, wherever they are known.
    if (!(error instanceof CustomerGone) || !(error.isDeleted || provider.isTest)) throw error;
  }
  await syncMembership(db, { ...customer, provider, now });
}

/**
 * Whether money may be taken from somebody where it can't be stopped from here: Stripe, when it isn't what is set up, or an
 * account of ours there that the key isn't of. Their account must not be forgotten: nobody else would know whom that bills.
 */
export async function isBilledElsewhere(
  db: Database,
  { provider, userId }: { provider: BillingProvider | null; userId: string },
): Promise<boolean> {
  const isLost = and(eq(lostCustomers.userId, userId), eq(lostCustomers.provider, "stripe"));
  if ((await db.$count(lostCustomers, isLost)) > 0) return true;
  if (provider?.name === "stripe") return false;
  return (await db.$count(customers, and(eq(customers.userId, userId), eq(customers.provider, "stripe")))) > 0;
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
    // Whichever rule says it first: the provider gives all who ask at once the same customer.
    .onConflictDoNothing();
  const written = await customerOf(db, { userId, provider });
  if (written === null) throw new Error(`Customer ${providerId} was not written`);
  return written.customerId;
}

/** Deleted at the provider by hand; or of another account of ours there, which may bill them: that link is kept. */
export async function forgetCustomer(
  db: Database,
  { provider: { name: provider }, userId, now: lostAt }: Omit<Asking, "siteUrl">,
  { customerId, isDeleted }: { customerId: string; isDeleted: boolean },
): Promise<void> {
  const { userId: person, provider: place, providerId } = customers;
  await db.transaction(async (tx) => {
    await tx.delete(customers).where(and(eq(person, userId), eq(place, provider), eq(providerId, customerId)));
    // Their subscription has gone with it, and with that what pages show of it.
    await notifyPages(tx, [`member:${userId}`]);
    if (isDeleted) return;
    await tx.insert(lostCustomers).values({ provider, customerId, userId, lostAt }).onConflictDoNothing();
  });
}
