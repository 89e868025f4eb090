import type { Database } from "#app/db/database.server.ts";

import { type BillingProvider, CustomerGone, type Purchase, type PurchaseInput } from "../billing-provider.ts";
import { unlinkCustomer, findOrCreateCustomer } from "./checkout.server.ts";
import { findCustomer } from "../membership/sync-membership.server.ts";

type Buyer = { provider: BillingProvider; userId: string; email: string | null; now: Date };

/**
 * Returns the URL where a user pays for one item, once.
 *
 * @throws ProviderDown
 */
export async function startPurchase(
  db: Database,
  { purchase, ...buyer }: Buyer & { purchase: Omit<PurchaseInput, "customerId"> },
): Promise<string> {
  const { provider } = buyer;
  const customerId = await findOrCreateCustomer(db, buyer);
  try {
    return await provider.startPurchase({ ...purchase, customerId });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    // Deleted at the provider by hand, or in another of our accounts there.
    await unlinkCustomer(db, buyer, { customerId, isDeleted: error.isDeleted });
    return provider.startPurchase({
      ...purchase,
      customerId: await findOrCreateCustomer(db, { ...buyer, missingId: customerId }),
    });
  }
}

/** One-time purchases of a user; empty for users who aren't a customer at the provider. */
export async function listUserPurchases(
  db: Database,
  { provider, userId }: Pick<Buyer, "provider" | "userId">,
): Promise<Purchase[]> {
  const customer = await findCustomer(db, { userId, provider });
  if (customer === null) return [];
  try {
    return await provider.listPurchases(customer.customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return [];
  }
}
