import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";

import type { CampaignEndReason, CampaignState } from "#app/db/columns/campaign-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { campaigns } from "#app/db/schema/advertising.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { withdrawCampaignCase } from "#app/core/cases/subject-cases.server.ts";
import { dcToday, dcDayOn, dcDayAt } from "#app/lib/dc-time.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { CAMPAIGNS_LISTED_MAX, CAMPAIGNS_PER_PLACE_MAX, DRAFTS_PER_PLACE_MAX, IMPRESSION_CENTS } from "./campaign.ts";
import type { CampaignInput } from "./campaign-form.ts";
import { recordUnspentRefund } from "../money/campaign-refunds.server.ts";
import type { Pace } from "../money/pacing.ts";
import { slotTag } from "../slots/slots.ts";
import { notifyCampaignOwners } from "./notify-campaign-owners.server.ts";

export type CampaignRow = typeof campaigns.$inferSelect;

/**
 * Saves a draft: a new one, or the unpaid one created by the same form.
 *
 * @returns "too-many-…": the place has reached its limit. "not-draft": already paid, or another place's.
 */
export async function saveDraft(
  db: Database,
  given: { placeId: number; userId: string; formKey: string; input: CampaignInput; now: Date },
): Promise<CampaignRow | "too-many-drafts" | "too-many-campaigns" | "not-draft"> {
  const { placeId, userId: boughtBy, formKey, input: campaignInput, now } = given;
  const { budget, ...fields } = campaignInput;
  const values = {
    ...fields,
    budgetPeriod: budget.per,
    budgetCents: budget.cents,
    impressionCents: IMPRESSION_CENTS,
  };
  return db.transaction(async (tx) => {
    // Locked, so that two concurrent forms can't exceed the limit.
    await tx.select({ id: places.id }).from(places).where(eq(places.id, placeId)).for("update");
    const [existing] = await tx.select().from(campaigns).where(eq(campaigns.formKey, formKey));
    const limit = existing === undefined ? await reachedLimit(tx, placeId) : null;
    if (limit !== null) return limit;
    const [saved] = await tx
      .insert(campaigns)
      .values({ ...values, placeId, boughtBy, formKey, state: "draft", createdAt: now })
      .onConflictDoUpdate({
        target: campaigns.formKey,
        set: values,
        setWhere: and(eq(campaigns.state, "draft"), eq(campaigns.placeId, placeId)),
      })
      .returning();
    if (saved === undefined) return "not-draft";
    const action = existing === undefined ? "campaign.draft" : "campaign.change";
    const actor = { kind: "owner", id: boughtBy } as const;
    const subject = { kind: "campaign", id: saved.id };
    const before = existing === undefined ? null : auditedFields(existing);
    await recordChange(tx, { actor, action, subject, before, after: auditedFields(saved), now });
    return saved;
  });
}

function auditedFields({
  headline,
  body,
  slots,
  startsOn,
  endsOn,
  budgetPeriod,
  budgetCents,
  totalCents,
}: CampaignRow) {
  return { headline, body, slots, startsOn, endsOn, budgetPeriod, budgetCents, totalCents };
}

/** Ended campaigns remain for their reports and don't count. */
async function reachedLimit(db: Database, placeId: number): Promise<"too-many-drafts" | "too-many-campaigns" | null> {
  const isOf = (states: CampaignState[]) => and(eq(campaigns.placeId, placeId), inArray(campaigns.state, states));
  if ((await db.$count(campaigns, isOf(["draft"]))) >= DRAFTS_PER_PLACE_MAX) return "too-many-drafts";
  const unended = await db.$count(campaigns, isOf(["draft", "waiting", "running", "paused"]));
  return unended >= CAMPAIGNS_PER_PLACE_MAX ? "too-many-campaigns" : null;
}

/** Deletes a draft. A payment that still arrives for it is refunded. */
export async function deleteDraft(
  db: Database,
  { id, placeId, userId, now }: { id: string; placeId: number; userId: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(campaigns)
      .where(and(eq(campaigns.id, id), eq(campaigns.placeId, placeId), eq(campaigns.state, "draft")))
      .returning();
    if (deleted === undefined) return false;
    const { headline, body, totalCents } = deleted;
    const actor = { kind: "owner", id: userId } as const;
    const subject = { kind: "campaign", id };
    const before = { headline, body, totalCents };
    await recordChange(tx, { actor, action: "campaign.delete", subject, before, after: null, now });
    return true;
  });
}

/** Audits a change of a campaign's state. */
export async function auditCampaignState(
  tx: Database,
  change: { id: string; before: CampaignState; after: CampaignState; action: string; by: Actor; now: Date },
): Promise<void> {
  const { id, before, after, action, by: actor, now } = change;
  const subject = { kind: "campaign", id };
  await recordChange(tx, {
    actor,
    action: `campaign.${action}`,
    subject,
    before: { state: before },
    after: { state: after },
    now,
  });
}

/** A campaign of a place; null for another place's. */
export async function findCampaign(
  db: Database,
  { id, placeId }: { id: string; placeId: number },
): Promise<CampaignRow | null> {
  const [found] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.placeId, placeId)));
  return found ?? null;
}

/** Campaigns of a place, latest first. Served by campaigns_by_place. */
export function listCampaigns(db: Database, placeId: number): Promise<CampaignRow[]> {
  return db
    .select()
    .from(campaigns)
    .where(eq(campaigns.placeId, placeId))
    .orderBy(desc(campaigns.createdAt), campaigns.id)
    .limit(CAMPAIGNS_LISTED_MAX);
}

/** Starts or resumes a campaign. The remaining budget is spread from now on. Call it in a transaction. */
export async function activateCampaign(
  tx: Database,
  { id, from, by, now }: { id: string; from: "waiting" | "paused"; by: Actor; now: Date },
): Promise<CampaignRow | null> {
  const today = dcToday(now);
  const [active] = await tx
    .update(campaigns)
    .set({
      state: "running",
      activeFrom: now,
      activeSpentCents: sql`case when ${campaigns.spentOn} = ${today}::date then ${campaigns.daySpentCents} else 0 end`,
    })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, from)))
    .returning();
  if (active === undefined) return null;
  const action = from === "waiting" ? "approve" : "resume";
  await auditCampaignState(tx, { id, before: from, after: "running", action, by, now });
  await invalidateCampaignPages(tx, active);
  return active;
}

/** @returns False if it isn't running (to pause) or paused (to resume). */
export async function pauseOrResume(
  db: Database,
  {
    id,
    placeId,
    userId,
    action: does,
    now,
  }: { id: string; placeId: number; userId: string; action: "pause" | "resume"; now: Date },
): Promise<boolean> {
  const by = { kind: "owner", id: userId } as const;
  return db.transaction(async (tx) => {
    if ((await findCampaign(tx, { id, placeId })) === null) return false;
    if (does === "resume") return (await activateCampaign(tx, { id, from: "paused", by, now })) !== null;
    const [paused] = await tx
      .update(campaigns)
      .set({ state: "paused" })
      .where(and(eq(campaigns.id, id), eq(campaigns.state, "running")))
      .returning();
    if (paused === undefined) return false;
    await auditCampaignState(tx, { id, before: "running", after: "paused", action: "pause", by, now });
    await invalidateCampaignPages(tx, paused);
    return true;
  });
}

/**
 * Ends a campaign for good and records the refund of unspent money. Notifies the place's owners and managers,
 * except the one who ended it.
 *
 * @returns Null if it has already ended, or was never paid.
 */
export async function endCampaign(
  db: Database,
  given: { id: string; why: CampaignEndReason; reason?: string; by: Actor; now: Date },
): Promise<{ ended: CampaignRow; refundCents: number } | null> {
  const { id, why, reason, by, now } = given;
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(campaigns).where(eq(campaigns.id, id)).for("update");
    const [ended] = await tx
      .update(campaigns)
      .set({
        state: why === "rejected" ? "rejected" : "ended",
        endReason: why,
        endedAt: now,
        stateBeforeDispute: why === "disputed" ? sql`${campaigns.state}` : null,
        ...(reason === undefined ? {} : { decisionReason: reason }),
      })
      .where(and(eq(campaigns.id, id), inArray(campaigns.state, ["waiting", "running", "paused"])))
      .returning();
    if (before === undefined || ended === undefined) return null;
    const action = ACTIONS[why] ?? "end";
    await auditCampaignState(tx, { id, before: before.state, after: ended.state, action, by, now });
    await withdrawCampaignCase(tx, id);
    // Test-mode payments involve no money, and that provider can't be asked any more.
    const refundCents = why === "provider" ? 0 : await recordUnspentRefund(tx, ended, now);
    await invalidateCampaignPages(tx, ended);
    // The bank decides about disputed money, so no refund is announced.
    const announcedCents = why === "disputed" ? 0 : refundCents;
    await notifyCampaignOwners(tx, {
      campaign: ended,
      refundCents: announcedCents,
      exceptUserId: by.kind === "owner" ? by.id : null,
      now,
    });
    return { ended, refundCents };
  });
}

const ACTIONS: Partial<Record<CampaignEndReason, string>> = { rejected: "reject", stopped: "stop" };

/** Invalidates cached pages where the campaign is or was shown. */
export async function invalidateCampaignPages(tx: Database, { slots }: Pick<CampaignRow, "slots">): Promise<void> {
  await invalidatePages(tx, slots.map(slotTag));
}

/** Condition: the place is open to visitors. Nobody pays for ads of a closed place. */
export function hasOpenPlace(): SQL {
  return sql`exists (select from ${places} where ${places.id} = ${campaigns.placeId}
    and ${places.status} = 'published' and ${places.closure} is distinct from 'temporary')`;
}

/** The pacing input of a campaign; see `pacing.ts`. */
export function campaignPace(campaign: CampaignRow, now: Date): Pace {
  const today = dcDayAt(now.getTime());
  return {
    totalCents: campaign.totalCents,
    dayCentsMax: campaign.budgetPeriod === "day" ? campaign.budgetCents : null,
    spentCents: campaign.spentCents,
    daySpentCents: campaign.spentOn === today.on ? campaign.daySpentCents : 0,
    activeFromMs: campaign.activeFrom?.getTime() ?? Number.POSITIVE_INFINITY,
    activeSpentCents: campaign.activeSpentCents,
    startsMs: dcDayOn(campaign.startsOn).startsMs,
    endsMs: dcDayOn(campaign.endsOn).endsMs,
    today,
  };
}
