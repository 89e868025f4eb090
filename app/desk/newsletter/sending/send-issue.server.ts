import { randomUUID } from "node:crypto";

import { and, asc, count, eq, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { deleteBouncedMails, queueBulkMail, withdrawMails } from "#app/core/mail/outbox.server.ts";
import { slugify } from "#app/lib/slug.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { HTML_BYTES_MAX, renderIssueMail, KEY_PLACEHOLDER_NAME, UNSUBSCRIBE_URL } from "../issue/issue-mail.ts";
import {
  loadCurrentContent,
  findIssue,
  type Issue,
  NEWSLETTER_TAG,
  recordIssueChange,
  findTakenSlugs,
} from "../issue/issues.server.ts";
import { createSubscriberKeys } from "../subscribers/subscriber-key.server.ts";

/** The name of the sending job, see send-newsletters.job.ts. */
export const SEND_JOB = "send-newsletters";
const JOB = { kind: "job", id: SEND_JOB } as const;

/** Mails of one issue in the outbox at a time; these can be withdrawn when an editor stops the issue. */
export const QUEUED_MAX = 500;

/**
 * If at least this many mails of a batch, and more than half, are rejected as unknown addresses, the problem is on our
 * side: a relay that rejects everything must not empty the list.
 */
export const REJECTIONS_MAX = 10;
const MOSTLY_REJECTED =
  "The mail server rejected most addresses, so the problem is probably on our side. Sending is paused. Ask your mail provider, then resume. No address was counted as bounced.";

/** Consecutive bounces after which an address counts as bounced. A single one may be a server's mistake. */
export const BOUNCES_MAX = 2;

/** The subscribers who get an issue at an instant: active, not paused, with the right choice and no deleted account. */
export function isRecipient({ neighborhoodSlug }: Pick<Issue, "neighborhoodSlug">, now: Date) {
  const { state, wantsWeekly, pausedUntil, userId, mailbox, neighborhoods } = newsletterSubscribers;
  const at = sql`${now.toISOString()}::timestamptz`;
  return and(
    eq(state, "active"),
    sql`(${pausedUntil} is null or ${pausedUntil} <= ${at})`,
    neighborhoodSlug === null ? eq(wantsWeekly, true) : sql`${neighborhoodSlug} = any(${neighborhoods})`,
    sql`not exists (select 1 from users u where u.id = ${userId} and u.deleted_at is not null)`,
    // Also excludes subscriptions with the address of a deleted account.
    sql`(${userId} is not null or ${mailbox} not in (
      select u.email from users u where u.deleted_at is not null and u.email is not null))`,
  );
}

export function countRecipients(db: Database, issue: Pick<Issue, "neighborhoodSlug">, now: Date): Promise<number> {
  return db.$count(newsletterSubscribers, isRecipient(issue, now));
}

export type StartOutcome = "started" | "stale" | "closed" | "no-subject" | "nothing-in-it" | "nobody" | "too-large";

/** `by`: the editor, and when the issue that they saw was last changed. Null for a scheduled start. */
type StartInput = { id: string; by: { id: string; seenAt: number } | null; postalAddress: string | null; now: Date };

/**
 * Starts sending an issue: freezes its content, puts it in the archive and creates a delivery for each subscriber, all in
 * one transaction.
 */
export async function startIssue(db: Database, { id, by, postalAddress, now }: StartInput): Promise<StartOutcome> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue === undefined || issue.deletedAt !== null || !["draft", "scheduled"].includes(issue.state))
      return "closed";
    if (by !== null && issue.updatedAt.getTime() !== by.seenAt) return "stale";
    if (issue.subject === "") return "no-subject";
    const { content } = await loadCurrentContent(tx, issue, now);
    if (content.entries.length === 0 && content.intro.trim() === "") return "nothing-in-it";
    const slug = await freeSlug(tx, issue.subject, now);
    const { text, html } = renderIssueMail({ content, slug, postalAddress });
    if (Buffer.byteLength(html) > HTML_BYTES_MAX) return "too-large";
    const receivers = tx
      .select({
        issueId: sql`${id}::uuid`.as("issue_id"),
        subscriberId: newsletterSubscribers.id,
        state: sql`'waiting'`.as("state"),
        mailId: sql`null::uuid`.as("mail_id"),
      })
      .from(newsletterSubscribers)
      .where(isRecipient(issue, now));
    await tx.insert(newsletterDeliveries).select(receivers);
    if ((await tx.$count(newsletterDeliveries, eq(newsletterDeliveries.issueId, id))) === 0) return "nobody";
    await tx
      .update(newsletterIssues)
      .set({
        state: "sending",
        sendAt: null,
        trouble: null,
        startedAt: now,
        updatedAt: now,
        slug,
        content,
        bodyText: text,
        bodyHtml: html,
        version: issue.version + 1,
      })
      .where(eq(newsletterIssues.id, id));
    await recordChange(tx, {
      actor: by === null ? JOB : { kind: "staff", id: by.id },
      action: "newsletter.start",
      subject: { kind: "newsletter", id },
      before: { state: issue.state },
      after: { subject: issue.subject, slug },
      now,
    });
    await invalidatePages(tx, [NEWSLETTER_TAG]);
    await triggerJob(tx, SEND_JOB);
    return "started";
  });
}

/** A slug from the subject, with the date and then a number if it is taken. */
async function freeSlug(db: Database, subject: string, now: Date): Promise<string> {
  const base = slugify(subject).slice(0, 60).replace(/-$/, "") || "issue";
  const dated = `${base}-${now.toISOString().slice(0, 10)}`;
  const candidates = [base, dated, ...Array.from({ length: 20 }, (_, n) => `${dated}-${n + 2}`)];
  const taken = await findTakenSlugs(db, candidates);
  return candidates.find((slug) => !taken.has(slug)) ?? `issue-${randomUUID()}`;
}

/** Starts due issues. An issue that can't be sent goes back to the drafts with the reason. */
export async function startDueIssues(
  db: Database,
  { postalAddress, now }: { postalAddress: string | null; now: Date },
): Promise<{ id: string; outcome: StartOutcome }[]> {
  const due = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(and(eq(newsletterIssues.state, "scheduled"), lte(newsletterIssues.sendAt, now)))
    .orderBy(asc(newsletterIssues.sendAt));
  const outcomes = [];
  for (const { id } of due) {
    const outcome = await startIssue(db, { id, by: null, postalAddress, now });
    const trouble = START_ERRORS[outcome];
    if (trouble !== null) await backToDrafts(db, { id, trouble, now });
    outcomes.push({ id, outcome });
  }
  return outcomes;
}

async function backToDrafts(
  db: Database,
  { id, trouble, now }: { id: string; trouble: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(newsletterIssues)
      .set({ state: "draft", sendAt: null, trouble, updatedAt: now, version: sql`${newsletterIssues.version} + 1` })
      .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.state, "scheduled")))
      .returning({ id: newsletterIssues.id });
    if (changed.length === 0) return;
    await recordChange(tx, {
      actor: JOB,
      action: "newsletter.unschedule",
      subject: { kind: "newsletter", id },
      before: { state: "scheduled" },
      after: { state: "draft", trouble },
      now,
    });
  });
}

/** Error messages for issues that can't be started. */
export const START_ERRORS: Record<StartOutcome, string | null> = {
  started: null,
  closed: null,
  stale: "Another editor has changed the issue since you opened it. Review it before you send it.",
  "no-subject": "The issue has no subject. Add one, then send it.",
  "nothing-in-it": "The issue is empty. Write an introduction, or add a guide or place.",
  nobody: "No subscribers have chosen this kind of issue.",
  "too-large": "The issue is larger than 98 KB, and Gmail cuts longer emails. Remove something.",
};

/** Stops sending. Mails that the mail server has or may have stay queued; the others go back to waiting. */
export async function stopIssue(
  db: Database,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stopped = await setState(tx, { id, by, from: "sending", to: "stopped", now });
    if (!stopped) return false;
    await withdrawQueued(tx, id);
    return true;
  });
}

/** Withdraws an issue's mails from the outbox that were never handed to the mail server. */
async function withdrawQueued(db: Database, id: string): Promise<void> {
  const queued = await db
    .select({ mailId: newsletterDeliveries.mailId })
    .from(newsletterDeliveries)
    .where(and(eq(newsletterDeliveries.issueId, id), eq(newsletterDeliveries.state, "queued")));
  const ids = queued.flatMap(({ mailId }) => mailId ?? []);
  await setBackToWaiting(db, { id, mailIds: await withdrawMails(db, ids) });
}

async function setBackToWaiting(
  db: Database,
  { id, mailIds }: { id: string; mailIds: readonly string[] },
): Promise<void> {
  if (mailIds.length === 0) return;
  await db
    .update(newsletterDeliveries)
    .set({ state: "waiting", mailId: null })
    .where(and(eq(newsletterDeliveries.issueId, id), inArray(newsletterDeliveries.mailId, [...mailIds])));
}

/** Stops an issue whose addresses the mail server mostly rejects, without counting the bounces. */
async function stopRejectedIssue(
  db: Database,
  { id, rejected, now }: { id: string; rejected: readonly string[]; now: Date },
): Promise<void> {
  await setBackToWaiting(db, { id, mailIds: rejected });
  await deleteBouncedMails(db, rejected);
  await withdrawQueued(db, id);
  const { state, version } = newsletterIssues;
  const stopped = await db
    .update(newsletterIssues)
    .set({ state: "stopped", trouble: MOSTLY_REJECTED, updatedAt: now, version: sql`${version} + 1` })
    .where(and(eq(newsletterIssues.id, id), eq(state, "sending")))
    .returning({ id: newsletterIssues.id });
  if (stopped.length === 0) return;
  await recordChange(db, {
    actor: JOB,
    action: "newsletter.stop",
    subject: { kind: "newsletter", id },
    before: { state: "sending" },
    after: { state: "stopped", trouble: MOSTLY_REJECTED },
    now,
  });
}

export async function resumeIssue(
  db: Database,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isResumed = await setState(tx, { id, by, from: "stopped", to: "sending", now });
    if (isResumed) await triggerJob(tx, SEND_JOB);
    return isResumed;
  });
}

/**
 * Ends a stopped issue: waiting subscribers won't get it. The job records the outcome of mails that the mail server may
 * already have, and then marks the issue as sent.
 */
export async function endIssue(db: Database, { id, by, now }: { id: string; by: string; now: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue?.state !== "stopped") return false;
    await withdrawQueued(tx, id);
    const { issueId, state } = newsletterDeliveries;
    const waiting = and(eq(issueId, id), eq(state, "waiting"));
    const notSent = await tx.$count(newsletterDeliveries, waiting);
    await tx.delete(newsletterDeliveries).where(waiting);
    await tx
      .update(newsletterIssues)
      .set({ state: "sending", trouble: null, updatedAt: now, version: issue.version + 1 })
      .where(eq(newsletterIssues.id, id));
    await recordIssueChange(tx, { id, by, did: "end", before: { state: issue.state }, after: { notSent }, now });
    await triggerJob(tx, SEND_JOB);
    return true;
  });
}

async function setState(
  db: Database,
  { id, by, from, to, now }: { id: string; by: string; from: Issue["state"]; to: Issue["state"]; now: Date },
): Promise<boolean> {
  const changed = await db
    .update(newsletterIssues)
    .set({ state: to, trouble: null, updatedAt: now, version: sql`${newsletterIssues.version} + 1` })
    .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.state, from)))
    .returning({ id: newsletterIssues.id });
  if (changed.length === 0) return false;
  const did = to === "stopped" ? "stop" : "go-on";
  await recordIssueChange(db, { id, by, did, before: { state: from }, after: { state: to }, now });
  return true;
}

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
        address: newsletterSubscribers.address,
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
        .set({ state: "left" })
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
          marks: { [KEY_PLACEHOLDER_NAME]: key },
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
        trouble: mails.trouble,
        outcome: sql<"sent" | "bounced" | "failed" | "kept" | null>`case
          when ${mails.id} is null then 'failed' when ${mails.sentAt} is not null then 'sent'
          when ${mails.isBounced} then 'bounced' when ${mails.gaveUpAt} is not null then 'failed'
          when ${mails.tryAt} is null then 'kept' end`,
      })
      .from(newsletterDeliveries)
      .leftJoin(mails, eq(mails.id, newsletterDeliveries.mailId))
      .where(and(eq(newsletterDeliveries.issueId, id), eq(newsletterDeliveries.state, "queued")))
      .for("update", { of: newsletterDeliveries });
    const rejected = rows.flatMap(({ outcome, mailId }) => (outcome === "bounced" ? (mailId ?? []) : []));
    const triedCount = rows.filter(({ outcome }) => outcome !== null).length;
    const isOwnProblem = rejected.length >= REJECTIONS_MAX && rejected.length * 2 > triedCount;
    if (isOwnProblem) await stopRejectedIssue(tx, { id, rejected, now });
    for (const outcome of ["sent", "bounced", "failed", "kept"] as const) {
      const ids = rows.filter((row) => row.outcome === outcome).map(({ subscriberId }) => subscriberId);
      if (ids.length === 0 || (isOwnProblem && outcome === "bounced")) continue;
      await tx
        .update(newsletterDeliveries)
        .set({ state: outcome, mailId: null })
        .where(and(eq(newsletterDeliveries.issueId, id), inArray(newsletterDeliveries.subscriberId, ids)));
      if (outcome === "sent") await resetBounces(tx, { ids, now });
      if (outcome === "bounced") {
        const words = new Map(rows.map(({ subscriberId, trouble }) => [subscriberId, trouble]));
        await countBounces(tx, { ids, words, now });
      }
    }
  });
}

/**
 * Some servers accept each mail and return it hours later, so an accepted mail resets the bounce count only if none has
 * come back for this many days. Longer than the interval of monthly issues.
 */
export const RETURNED_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

async function resetBounces(db: Database, { ids, now }: { ids: readonly string[]; now: Date }): Promise<void> {
  const { id, bounces, returnedAt } = newsletterSubscribers;
  const isLongAgo = lt(returnedAt, new Date(now.getTime() - RETURNED_DAYS * DAY_MS));
  await db
    .update(newsletterSubscribers)
    .set({ bounces: 0, bounceWords: null, returnedAt: null })
    .where(and(inArray(id, [...ids]), sql`${bounces} > 0`, or(isNull(returnedAt), isLongAgo)));
}

/** Length to which a mail server's reply is cut. */
const BOUNCE_CHARACTERS_MAX = 300;

type BounceInput = { ids: readonly string[]; words: ReadonlyMap<string, string | null>; actor?: Actor; now: Date };

/**
 * Counts a bounce for each address and saves the mail server's reply.
 *
 * @returns Ids of the subscribers whose addresses are now bounced.
 */
export async function countBounces(db: Database, { ids, words, actor = JOB, now }: BounceInput): Promise<string[]> {
  const { id, bounces, state } = newsletterSubscribers;
  const isBounced = inArray(id, [...ids]);
  await db
    .update(newsletterSubscribers)
    .set({ bounces: sql`${bounces} + 1` })
    .where(isBounced);
  for (const subscriberId of ids) {
    const bounceWords = words.get(subscriberId)?.slice(0, BOUNCE_CHARACTERS_MAX).toWellFormed() ?? null;
    await db.update(newsletterSubscribers).set({ bounceWords }).where(eq(id, subscriberId));
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
  return ended.map((subscriber) => subscriber.id);
}

export type Progress = Record<"waiting" | "queued" | "sent" | "kept" | "bounced" | "failed" | "left" | "all", number>;

/** Number of an issue's deliveries by state. */
export async function loadProgress(db: Database, id: string): Promise<Progress> {
  const rows = await db
    .select({ state: newsletterDeliveries.state, count: count() })
    .from(newsletterDeliveries)
    .where(eq(newsletterDeliveries.issueId, id))
    .groupBy(newsletterDeliveries.state);
  const none = { waiting: 0, queued: 0, sent: 0, kept: 0, bounced: 0, failed: 0, left: 0 };
  const counted = Object.fromEntries(rows.map((row) => [row.state, row.count]));
  return { ...none, ...counted, all: rows.reduce((sum, row) => sum + row.count, 0) };
}

/** Marks an issue as sent when nothing is waiting, and saves its counts, which outlive the deliveries. */
export async function finishIssue(db: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue?.state !== "sending") return false;
    const { waiting, queued, sent, kept, bounced, failed } = await loadProgress(tx, id);
    if (waiting + queued > 0) return false;
    await tx
      .update(newsletterIssues)
      .set({ state: "sent", finishedAt: now, updatedAt: now, sentCount: sent + kept, failedCount: bounced + failed })
      .where(eq(newsletterIssues.id, id));
    await recordChange(tx, {
      actor: JOB,
      action: "newsletter.finish",
      subject: { kind: "newsletter", id },
      before: { state: "sending" },
      after: { state: "sent", sent: sent + kept, failed: bounced + failed },
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

type TestMailInput = { id: string; by: string; address: string; postalAddress: string | null; now: Date };

/** Mails the current issue to one address, with an invalid key in its links. The audit log omits the address. */
export async function sendTest(
  db: Database,
  { id, by, address, postalAddress, now }: TestMailInput,
): Promise<"sent" | "gone" | "too-large"> {
  const issue = await findIssue(db, id);
  if (issue === null) return "gone";
  const { content } = await loadCurrentContent(db, issue, now);
  const { text, html } = renderIssueMail({ content, slug: issue.slug, postalAddress });
  if (Buffer.byteLength(html) > HTML_BYTES_MAX) return "too-large";
  const mail = { id: randomUUID(), key: `newsletter-test:${randomUUID()}`, userId: null, address };
  const subject = `[Test] ${issue.subject === "" ? "No subject yet" : issue.subject}`;
  await db.transaction(async (tx) => {
    await queueBulkMail(
      tx,
      { subject, text, html, headers: {}, mails: [{ ...mail, marks: { [KEY_PLACEHOLDER_NAME]: "test" } }] },
      now,
    );
    await triggerJob(tx, "send-mails");
    await recordIssueChange(tx, { id, by, did: "test", before: null, after: { subject: issue.subject }, now });
  });
  return "sent";
}
