import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { retryTransaction } from "#app/db/retry-transaction.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import type { Actor } from "#app/core/audit/audit.server.ts";
import type { Verdict } from "#app/core/mail/returned-mail.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { countBounces, REJECTIONS_MAX } from "./delivery-outcomes.server.ts";

type ReturnedMail = { mailId: string; verdict: Verdict; response: string; actor: Actor; now: Date };

/**
 * "ended": the address is now bounced. "counted": its first bounce. "noted": not delivered otherwise. "too-many": the
 * problem is on our side. "nothing": no news. "unknown": no such mail.
 */
export type ReturnOutcome = "ended" | "counted" | "noted" | "too-many" | "nothing" | "unknown";

/**
 * Records that a newsletter came back after it was accepted: in the counts of its issue and, if the
 * address doesn't exist, as a bounce of the address. Repeated reports change nothing.
 */
export async function recordReturnedNewsletter(db: Database, returned: ReturnedMail): Promise<ReturnOutcome> {
  const { mailId, verdict } = returned;
  const [mail] = await db.select({ key: mails.key }).from(mails).where(eq(mails.id, mailId));
  if (mail === undefined) return "unknown";
  const [kind, issueId = "", subscriberId = ""] = mail.key.split(":");
  // A test mail has no subscriber.
  if (kind !== "newsletter" || !isUuid(issueId) || !isUuid(subscriberId)) return "nothing";
  if (verdict !== "no-receiver" && verdict !== "undelivered") return "nothing";
  // Retried on deadlock: `recordOutcomes` locks the deliveries before the issue.
  return retryTransaction(db, (tx) => recordReturn(tx, { ...returned, verdict, issueId, subscriberId }));
}

type DeliveryReturn = ReturnedMail & { verdict: "no-receiver" | "undelivered"; issueId: string; subscriberId: string };

async function recordReturn(
  db: Database,
  { issueId, subscriberId, verdict, response, actor, now }: DeliveryReturn,
): Promise<ReturnOutcome> {
  const [issue] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId)).for("update");
  const own = and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.subscriberId, subscriberId));
  const [delivery] = await db.select().from(newsletterDeliveries).where(own).for("update");
  // "queued": the report arrived before the job recorded that the mail was sent.
  if (issue === undefined || (delivery?.state !== "sent" && delivery?.state !== "queued")) return "nothing";
  const isBounce = verdict === "no-receiver";
  await db
    .update(newsletterDeliveries)
    .set({ state: isBounce ? "bounced" : "failed", mailId: null })
    .where(own);
  if (issue.state === "sent") {
    const { sentCount, failedCount } = issue;
    await db
      .update(newsletterIssues)
      .set({ sentCount: Math.max(0, sentCount - 1), failedCount: failedCount + 1 })
      .where(eq(newsletterIssues.id, issueId));
  }
  if (!isBounce) return "noted";
  if (await isOwnProblem(db, issueId)) return "too-many";
  const { counted, ended } = await countBounces(db, {
    ids: [subscriberId],
    responses: new Map([[subscriberId, response]]),
    actor,
    now,
  });
  if (counted.length === 0) return "too-many";
  await db.update(newsletterSubscribers).set({ lateBounceAt: now }).where(eq(newsletterSubscribers.id, subscriberId));
  return ended.length > 0 ? "ended" : "counted";
}

/** The same threshold as for immediate rejections, see `REJECTIONS_MAX`. */
async function isOwnProblem(db: Database, issueId: string): Promise<boolean> {
  const own = eq(newsletterDeliveries.issueId, issueId);
  const returnedCount = await db.$count(newsletterDeliveries, and(own, eq(newsletterDeliveries.state, "bounced")));
  return returnedCount >= REJECTIONS_MAX && returnedCount * 2 > (await db.$count(newsletterDeliveries, own));
}
