import { randomUUID } from "node:crypto";

import { and, asc, count, eq, inArray, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { queueBulkMail } from "#app/core/mail/outbox.server.ts";

import { KEY_PLACEHOLDER_NAME, UNSUBSCRIBE_URL } from "../issue/issue-mail.ts";
import { createSubscriberKeys } from "../subscribers/subscriber-key.server.ts";
import { SEND_JOB_ACTOR } from "./send-job.ts";
import { isRecipient } from "./recipients.server.ts";

/** Mails of one issue in the outbox at a time; these can be withdrawn when an editor stops the issue. */
export const QUEUED_MAX = 500;

/**
 * Queues the next mails of an issue, up to `QUEUED_MAX` in the outbox. Deliveries are updated in the same transaction, so
 * that a crash queues nothing and no one is queued twice.
 *
 * @returns The number of mails queued.
 */
export async function queueIssueMails(db: Database, { id, now }: { id: string; now: Date }): Promise<number> {
  return db.transaction(async (tx) => {
    // Locked against stopping and against another instance.
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue?.state !== "sending" || issue.bodyText === null || issue.bodyHtml === null) return 0;
    const own = eq(newsletterDeliveries.issueId, id);
    const queuedCount = await tx.$count(newsletterDeliveries, and(own, eq(newsletterDeliveries.state, "queued")));
    if (queuedCount >= QUEUED_MAX) return 0;
    const next = await tx
      .select({
        subscriberId: newsletterSubscribers.id,
        address: newsletterSubscribers.email,
        userId: newsletterSubscribers.userId,
        isReceiver: sql<boolean>`coalesce(${isRecipient(issue, now)}, false)`,
      })
      .from(newsletterDeliveries)
      .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
      .where(and(own, eq(newsletterDeliveries.state, "waiting")))
      .orderBy(asc(newsletterDeliveries.subscriberId))
      .limit(QUEUED_MAX - queuedCount)
      // A concurrent unsubscribe waits for the lock, and then withdraws the queued mail.
      .for("update", { of: newsletterSubscribers });
    // Subscribers who unsubscribed or paused since the start don't get the issue.
    const skipped = next.filter((row) => !row.isReceiver).map(({ subscriberId }) => subscriberId);
    if (skipped.length > 0) {
      await tx
        .update(newsletterDeliveries)
        .set({ state: "skipped" })
        .where(and(own, inArray(newsletterDeliveries.subscriberId, skipped)));
    }
    const receivers = next.filter((row) => row.isReceiver);
    const keys = await createSubscriberKeys(
      tx,
      receivers.map(({ subscriberId }) => subscriberId),
      now,
    );
    const queued = receivers.map((row, index) => ({ ...row, id: randomUUID(), key: keys[index] ?? "" }));
    await queueBulkMail(
      tx,
      {
        subject: issue.subject,
        text: issue.bodyText,
        html: issue.bodyHtml,
        headers: LIST_HEADERS,
        mails: queued.map(({ id: mailId, subscriberId, address, userId, key }) => ({
          id: mailId,
          key: `newsletter:${id}:${subscriberId}`,
          userId,
          address,
          placeholderValues: { [KEY_PLACEHOLDER_NAME]: key },
        })),
      },
      now,
    );
    await markQueued(tx, id, queued);
    return queued.length;
  });
}

async function markQueued(
  db: Database,
  issueId: string,
  queued: readonly { id: string; subscriberId: string }[],
): Promise<void> {
  if (queued.length === 0) return;
  const pairs = sql.join(
    queued.map(({ id, subscriberId }) => sql`(${subscriberId}::uuid, ${id}::uuid)`),
    sql`, `,
  );
  await db.execute(sql`
    update newsletter_deliveries d set state = 'queued', mail_id = pairs.mail_id
    from (values ${pairs}) as pairs (subscriber_id, mail_id)
    where d.issue_id = ${issueId} and d.subscriber_id = pairs.subscriber_id`);
}

/** Sources: RFC 8058 for the first two, RFC 2919 for the third. */
const LIST_HEADERS = {
  "List-Unsubscribe": `<${UNSUBSCRIBE_URL}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "List-Id": "Rowhouse newsletter <newsletter.%MAIL_DOMAIN%>",
  Precedence: "bulk",
};

export type Progress = Record<
  "waiting" | "queued" | "sent" | "not-sent" | "bounced" | "failed" | "skipped" | "all",
  number
>;

/** Number of an issue's deliveries by state. */
export async function loadProgress(db: Database, id: string): Promise<Progress> {
  const rows = await db
    .select({ state: newsletterDeliveries.state, count: count() })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, id))
    .groupBy(newsletterDeliveries.state);
  const none = { waiting: 0, queued: 0, sent: 0, "not-sent": 0, bounced: 0, failed: 0, skipped: 0 };
  const counted = Object.fromEntries(rows.map((row) => [row.state, row.count]));
  return { ...none, ...counted, all: rows.reduce((sum, row) => sum + row.count, 0) };
}

/** Marks an issue as sent when nothing is waiting, and saves its counts, which outlive the deliveries. */
export async function finishIssue(db: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue?.state !== "sending") return false;
    const { waiting, queued, sent, "not-sent": notSent, bounced, failed } = await loadProgress(tx, id);
    if (waiting + queued > 0) return false;
    await tx
      .update(newsletterIssues)
      .set({ state: "sent", finishedAt: now, updatedAt: now, sentCount: sent + notSent, failedCount: bounced + failed })
      .where(eq(newsletterIssues.id, id));
    await recordChange(tx, {
      actor: SEND_JOB_ACTOR,
      action: "newsletter.finish",
      subject: { kind: "newsletter", id },
      before: { state: "sending" },
      after: { state: "sent", sent: sent + notSent, failed: bounced + failed },
      now,
    });
    return true;
  });
}

/** Issues being sent, or stopped with mails that may still be on their way. */
export async function listActiveIssues(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(or(eq(newsletterIssues.state, "sending"), eq(newsletterIssues.state, "stopped")))
    .orderBy(asc(newsletterIssues.startedAt));
  return rows.map(({ id }) => id);
}
