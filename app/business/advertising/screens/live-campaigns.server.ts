import { asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { daysLabel, campaignStateLabel } from "../campaigns/campaign-labels.ts";

const LIVE_PER_PAGE = 50;

/** A running or paused campaign as an admin sees it. */
export type LiveCampaign = {
  id: string;
  place: { slug: string; name: string };
  headline: string;
  body: string;
  state: string;
  days: string;
  spentCents: number;
  totalCents: number;
};

/** Running and paused campaigns; the earliest end comes first. Served by campaigns_unended. */
export async function listLiveCampaigns(
  db: Database,
  { page, now }: { page: number; now: Date },
): Promise<{ live: LiveCampaign[]; pageCount: number }> {
  const isLive = inArray(campaigns.state, ["running", "paused"]);
  const count = await db.$count(campaigns, isLive);
  const rows = await db
    .select({ campaign: campaigns, place: { slug: places.slug, name: places.name } })
    .from(campaigns)
    .innerJoin(places, eq(places.id, campaigns.placeId))
    .where(isLive)
    .orderBy(asc(campaigns.endsOn), asc(campaigns.id))
    .limit(LIVE_PER_PAGE)
    .offset((page - 1) * LIVE_PER_PAGE);
  const today = dcToday(now);
  const live = rows.map(({ campaign, place }) => {
    const { id, headline, body, spentCents, totalCents } = campaign;
    const state = campaignStateLabel(campaign, today);
    return { id, place, headline, body, state, days: daysLabel(campaign), spentCents, totalCents };
  });
  return { live, pageCount: Math.max(1, Math.ceil(count / LIVE_PER_PAGE)) };
}
