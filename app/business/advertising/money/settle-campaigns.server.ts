import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";

import type { CampaignEndReason } from "#app/db/columns/campaign-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { endCampaign } from "../campaigns/campaigns.server.ts";

/** Campaigns per run; the next run continues. */
const CAMPAIGNS_PER_RUN_MAX = 200;

/**
 * Ends campaigns that are over, or whose place is unlisted or has no owner, and records refunds. Once Stripe is
 * live, also those paid in test mode. Served by campaigns_unended.
 *
 * @param given.provider The current provider; null if none is set up, which may be a mistake and ends nothing.
 * @returns The number of ended campaigns.
 */
export async function settleCampaigns(
  db: Database,
  { provider, now }: { provider: BillingProvider["name"] | null; now: Date },
): Promise<number> {
  const today = dcToday(now);
  const isListed = db.select({ id: places.id }).from(places).where(eq(places.status, "published"));
  const hasNoOwnedPlace = or(
    isNull(campaigns.placeId),
    notInArray(campaigns.placeId, isListed),
    // Owners with deleted accounts can't pause it, although the account can be restored for some days.
    sql`not exists (select 1 from place_owners o join users u on u.id = o.user_id
      where o.place_id = ${campaigns.placeId} and u.deleted_at is null)`,
  );
  const isTestPayment = provider === "stripe" ? notInArray(campaigns.provider, ["stripe"]) : sql`false`;
  const due = await db
    .select({
      id: campaigns.id,
      isOver: sql<boolean>`${campaigns.endsOn} < ${today}::date`,
      isTestPayment: sql<boolean>`${isTestPayment}`,
      isUndecided: sql<boolean>`${campaigns.state} = 'waiting'`,
    })
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.state, ["waiting", "running", "paused"]),
        or(lt(campaigns.endsOn, today), hasNoOwnedPlace, isTestPayment),
      ),
    )
    .orderBy(asc(campaigns.endsOn))
    .limit(CAMPAIGNS_PER_RUN_MAX);
  for (const { id, ...campaign } of due) {
    const why: CampaignEndReason = campaign.isTestPayment
      ? "provider"
      : !campaign.isOver
        ? "place"
        : campaign.isUndecided
          ? "undecided"
          : "over";
    await endCampaign(db, { id, why, by: { kind: "job", id: "settle-campaigns" }, now });
  }
  return due.length;
}
