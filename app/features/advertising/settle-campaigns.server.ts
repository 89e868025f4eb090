import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import type { BillingProvider } from "#app/features/billing/billing-provider.ts";
import { places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import type { EndReason } from "./campaign.ts";
import { endCampaign } from "./campaigns.server.ts";

/** How many one run ends; the next takes the rest. */
const SETTLED_AT_ONCE_MAX = 200;

/**
 * Ends campaigns whose days are over, and those whose place isn't listed any more or is run by nobody: what they didn't
 * deliver is written down to go back. Once real money is taken, those that were paid without any end too. Served by
 * campaigns_unended.
 *
 * @param given.provider Who takes payments now; null when nobody does, which may be a mistake and ends nothing.
 * @returns How many were ended.
 */
export async function settleCampaigns(
  db: Database,
  { provider, now }: { provider: BillingProvider["name"] | null; now: Date },
): Promise<number> {
  const today = dcToday(now);
  const isListed = db.select({ id: places.id }).from(places).where(eq(places.status, "published"));
  const isOrphan = or(
    isNull(campaigns.placeId),
    notInArray(campaigns.placeId, isListed),
    // Whoever has deleted their account can't pause it any more, though the account is kept for some days.
    sql`not exists (select 1 from place_owners o join users u on u.id = o.user_id
      where o.place_id = ${campaigns.placeId} and u.deleted_at is null)`,
  );
  const isPlay = provider === "stripe" ? notInArray(campaigns.provider, ["stripe"]) : sql`false`;
  const due = await db
    .select({
      id: campaigns.id,
      isOver: sql<boolean>`${campaigns.endsOn} < ${today}::date`,
      isPlay: sql<boolean>`${isPlay}`,
      isUndecided: sql<boolean>`${campaigns.state} = 'waiting'`,
    })
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.state, ["waiting", "running", "paused"]),
        or(lt(campaigns.endsOn, today), isOrphan, isPlay),
      ),
    )
    .orderBy(asc(campaigns.endsOn))
    .limit(SETTLED_AT_ONCE_MAX);
  for (const { id, ...each } of due) {
    const why: EndReason = each.isPlay ? "provider" : !each.isOver ? "place" : each.isUndecided ? "undecided" : "over";
    await endCampaign(db, { id, why, by: { kind: "job", id: "settle-campaigns" }, now });
  }
  return due.length;
}
