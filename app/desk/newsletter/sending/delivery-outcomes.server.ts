import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { SEND_JOB_ACTOR } from "./send-job.ts";
import { stopRejectedIssue } from "./stop-issue.server.ts";

/**
 * If at least this many mails of a batch, and more than half, are rejected, the problem is on our side: a relay that rejects
 * everything must not empty the list.
 */
export const REJECTIONS_MAX = 10;

/**
 * If at least this many mails of an issue to one provider, and more than half of them, are rejected as unknown addresses, the
 * provider refuses us: its subscribers stay.
 */
export const PROVIDER_REJECTIONS_MAX = 5;

/** Consecutive bounces after which an address counts as bounced. A single one may be a server's mistake. */
export const BOUNCES_MAX = 2;

/**
 * Records the outcomes of mails in the outbox. A bounce is counted for its address, and an accepted mail resets the count.
 * A mail that the outbox purged after two weeks counts as failed.
 */
export async function recordOutcomes(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked, so that each outcome is counted once.
    const rows = await tx
      .select({
        subscriberId: newsletterDeliveries.subscriberId,
        mailId: newsletterDeliveries.mailId,
        problem: mails.problem,
        isRejected: sql<boolean | null>`${mails.gaveUpAt} is not null and ${mails.isUnaccepted}`,
        outcome: sql<"sent" | "bounced" | "failed" | "not-sent" | null>`case
          when ${mails.id} is null then 'failed' when ${mails.sentAt} is not null then 'sent'
          when ${mails.isBounced} then 'bounced' when ${mails.gaveUpAt} is not null then 'failed'
          when ${mails.tryAt} is null then 'not-sent' end`,
      })
      .from(newsletterDeliveries)
      .leftJoin(mails, eq(mails.id, newsletterDeliveries.mailId))
      .where(and(eq(newsletterDeliveries.issueId, id), eq(newsletterDeliveries.state, "queued")))
      .for("update", { of: newsletterDeliveries });
    const rejected = rows.flatMap(({ isRejected, mailId }) => (isRejected === true ? (mailId ?? []) : []));
    const triedCount = rows.filter(({ outcome }) => outcome !== null).length;
    const isOwnProblem = rejected.length >= REJECTIONS_MAX && rejected.length * 2 > triedCount;
    if (isOwnProblem) await stopRejectedIssue(tx, { id, rejected, now });
    for (const outcome of ["sent", "bounced", "failed", "not-sent"] as const) {
      const own = rows.filter((row) => row.outcome === outcome && !(isOwnProblem && row.isRejected === true));
      const ids = own.map(({ subscriberId }) => subscriberId);
      if (ids.length === 0) continue;
      await tx
        .update(newsletterDeliveries)
        .set({ state: outcome, mailId: null })
        .where(and(eq(newsletterDeliveries.issueId, id), inArray(newsletterDeliveries.subscriberId, ids)));
      if (outcome === "sent") await resetBounces(tx, { ids, now });
      if (outcome === "bounced") {
        const responses = new Map(rows.map(({ subscriberId, problem }) => [subscriberId, problem]));
        await countBounces(tx, { ids, responses, now });
      }
    }
  });
}

/**
 * Some servers accept each mail and return it hours later, so an accepted mail resets the bounce count only if none has
 * come back for this many days. Longer than the interval of monthly issues.
 */
export const RETURNED_DAYS = 60;

async function resetBounces(db: Database, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  const { id, bounces, lateBounceAt } = newsletterSubscribers;
  const isLongAgo = lt(lateBounceAt, new Date(now.getTime() - RETURNED_DAYS * DAY_MS));
  await db
    .update(newsletterSubscribers)
    .set({ bounces: 0, bounceMessage: null, lateBounceAt: null })
    .where(and(inArray(id, [...ids]), sql`${bounces} > 0`, or(isNull(lateBounceAt), isLongAgo)));
}

/** Length to which a mail server's reply is cut. */
const BOUNCE_CHARACTERS_MAX = 300;

type BounceInput = { ids: readonly string[]; responses: ReadonlyMap<string, string | null>; actor?: Actor; now: Date };

/** The provider of an address: what stands behind its @. */
const PROVIDER = sql`split_part(${newsletterSubscribers.emailNormalized}, '@', 2)`;

/** Those of the subscribers whose provider rejected most of an issue that is still remembered. */
async function findRefusedByProvider(db: Database, ids: readonly string[]): Promise<string[]> {
  const { id } = newsletterSubscribers;
  const isBounced = sql`${newsletterDeliveries.state} = 'bounced'`;
  const refusing = db
    .select({ provider: PROVIDER })
    .from(newsletterDeliveries)
    .innerJoin(newsletterSubscribers, eq(id, newsletterDeliveries.subscriberId))
    .groupBy(newsletterDeliveries.issueId, PROVIDER)
    .having(
      sql`count(*) filter (where ${isBounced}) >= ${PROVIDER_REJECTIONS_MAX}
        and count(*) filter (where ${isBounced}) * 2 > count(*)`,
    );
  const rows = await db
    .select({ id })
    .from(newsletterSubscribers)
    .where(and(inArray(id, [...ids]), sql`${PROVIDER} in ${refusing}`));
  return rows.map((row) => row.id);
}

/**
 * Counts a bounce for each address and saves the mail server's reply. Addresses whose provider refuses us don't count.
 *
 * @returns Ids of the subscribers that were counted, and of those whose addresses are now bounced.
 */
export async function countBounces(
  db: Database,
  { ids: all, responses, actor = SEND_JOB_ACTOR, now }: BounceInput,
): Promise<{ counted: string[]; ended: string[] }> {
  const refused = new Set(await findRefusedByProvider(db, all));
  const ids = all.filter((each) => !refused.has(each));
  if (ids.length === 0) return { counted: [], ended: [] };
  const { id, bounces, state } = newsletterSubscribers;
  const isBounced = inArray(id, ids);
  await db
    .update(newsletterSubscribers)
    .set({ bounces: sql`${bounces} + 1` })
    .where(isBounced);
  for (const subscriberId of ids) {
    const bounceMessage = responses.get(subscriberId)?.slice(0, BOUNCE_CHARACTERS_MAX).toWellFormed() ?? null;
    await db.update(newsletterSubscribers).set({ bounceMessage }).where(eq(id, subscriberId));
  }
  const ended = await db
    .update(newsletterSubscribers)
    .set({ state: "bounced", endedAt: now })
    .where(and(isBounced, eq(state, "active"), sql`${bounces} >= ${BOUNCES_MAX}`))
    .returning({ id, userId: newsletterSubscribers.userId });
  for (const subscriber of ended) {
    await recordChange(db, {
      actor,
      action: "newsletter.bounce",
      subject: { kind: "subscriber", id: subscriber.id },
      before: { state: "active" },
      after: { state: "bounced" },
      about: [subscriber.userId],
      now,
    });
  }
  return { counted: ids, ended: ended.map((subscriber) => subscriber.id) };
}
