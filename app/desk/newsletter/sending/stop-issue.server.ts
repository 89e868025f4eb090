import { and, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { deleteRejectedMails, withdrawMails } from "#app/core/mail/outbox.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";
import { type Issue, recordIssueChange } from "../issue/issues.server.ts";
import { SEND_JOB, SEND_JOB_ACTOR } from "./send-job.ts";

const MOSTLY_REJECTED =
  "The mail server rejected most mails, so the problem is probably on our side. Sending is paused. Ask your mail provider, then resume. No address was counted as bounced.";

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

/** Stops an issue whose mails the mail server mostly rejects, without counting bounces. */
export async function stopRejectedIssue(
  db: Database,
  { id, rejected, now }: { id: string; rejected: readonly string[]; now: Date },
): Promise<void> {
  await setBackToWaiting(db, { id, mailIds: rejected });
  await deleteRejectedMails(db, rejected);
  await withdrawQueued(db, id);
  const { state, version } = newsletterIssues;
  const stopped = await db
    .update(newsletterIssues)
    .set({ state: "stopped", problem: MOSTLY_REJECTED, updatedAt: now, version: sql`${version} + 1` })
    .where(and(eq(newsletterIssues.id, id), eq(state, "sending")))
    .returning({ id: newsletterIssues.id });
  if (stopped.length === 0) return;
  await recordChange(db, {
    actor: SEND_JOB_ACTOR,
    action: "newsletter.stop",
    subject: { kind: "newsletter", id },
    before: { state: "sending" },
    after: { state: "stopped", problem: MOSTLY_REJECTED },
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
      .set({ state: "sending", problem: null, updatedAt: now, version: issue.version + 1 })
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
    .set({ state: to, problem: null, updatedAt: now, version: sql`${newsletterIssues.version} + 1` })
    .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.state, from)))
    .returning({ id: newsletterIssues.id });
  if (changed.length === 0) return false;
  const did = to === "stopped" ? "stop" : "go-on";
  await recordIssueChange(db, { id, by, did, before: { state: from }, after: { state: to }, now });
  return true;
}
