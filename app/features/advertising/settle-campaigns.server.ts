import { and, asc, eq, inArray, isNull, lt, notInArray, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import type { EndReason } from "./campaign.ts";
import { endCampaign } from "./campaigns.server.ts";

/** How many one run ends; the next takes the rest. */
const SETTLED_AT_ONCE_MAX = 200;

/**
 * Ends campaigns whose days are over, and those whose place isn't listed any more or is run by nobody: what they didn't
 * deliver is written down to go back. Served by campaigns_unended.
 *
 * @returns How many were ended.
 */
export async function settleCampaigns(db: Database, now: Date): Promise<number> {
  const today = dcToday(now);
  const isListed = db.select({ id: places.id }).from(places).where(eq(places.status, "published"));
  const isOrphan = or(
    isNull(campaigns.placeId),
    notInArray(campaigns.placeId, isListed),
    sql`not exists (select 1 from place_owners o where o.place_id = ${campaigns.placeId})`,
  );
  const due = await db
    .select({
      id: campaigns.id,
      isOver: sql<boolean>`${campaigns.endsOn} < ${today}::date`,
      isUndecided: sql<boolean>`${campaigns.state} = 'waiting'`,
    })
    .from(campaigns)
    .where(and(inArray(campaigns.state, ["waiting", "running", "paused"]), or(lt(campaigns.endsOn, today), isOrphan)))
    .orderBy(asc(campaigns.endsOn))
    .limit(SETTLED_AT_ONCE_MAX);
  for (const { id, isOver, isUndecided } of due) {
    const why: EndReason = !isOver ? "place" : isUndecided ? "undecided" : "over";
    await endCampaign(db, { id, why, by: { kind: "job", id: "settle-campaigns" }, now });
  }
  return due.length;
}
