import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import type { campaigns } from "#app/db/schema/advertising.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import { notifyUser } from "#app/core/notifications/notifications.server.ts";

/** Notifies a place's owners and managers about the outcome of a campaign. Served by the key of place_owners. */
export async function notifyCampaignOwners(
  tx: Database,
  given: {
    campaign: typeof campaigns.$inferSelect;
    /** The outcome, if its end reason doesn't say it. */
    outcome?: "restored" | "settled";
    refundCents: number;
    exceptUserId: string | null;
    caseId?: string;
    now: Date;
  },
): Promise<void> {
  const { campaign, refundCents, exceptUserId: but, caseId = null, now } = given;
  const { id, placeId, endReason, decisionReason } = campaign;
  if (placeId === null) return;
  const [place] = await tx.select({ slug: places.slug, name: places.name }).from(places).where(eq(places.id, placeId));
  if (place === undefined) return;
  const owners = await tx
    .select({ userId: placeOwners.userId })
    .from(placeOwners)
    .where(eq(placeOwners.placeId, placeId));
  const notification = {
    kind: "campaign-decided",
    place,
    campaign: id,
    outcome: given.outcome ?? endReason ?? "approved",
    // The reason was sent earlier.
    reason: given.outcome === undefined ? decisionReason : "",
    refundCents,
  } as const;
  for (const { userId } of owners)
    if (userId !== but) await notifyUser(tx, { userId, notification: notification, caseId, now });
}
