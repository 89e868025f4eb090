import { and, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { retriedTransaction } from "#app/db/retried-transaction.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import type { Verdict } from "#app/features/mail/returned-mail.server.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { countBounces, REFUSALS_MAX } from "./send-issue.server.ts";

type Returned = { mailId: string; verdict: Verdict; words: string; actor: Actor; now: Date };

/**
 * "ended": the address gets nothing any more. "counted": it came back once. "noted": it was not delivered, which is not held
 * against the address. "too-many": so much of the issue came back that this says more of us than of them. "nothing": it says
 * nothing new. "unknown": there is no such mail, or none any more.
 */
export type NotedReturn = "ended" | "counted" | "noted" | "too-many" | "nothing" | "unknown";

/**
 * Takes down that a newsletter came back after a mail server had taken it: in the numbers of its issue and, where there is
 * nobody of that address, against the address, as if it had been refused at once. The same again changes nothing.
 */
export async function noteReturned(db: Database, returned: Returned): Promise<NotedReturn> {
  const { mailId, verdict } = returned;
  const [mail] = await db.select({ key: mails.key }).from(mails).where(eq(mails.id, mailId));
  if (mail === undefined) return "unknown";
  const [kind, issueId = "", subscriberId = ""] = mail.key.split(":");
  // A test goes to whoever asked for it.
  if (kind !== "newsletter" || !isUuid(issueId) || !isUuid(subscriberId)) return "nothing";
  if (verdict !== "no-receiver" && verdict !== "undelivered") return "nothing";
  // Tried again: whoever takes over what became of mails locks the deliveries first, and the issue after them.
  return retriedTransaction(db, (tx) => noteDelivery(tx, { ...returned, verdict, issueId, subscriberId }));
}

type Delivered = Returned & { verdict: "no-receiver" | "undelivered"; issueId: string; subscriberId: string };

async function noteDelivery(
  db: Database,
  { issueId, subscriberId, verdict, words, actor, now }: Delivered,
): Promise<NotedReturn> {
  const [issue] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, issueId)).for("update");
  const own = and(eq(newsletterDeliveries.issueId, issueId), eq(newsletterDeliveries.subscriberId, subscriberId));
  const [delivery] = await db.select().from(newsletterDeliveries).where(own).for("update");
  // "queued": the report was faster than the job that takes over what became of the mail.
  if (issue === undefined || (delivery?.state !== "sent" && delivery?.state !== "queued")) return "nothing";
  const isGone = verdict === "no-receiver";
  await db
    .update(newsletterDeliveries)
    .set({ state: isGone ? "bounced" : "failed", mailId: null })
    .where(own);
  if (issue.state === "sent") {
    const { sentCount, failedCount } = issue;
    await db
      .update(newsletterIssues)
      .set({ sentCount: Math.max(0, sentCount - 1), failedCount: failedCount + 1 })
      .where(eq(newsletterIssues.id, issueId));
  }
  if (!isGone) return "noted";
  if (await isAboutUs(db, issueId)) return "too-many";
  await db.update(newsletterSubscribers).set({ returnedAt: now }).where(eq(newsletterSubscribers.id, subscriberId));
  const ended = await countBounces(db, { ids: [subscriberId], words: new Map([[subscriberId, words]]), actor, now });
  return ended.length > 0 ? "ended" : "counted";
}

/** The same measure as for those who are refused at once, see `REFUSALS_MAX`. */
async function isAboutUs(db: Database, issueId: string): Promise<boolean> {
  const own = eq(newsletterDeliveries.issueId, issueId);
  const returnedCount = await db.$count(newsletterDeliveries, and(own, eq(newsletterDeliveries.state, "bounced")));
  return returnedCount >= REFUSALS_MAX && returnedCount * 2 > (await db.$count(newsletterDeliveries, own));
}
