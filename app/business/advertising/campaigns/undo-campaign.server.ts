import { and, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { campaigns, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { lockDecidedCase, reopenCases, type UndoInput } from "#app/core/cases/undo-decision.server.ts";
import { permanentUndoRefusal, type UndoRefusal } from "#app/core/cases/undo.ts";
import { retractNotifications } from "#app/core/notifications/retract-notifications.server.ts";

import { auditCampaignState, invalidateCampaignPages } from "./campaigns.server.ts";

/**
 * Undoes the approval of a campaign without impressions: it waits again.
 *
 * @returns "shown": it was already billed. "refunded": it was rejected and is being refunded. Then nothing changed.
 */
export async function undoCampaignDecision(db: Database, input: UndoInput): Promise<"undone" | UndoRefusal> {
  const { caseId, undoneBy, now } = input;
  return db.transaction(async (tx) => {
    const caseCampaign = tx
      .select({ id: moderationCases.campaignId })
      .from(moderationCases)
      .where(eq(moderationCases.id, caseId));
    const [campaign] = await tx.select().from(campaigns).where(inArray(campaigns.id, caseCampaign)).for("update");
    if (campaign === undefined) return "gone";
    if (await isOwnCampaign(tx, campaign, undoneBy)) return "own";
    const decided = await lockDecidedCase(tx, input);
    if (typeof decided === "string") return decided;
    const refusal = permanentUndoRefusal(decided);
    if (refusal !== null) return refusal;
    const { id, state, spentCents } = campaign;
    if (state !== "running") return "changed";
    // Served by the index of impressions by campaign.
    const seen = await tx.$count(sponsoredImpressions, eq(sponsoredImpressions.campaignId, id));
    if (spentCents > 0 || seen > 0) return "shown";
    const opened = await reopenCases(tx, { decided, undoneBy, now });
    if (opened === "again") return opened;
    const waiting = { state: "waiting", activeFrom: null, decidedAt: null, decisionReason: "" } as const;
    await tx.update(campaigns).set(waiting).where(eq(campaigns.id, id));
    const by = { kind: "staff", id: undoneBy } as const;
    await auditCampaignState(tx, { id, before: state, after: "waiting", action: "undo", by, now });
    await invalidateCampaignPages(tx, campaign);
    await retractNotifications(tx, { caseIds: opened, now });
    return "undone";
  });
}

async function isOwnCampaign(
  db: Database,
  { boughtBy, placeId }: typeof campaigns.$inferSelect,
  userId: string,
): Promise<boolean> {
  if (boughtBy === userId) return true;
  if (placeId === null) return false;
  const managesPlace = and(eq(placeOwners.placeId, placeId), eq(placeOwners.userId, userId));
  return (await db.$count(placeOwners, managesPlace)) > 0;
}
