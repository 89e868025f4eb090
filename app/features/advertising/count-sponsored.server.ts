import { and, eq, gte, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns, sponsoredClicks, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import { networkOfDay } from "./network-of-day.server.ts";
import { takeTime, visitorNumber, visitorOfDay } from "#app/features/analytics/visitor-of-day.server.ts";
import { isRobot } from "#app/features/analytics/view-counter.server.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import { NETWORK_IMPRESSIONS_PER_DAY_MAX, VISITOR_IMPRESSIONS_PER_DAY_MAX } from "./campaign.ts";
import { endCampaign, isOfOpenPlace, paceOf } from "./campaigns.server.ts";
import { allowedTodayCents } from "./pacing.ts";
import { isTooSoon, readToken, type SentSlot } from "./slot-token.server.ts";

type Told = { token: string; address: string; userAgent: string; now: Date };

/** Nobody does it: the last cent is spent. */
const DELIVERY: Actor = { kind: "job", id: "sponsored-slots" };

/** What of an impression is written is undone. `wasShown`: a campaign that runs was in view all the same. */
class NotBilled extends Error {
  override name = "NotBilled";
  readonly wasShown: boolean;

  constructor({ wasShown }: { wasShown: boolean }) {
    super("This impression costs nothing");
    this.wasShown = wasShown;
  }
}

/**
 * Bills an impression that a page tells of: once for each slot that was sent, to whom it was sent, after it can have been in
 * view, so often a day, and never beyond what the clock or the budget has. Whatever isn't billed leaves nothing behind but,
 * when it was in view, one time less of the visitor's day.
 */
export async function billImpression(db: Database, told: Told): Promise<"billed" | "not-billed" | "not-ours"> {
  const sent = await sentTo(db, told);
  if (sent === null) return "not-ours";
  if (isTooSoon(sent, told.now)) return "not-billed";
  try {
    await db.transaction((tx) => bill(tx, sent, told));
    return "billed";
  } catch (error) {
    if (!(error instanceof NotBilled)) throw error;
    // Shown for nothing it is shown all the same: so often a day is so often.
    if (error.wasShown) {
      const visitor = await visitorOfDay(db, told);
      await takeTime(db, visitor, { what: sent.campaignId, max: VISITOR_IMPRESSIONS_PER_DAY_MAX });
    }
    return "not-billed";
  }
}

async function bill(tx: Database, { id, campaignId, slot }: SentSlot, told: Told): Promise<void> {
  const { now } = told;
  // One after another for each campaign: what is written first would else hold what the others wait for.
  const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.id, campaignId)).for("update");
  if (campaign === undefined || campaign.state !== "running") throw new NotBilled({ wasShown: false });
  const today = dcToday(now);
  const cents = campaign.impressionCents;
  const logged = await tx
    .insert(sponsoredImpressions)
    .values({ id, campaignId, day: today, seenAt: now, shownOn: slot, cents })
    .onConflictDoNothing()
    .returning({ id: sponsoredImpressions.id });
  if (logged.length === 0) throw new NotBilled({ wasShown: false });
  const visitor = await visitorOfDay(tx, told);
  const network = await networkOfDay(tx, told);
  const isOften =
    !(await takeTime(tx, visitor, { what: campaignId, max: VISITOR_IMPRESSIONS_PER_DAY_MAX })) ||
    !(await takeTime(tx, network, { what: campaignId, max: NETWORK_IMPRESSIONS_PER_DAY_MAX }));
  if (isOften) throw new NotBilled({ wasShown: true });
  const daySpent = sql`case when ${campaigns.spentOn} = ${today}::date then ${campaigns.daySpentCents} else 0 end`;
  // What makes sure of the budget: the conditions are asked of what the row holds.
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
        isOfOpenPlace(),
        sql`${campaigns.spentCents} + ${cents}::integer <= ${campaigns.totalCents}`,
        sql`${daySpent} + ${cents}::integer <= ${allowedTodayCents(paceOf(campaign, now), now.getTime())}::integer`,
      ),
    )
    .returning({ left: sql<number>`${campaigns.totalCents} - ${campaigns.spentCents}` });
  if (spent === undefined) throw new NotBilled({ wasShown: true });
  if (spent.left < cents) await endCampaign(tx, { id: campaignId, why: "spent", by: DELIVERY, now });
}

/** Counts that a slot was followed, once for each that was sent. It costs nothing. */
export async function countClick(db: Database, told: Told): Promise<"counted" | "not-counted" | "not-ours"> {
  const sent = await sentTo(db, told);
  if (sent === null) return "not-ours";
  const { id, campaignId, slot: shownOn } = sent;
  const { now } = told;
  if ((await db.$count(campaigns, eq(campaigns.id, campaignId))) === 0) return "not-counted";
  const counted = await db
    .insert(sponsoredClicks)
    .values({ id, campaignId, day: dcToday(now), clickedAt: now, shownOn })
    .onConflictDoNothing()
    .returning({ id: sponsoredClicks.id });
  return counted.length === 0 ? "not-counted" : "counted";
}

/** What a page's word says, if it comes from whom it was sent to, and no robot. */
async function sentTo(db: Database, told: Told): Promise<SentSlot | null> {
  if (isRobot(told.userAgent)) return null;
  const sent = await readToken(db, told.token, told.now);
  if (sent === null) return null;
  const visitor = await visitorOfDay(db, told);
  return visitorNumber(visitor, "sponsored") === sent.visitor ? sent : null;
}
