import { and, eq, gte, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns, sponsoredClicks, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import { networkHashOfDay } from "./network-hash.server.ts";
import {
  takeDailyUse,
  visitorToken,
  identifyDailyVisitor,
} from "#app/guide/analytics/visitors/daily-visitor.server.ts";
import { isRobot } from "#app/guide/analytics/counters/view-counter.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { NETWORK_IMPRESSIONS_PER_DAY_MAX, VISITOR_IMPRESSIONS_PER_DAY_MAX } from "../campaigns/campaign.ts";
import { endCampaign, hasOpenPlace, campaignPace } from "../campaigns/campaigns.server.ts";
import { allowedTodayCents } from "../money/pacing.ts";
import { isTooSoon, verifySlotToken, type SlotTokenPayload } from "./slot-token.server.ts";

type BeaconInput = { token: string; address: string; userAgent: string; now: Date };

/** The actor when the budget is used up. */
const DELIVERY: Actor = { kind: "job", id: "sponsored-slots" };

/** Rolls back an unbilled impression. `wasShown`: a running campaign was in view nevertheless. */
class NotBilled extends Error {
  override name = "NotBilled";
  readonly wasShown: boolean;

  constructor({ wasShown }: { wasShown: boolean }) {
    super("This impression costs nothing");
    this.wasShown = wasShown;
  }
}

/**
 * Bills an impression that a page reports: once per sent slot, to its own visitor, within the limits per day, pace
 * and budget. Unbilled views only count toward the visitor's daily limit.
 */
export async function billImpression(db: Database, beacon: BeaconInput): Promise<"billed" | "not-billed" | "not-ours"> {
  const sent = await verifySentSlot(db, beacon);
  if (sent === null) return "not-ours";
  if (isTooSoon(sent, beacon.now)) return "not-billed";
  try {
    await db.transaction((tx) => billInTransaction(tx, sent, beacon));
    return "billed";
  } catch (error) {
    if (!(error instanceof NotBilled)) throw error;
    // Unbilled views count toward the daily limit too.
    if (error.wasShown) {
      const visitor = await identifyDailyVisitor(db, beacon);
      await takeDailyUse(db, visitor, { what: sent.campaignId, max: VISITOR_IMPRESSIONS_PER_DAY_MAX });
    }
    return "not-billed";
  }
}

async function billInTransaction(
  tx: Database,
  { id, campaignId, slot }: SlotTokenPayload,
  beacon: BeaconInput,
): Promise<void> {
  const { now } = beacon;
  // Locked first, so that impressions of one campaign are processed in sequence and don't deadlock.
  const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.id, campaignId)).for("update");
  if (campaign === undefined || campaign.state !== "running") throw new NotBilled({ wasShown: false });
  const today = dcToday(now);
  const cents = campaign.impressionCents;
  const logged = await tx
    .insert(sponsoredImpressions)
    .values({ id, campaignId, day: today, seenAt: now, slot, cents })
    .onConflictDoNothing()
    .returning({ id: sponsoredImpressions.id });
  if (logged.length === 0) throw new NotBilled({ wasShown: false });
  const visitor = await identifyDailyVisitor(tx, beacon);
  const network = await networkHashOfDay(tx, beacon);
  const isOverLimit =
    !(await takeDailyUse(tx, visitor, { what: campaignId, max: VISITOR_IMPRESSIONS_PER_DAY_MAX })) ||
    !(await takeDailyUse(tx, network, { what: campaignId, max: NETWORK_IMPRESSIONS_PER_DAY_MAX }));
  if (isOverLimit) throw new NotBilled({ wasShown: true });
  const daySpent = sql`case when ${campaigns.spentOn} = ${today}::date then ${campaigns.daySpentCents} else 0 end`;
  // Enforces the budget: the conditions are checked against the current row.
  const [spent] = await tx
    .update(campaigns)
    .set({
      spentCents: sql`${campaigns.spentCents} + ${cents}::integer`,
      daySpentCents: sql`${daySpent} + ${cents}::integer`,
      spentOn: today,
    })
    .where(
      and(
        eq(campaigns.id, campaignId),
        eq(campaigns.state, "running"),
        lte(campaigns.startsOn, today),
        gte(campaigns.endsOn, today),
        hasOpenPlace(),
        sql`${campaigns.spentCents} + ${cents}::integer <= ${campaigns.totalCents}`,
        sql`${daySpent} + ${cents}::integer <= ${allowedTodayCents(campaignPace(campaign, now), now.getTime())}::integer`,
      ),
    )
    .returning({ left: sql<number>`${campaigns.totalCents} - ${campaigns.spentCents}` });
  if (spent === undefined) throw new NotBilled({ wasShown: true });
  if (spent.left < cents) await endCampaign(tx, { id: campaignId, why: "spent", by: DELIVERY, now });
}

/** Counts a click, once per sent slot. Clicks are free. */
export async function countClick(db: Database, beacon: BeaconInput): Promise<"counted" | "not-counted" | "not-ours"> {
  const sent = await verifySentSlot(db, beacon);
  if (sent === null) return "not-ours";
  const { id, campaignId, slot } = sent;
  const { now } = beacon;
  if ((await db.$count(campaigns, eq(campaigns.id, campaignId))) === 0) return "not-counted";
  const counted = await db
    .insert(sponsoredClicks)
    .values({ id, campaignId, day: dcToday(now), clickedAt: now, slot })
    .onConflictDoNothing()
    .returning({ id: sponsoredClicks.id });
  return counted.length === 0 ? "not-counted" : "counted";
}

/** The verified token of a page; null for robots and for tokens sent to other visitors. */
async function verifySentSlot(db: Database, beacon: BeaconInput): Promise<SlotTokenPayload | null> {
  if (isRobot(beacon.userAgent)) return null;
  const sent = await verifySlotToken(db, beacon.token, beacon.now);
  if (sent === null) return null;
  const visitor = await identifyDailyVisitor(db, beacon);
  return visitorToken(visitor, "sponsored") === sent.visitor ? sent : null;
}
