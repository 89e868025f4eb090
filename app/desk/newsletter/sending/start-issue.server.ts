import { randomUUID } from "node:crypto";

import { and, asc, eq, lte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { slugify } from "#app/lib/slug.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { triggerJob } from "#app/platform/trigger-job.server.ts";

import { HTML_BYTES_MAX, renderIssueMail } from "../issue/issue-mail.ts";
import { loadCurrentContent, NEWSLETTER_TAG, findTakenSlugs } from "../issue/issues.server.ts";
import { SEND_JOB, SEND_JOB_ACTOR } from "./send-job.ts";
import { isRecipient } from "./recipients.server.ts";

export type StartOutcome =
  | "started"
  | "stale"
  | "closed"
  | "no-subject"
  | "nothing-in-it"
  | "no-receivers"
  | "too-large";

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
    if ((await tx.$count(newsletterDeliveries, eq(newsletterDeliveries.issueId, id))) === 0) return "no-receivers";
    await tx
      .update(newsletterIssues)
      .set({
        state: "sending",
        sendAt: null,
        problem: null,
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
      actor: by === null ? SEND_JOB_ACTOR : { kind: "staff", id: by.id },
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
    const problem = START_ERRORS[outcome];
    if (problem !== null) await backToDrafts(db, { id, problem, now });
    outcomes.push({ id, outcome });
  }
  return outcomes;
}

async function backToDrafts(
  db: Database,
  { id, problem, now }: { id: string; problem: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(newsletterIssues)
      .set({ state: "draft", sendAt: null, problem, updatedAt: now, version: sql`${newsletterIssues.version} + 1` })
      .where(and(eq(newsletterIssues.id, id), eq(newsletterIssues.state, "scheduled")))
      .returning({ id: newsletterIssues.id });
    if (changed.length === 0) return;
    await recordChange(tx, {
      actor: SEND_JOB_ACTOR,
      action: "newsletter.unschedule",
      subject: { kind: "newsletter", id },
      before: { state: "scheduled" },
      after: { state: "draft", problem },
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
  "no-receivers": "No subscribers have chosen this kind of issue.",
  "too-large": "The issue is larger than 98 KB, and Gmail cuts longer emails. Remove something.",
};
