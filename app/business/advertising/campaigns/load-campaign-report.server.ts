import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { sponsoredClicks, dailySponsoredStats, sponsoredImpressions } from "#app/db/schema/advertising.ts";

import { type CampaignReport, buildReport } from "./campaign-report.ts";
import type { CampaignRow } from "./campaigns.server.ts";

const DayRow = z.object({ day: z.string(), impressions: z.number(), clicks: z.number(), cents: z.number() });
const SlotRow = z.object({ slot: z.string(), impressions: z.number(), clicks: z.number() });

/**
 * The results of a campaign, summed from the log and its daily sums. Served by sponsored_impressions_by_campaign,
 * sponsored_clicks_by_campaign and the key of daily_sponsored_stats.
 *
 * @param given.today Today in Washington; later days are left out.
 */
export async function loadReport(
  db: Database,
  { campaign, today }: { campaign: CampaignRow; today: string },
): Promise<CampaignReport> {
  const logged = sql`
    select day, slot, 1 as impressions, 0 as clicks, cents from ${sponsoredImpressions} where campaign_id = ${campaign.id}
    union all
    select day, slot, 0, 1, 0 from ${sponsoredClicks} where campaign_id = ${campaign.id}
    union all
    select day, slot, impressions, clicks, cents from ${dailySponsoredStats} where campaign_id = ${campaign.id}`;
  const days = await db.execute(sql`
    select day::text, sum(impressions)::integer as impressions, sum(clicks)::integer as clicks, sum(cents)::integer as cents
    from (${logged}) as logged group by day order by day`);
  const slots = await db.execute(sql`
    select slot, sum(impressions)::integer as impressions, sum(clicks)::integer as clicks
    from (${logged}) as logged group by slot order by 2 desc, 1`);
  const rows = z.object({ rows: z.array(DayRow) }).parse(days).rows;
  const bySlot = z.object({ rows: z.array(SlotRow) }).parse(slots).rows;
  return { ...buildReport(rows, { ...campaign, today }), bySlot };
}
