import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaignRefunds, campaigns } from "#app/db/schema/advertising.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { openCampaignCase } from "#app/core/cases/subject-cases.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { DAY_MS } from "#app/lib/duration.ts";

import {
  type CampaignRow,
  endCampaign,
  auditCampaignState,
  invalidateCampaignPages,
} from "../campaigns/campaigns.server.ts";
import { notifyCampaignOwners } from "../campaigns/notify-campaign-owners.server.ts";

/** The actor for changes caused by the payer's bank. */
const BANK: Actor = { kind: "job", id: "campaign-payments" };

/**
 * The longest dispute. Source: Stripe docs, disputes: two to three months after the evidence, which is due within
 * three weeks.
 */
const DISPUTE_DAYS_MAX = 150;

/** Buyers checked per run of the job. */
export const DISPUTES_PER_RUN_MAX = 50;

/** Ends the campaign of a disputed payment. Served by the unique payment_id of campaigns. */
export async function endDisputedCampaign(
  db: Database,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<void> {
  const [paid] = await db.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.paymentId, paymentId));
  if (paid !== undefined) await endCampaign(db, { id: paid.id, why: "disputed", by: BANK, now });
}

/**
 * Handles a dispute that ended in our favor: the campaign resumes, or its blocked refund is requested again. Owners are
 * notified once that succeeds. Call it in a transaction.
 */
export async function settleClosedDispute(
  tx: Database,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<void> {
  // Locks in the same order as `endCampaign`.
  const [campaign] = await tx.select().from(campaigns).where(eq(campaigns.paymentId, paymentId)).for("update");
  const [refund] = await tx
    .select()
    .from(campaignRefunds)
    .where(eq(campaignRefunds.paymentId, paymentId))
    .for("update");
  // A pending refund is made anyway, and a refunded payment needs nothing.
  if (refund?.status !== "not-refundable" || refund.retriedAt !== null) return;
  if (campaign !== undefined && (await resumeCampaign(tx, campaign, now))) return;
  await tx
    .update(campaignRefunds)
    .set({ status: "pending", retriedAt: now })
    .where(eq(campaignRefunds.paymentId, paymentId));
  if (campaign === undefined) return;
  await tx
    .update(campaigns)
    .set({ stateBeforeDispute: null, disputeCheckedAt: null })
    .where(eq(campaigns.id, campaign.id));
}

/** @returns False if its days are over, its place is unlisted or has no owner, or it ended for another reason. */
async function resumeCampaign(tx: Database, campaign: CampaignRow, now: Date): Promise<boolean> {
  const { id, paymentId, endReason, endsOn, decidedAt, placeId } = campaign;
  const today = dcToday(now);
  if (endReason !== "disputed" || endsOn < today || placeId === null || paymentId === null) return false;
  const after = campaign.stateBeforeDispute ?? (decidedAt === null ? "waiting" : "paused");
  const [resumed] = await tx
    .update(campaigns)
    .set({
      state: after,
      endReason: null,
      endedAt: null,
      stateBeforeDispute: null,
      disputeCheckedAt: null,
      // The remaining budget is spread from now on.
      activeFrom: now,
      activeSpentCents: sql`case when ${campaigns.spentOn} = ${today}::date then ${campaigns.daySpentCents} else 0 end`,
    })
    .where(
      and(
        eq(campaigns.id, id),
        sql`exists (select 1 from places p join place_owners o on o.place_id = p.id join users u on u.id = o.user_id
          where p.id = ${placeId} and p.status = 'published' and u.deleted_at is null)`,
      ),
    )
    .returning();
  if (resumed === undefined) return false;
  // While it runs nothing is refunded; its end records a new refund.
  await tx.delete(campaignRefunds).where(eq(campaignRefunds.paymentId, paymentId));
  await auditCampaignState(tx, { id, before: "ended", after, action: "restore", by: BANK, now });
  if (after === "waiting") await openCampaignCase(tx, { campaignId: id, reasons: ["campaign"], now });
  await invalidateCampaignPages(tx, resumed);
  await notifyCampaignOwners(tx, { campaign: resumed, outcome: "restored", refundCents: 0, exceptUserId: null, now });
  return true;
}

/**
 * Syncs buyers whose campaigns a dispute ended, because the bank's event may get lost. The longest unchecked come
 * first. Served by campaigns_disputed.
 *
 * @returns The errors of buyers that could not be synced.
 */
export async function checkDisputes(
  db: Database,
  {
    provider,
    now,
    sync: look,
  }: { provider: BillingProvider["name"]; now: Date; sync: (userId: string) => Promise<void> },
): Promise<unknown[]> {
  const { boughtBy, disputeCheckedAt } = campaigns;
  const isOpen = and(
    sql`${campaigns.stateBeforeDispute} is not null`,
    eq(campaigns.provider, provider),
    gt(campaigns.endedAt, new Date(now.getTime() - DISPUTE_DAYS_MAX * DAY_MS)),
  );
  const buyers = await db
    .select({ userId: boughtBy })
    .from(campaigns)
    .where(and(isOpen, isNotNull(boughtBy)))
    .groupBy(boughtBy)
    .orderBy(sql`min(${disputeCheckedAt}) asc nulls first`, asc(boughtBy))
    .limit(DISPUTES_PER_RUN_MAX);
  const failed: unknown[] = [];
  for (const { userId } of buyers) {
    if (userId === null) continue;
    try {
      await look(userId);
    } catch (error) {
      failed.push(error);
    }
    await db
      .update(campaigns)
      .set({ disputeCheckedAt: now })
      .where(and(isOpen, eq(boughtBy, userId)));
  }
  return failed;
}
