import { and, arrayContains, asc, eq, gte, inArray, lte } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { places } from "#app/db/schema/places.ts";
import {
  visitorToken,
  identifyDailyVisitor,
  findExhaustedUses,
} from "#app/guide/analytics/visitors/daily-visitor.server.ts";
import { isRobot } from "#app/guide/analytics/counters/view-counter.server.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { placeCards } from "#app/guide/places/cards/place-cards.server.ts";
import { dcDayOn, dcToday } from "#app/lib/dc-time.ts";
import { expirePageAt, newPageCacheInfo, type PageContext } from "#app/platform/page-cache-info.ts";
import type { Viewer } from "#app/platform/viewer.ts";

import { NETWORK_IMPRESSIONS_PER_DAY_MAX, VISITOR_IMPRESSIONS_PER_DAY_MAX } from "../campaigns/campaign.ts";
import { type CampaignRow, hasOpenPlace, campaignPace } from "../campaigns/campaigns.server.ts";
import { networkHashOfDay } from "./network-hash.server.ts";
import { paceLag } from "../money/pacing.ts";
import { createSlotToken } from "./slot-token.server.ts";
import { type Slot, slotTag } from "./slots.ts";
import type { SponsoredSlotContent, SponsoredAd } from "./sponsored-ad.ts";

/** Campaigns per slot; more would hardly be shown. */
const CAMPAIGNS_PER_SLOT_MAX = 50;

/**
 * Reserves a slot if a campaign runs there and the viewer sees ads. Tags the page to be rebuilt when that changes.
 *
 * @returns The slot's name; null for none.
 */
export async function reserveSlot(
  db: Database,
  slot: Slot,
  moment: PageContext & { viewer: Pick<Viewer, "tier"> | null },
): Promise<Slot | null> {
  const { viewer, now, page } = moment;
  if (!entitlementsOf(viewer?.tier ?? null).seesSponsoredPlacements) return null;
  page.tags.add(slotTag(slot));
  const today = dcToday(now);
  // Served by campaigns_running.
  const rows = await db
    .select({ startsOn: campaigns.startsOn, endsOn: campaigns.endsOn })
    .from(campaigns)
    .where(and(eq(campaigns.state, "running"), arrayContains(campaigns.slots, [slot]), gte(campaigns.endsOn, today)))
    .orderBy(asc(campaigns.startsOn))
    .limit(CAMPAIGNS_PER_SLOT_MAX);
  for (const { startsOn, endsOn } of rows) {
    const { startsMs } = dcDayOn(startsOn);
    expirePageAt(page, new Date(startsOn > today ? startsMs : dcDayOn(endsOn).endsMs));
  }
  return rows.some(({ startsOn }) => startsOn <= today) ? slot : null;
}

type SlotRequest = { slot: Slot; viewer: Viewer | null; address: string; userAgent: string; now: Date };

/**
 * Chooses the ad for one visitor: a running campaign with budget left by its pace, not of the viewer's own place,
 * below the daily limits, and furthest behind. Robots get none.
 *
 * @returns Null if there is nothing to show.
 */
export async function fillSlot(db: Database, request: SlotRequest): Promise<SponsoredSlotContent | null> {
  const { slot, viewer, userAgent, now } = request;
  if (!entitlementsOf(viewer?.tier ?? null).seesSponsoredPlacements || isRobot(userAgent)) return null;
  const ownPlaceIds = viewer === null ? [] : await managedPlaceIds(db, viewer.id);
  const running = (await runningCampaigns(db, slot, now)).filter(
    ({ placeId }) => placeId !== null && !ownPlaceIds.includes(placeId),
  );
  const due = running
    .map((campaign) => ({ campaign, lag: paceLag(campaignPace(campaign, now), now.getTime()) }))
    .filter(({ lag }) => lag > 0)
    .toSorted((a, b) => b.lag - a.lag);
  if (due.length === 0) return null;
  const visitor = await identifyDailyVisitor(db, request);
  const campaignIds = due.map(({ campaign }) => campaign.id);
  // Also the network's limit: what can't be billed isn't shown.
  const atLimit = new Set([
    ...(await findExhaustedUses(db, visitor, { whats: campaignIds, max: VISITOR_IMPRESSIONS_PER_DAY_MAX })),
    ...(await findExhaustedUses(db, await networkHashOfDay(db, request), {
      whats: campaignIds,
      max: NETWORK_IMPRESSIONS_PER_DAY_MAX,
    })),
  ]);
  for (const { campaign } of due) {
    const ad = atLimit.has(campaign.id) ? null : await buildAd(db, campaign, now);
    if (ad === null) continue;
    const tokenInput = { campaignId: campaign.id, slot, visitor: visitorToken(visitor, "sponsored"), now };
    return { ad, token: await createSlotToken(db, tokenInput) };
  }
  return null;
}

/** Served by campaigns_running. */
function runningCampaigns(db: Database, slot: Slot, now: Date): Promise<CampaignRow[]> {
  const today = dcToday(now);
  return db
    .select()
    .from(campaigns)
    .where(
      and(
        eq(campaigns.state, "running"),
        arrayContains(campaigns.slots, [slot]),
        lte(campaigns.startsOn, today),
        gte(campaigns.endsOn, today),
        hasOpenPlace(),
      ),
    )
    .orderBy(asc(campaigns.createdAt))
    .limit(CAMPAIGNS_PER_SLOT_MAX);
}

/** Served by place_owners_by_user. */
async function managedPlaceIds(db: Database, userId: string): Promise<number[]> {
  const rows = await db
    .select({ placeId: placeOwners.placeId })
    .from(placeOwners)
    .where(eq(placeOwners.userId, userId));
  return rows.map(({ placeId }) => placeId);
}

/** The ad of a campaign; null if its place is no longer listed. */
export async function buildAd(
  db: Database,
  { placeId, headline, body }: Pick<CampaignRow, "placeId" | "headline" | "body">,
  now: Date,
): Promise<SponsoredAd | null> {
  if (placeId === null) return null;
  const moment = { now, page: newPageCacheInfo() };
  const [card] = await placeCards(db, { where: inArray(places.id, [placeId]), limit: 1 }, moment);
  if (card === undefined) return null;
  const { slug, name, type, neighborhood, picture } = card;
  return { slug, name, headline, body, about: `${type}, ${neighborhood.name}`, picture: picture.card };
}
