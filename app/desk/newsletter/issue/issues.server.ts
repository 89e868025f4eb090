import { and, desc, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { type EditableIssueItem, listEditableItems } from "./issue-content.server.ts";
import { type IssueContent, type IssueText } from "./issue.ts";

export type Issue = typeof newsletterIssues.$inferSelect;

/** States in which an issue can be changed. */
const OPEN_STATES: Issue["state"][] = ["draft", "scheduled"];

export const ISSUES_PER_PAGE = 20;
export const ISSUES_PAGE_MAX = 200;

export async function createIssue(db: Database, { by, now }: { by: string; now: Date }): Promise<string> {
  return db.transaction(async (tx) => {
    const [issue] = await tx
      .insert(newsletterIssues)
      .values({ subject: "", preview: "", intro: "", createdAt: now, updatedAt: now })
      .returning({ id: newsletterIssues.id });
    if (issue === undefined) throw new Error("The issue was not written");
    await recordIssueChange(tx, { id: issue.id, by, did: "begin", before: null, after: {}, now });
    return issue.id;
  });
}

type IssueLogEntry = { id: string; by: string; did: string; before: Json | null; after: Json | null; now: Date };

/** Writes an editor's action on an issue to the audit log. */
export async function recordIssueChange(
  db: Database,
  { id, by, did, before, after, now }: IssueLogEntry,
): Promise<void> {
  const actor = { kind: "staff", id: by } as const;
  await recordChange(db, {
    actor,
    action: `newsletter.${did}`,
    subject: { kind: "newsletter", id },
    before,
    after,
    now,
  });
}

export async function findIssue(db: Database, id: string): Promise<Issue | null> {
  const [issue] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id));
  return issue ?? null;
}

/** One page of all issues, newest first. Served by newsletter_issues_by_day. */
export async function listIssues(db: Database, { page }: { page: number }) {
  const isNotDeleted = isNull(newsletterIssues.deletedAt);
  const total = await db.$count(newsletterIssues, isNotDeleted);
  const items = await db
    .select()
    .from(newsletterIssues)
    .where(isNotDeleted)
    .orderBy(desc(newsletterIssues.createdAt), desc(newsletterIssues.id))
    .limit(ISSUES_PER_PAGE)
    .offset((page - 1) * ISSUES_PER_PAGE);
  return { items, total, pageCount: Math.max(1, Math.ceil(total / ISSUES_PER_PAGE)) };
}

/** "stale": another editor has changed the issue since. "closed": it is being sent, or was deleted. */
export type ChangeOutcome = "changed" | "stale" | "closed";

/** The issue to change and the editor. */
export type IssueChange = { id: string; by: string; now: Date };

/** The columns to set (null if the change is elsewhere), and the entry for the audit log. */
type OpenChange = {
  set: Partial<typeof newsletterIssues.$inferInsert> | null;
  before: Json | null;
  after: Json | null;
};

/** Changes an issue that isn't being sent yet, under a lock. A version of null skips the version check. */
export async function changeOpenIssue(
  db: Database,
  { id, by, did, version, now }: IssueChange & { did: string; version: number | null },
  change: (tx: Database, issue: Issue) => Promise<OpenChange | null>,
): Promise<ChangeOutcome> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue === undefined || issue.deletedAt !== null || !OPEN_STATES.includes(issue.state)) return "closed";
    if (version !== null && issue.version !== version) return "stale";
    const changed = await change(tx, issue);
    if (changed === null) return "changed";
    const { set, before, after } = changed;
    await recordIssueChange(tx, { id, by, did, before, after, now });
    if (set === null) return "changed";
    await tx
      .update(newsletterIssues)
      // Items are changed one by one and can't overwrite text, so only text changes the version.
      .set({ ...set, version: issue.version + (Object.keys(set).length > 0 ? 1 : 0), updatedAt: now })
      .where(eq(newsletterIssues.id, id));
    return "changed";
  });
}

/** The current text of each field of `IssueText`. */
const CURRENT_TEXT: Record<string, (issue: Issue) => string | null> = {
  subject: ({ subject }) => subject,
  preview: ({ preview }) => preview,
  intro: ({ intro }) => intro,
  neighborhoodSlug: ({ neighborhoodSlug }) => neighborhoodSlug,
};

/** The outcome, the issue's version afterwards, and whether its text already was the same. */
type SaveOutcome = { change: ChangeOutcome; version: number; isSame: boolean };

/** Saves an issue's text. Saving the same text changes nothing. */
export async function saveIssueText(
  db: Database,
  { text, version, ...which }: IssueChange & { version: number; text: IssueText },
): Promise<SaveOutcome> {
  const saved: SaveOutcome = { change: "changed", version, isSame: true };
  const change = await changeOpenIssue(db, { ...which, did: "save", version: null }, async (_tx, issue) => {
    saved.isSame = Object.entries(text).every(([name, text]) => CURRENT_TEXT[name]?.(issue) === text);
    saved.version = issue.version;
    if (issue.version !== version) saved.change = "stale";
    if (saved.isSame || saved.change === "stale") return null;
    saved.version = issue.version + 1;
    const { subject, preview, intro, neighborhoodSlug } = issue;
    return { set: text, before: { subject, preview, intro, neighborhoodSlug }, after: text };
  });
  return change === "changed" ? saved : { ...saved, change, isSame: false };
}

/** Schedules an issue to be sent automatically; null moves it back to the drafts. */
export function scheduleIssue(
  db: Database,
  { sendAt, ...which }: IssueChange & { version: number; sendAt: Date | null },
): Promise<ChangeOutcome> {
  return changeOpenIssue(db, { ...which, did: sendAt === null ? "unschedule" : "schedule" }, async (_tx, issue) => ({
    set: { state: sendAt === null ? "draft" : "scheduled", sendAt, problem: null },
    before: { sendAt: issue.sendAt?.toISOString() ?? null },
    after: { sendAt: sendAt?.toISOString() ?? null },
  }));
}

export async function deleteIssue(db: Database, which: IssueChange): Promise<ChangeOutcome> {
  return changeOpenIssue(db, { ...which, did: "delete", version: null }, async (_tx, { subject, sendAt }) => ({
    // Unscheduled, so that a restored issue isn't sent at a forgotten time.
    set: { state: "draft", sendAt: null, deletedAt: which.now },
    before: { subject, sendAt: sendAt?.toISOString() ?? null },
    after: null,
  }));
}

/** Restores a deleted draft; false if it isn't deleted or was purged. */
export async function restoreIssue(db: Database, { id, by, now }: IssueChange): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [restored] = await tx
      .update(newsletterIssues)
      .set({ deletedAt: null, updatedAt: now })
      .where(and(eq(newsletterIssues.id, id), isNotNull(newsletterIssues.deletedAt)))
      .returning({ subject: newsletterIssues.subject });
    if (restored === undefined) return false;
    await recordIssueChange(tx, { id, by, did: "restore", before: null, after: restored, now });
    return true;
  });
}

/** Deleted drafts that can be restored, latest deleted first. Served by newsletter_issues_deleted_at. */
export function listDeletedIssues(db: Database): Promise<Issue[]> {
  return db
    .select()
    .from(newsletterIssues)
    .where(isNotNull(newsletterIssues.deletedAt))
    .orderBy(desc(newsletterIssues.deletedAt))
    .limit(ISSUES_PER_PAGE);
}

export async function purgeDeletedIssues(db: Database, before: Date): Promise<void> {
  await db.delete(newsletterIssues).where(lt(newsletterIssues.deletedAt, before));
}

/** Hides an issue from the archive, its feed and the sitemap, or shows it again; false if nothing changed. */
export async function setArchiveVisibility(
  db: Database,
  { id, by, isShown, now }: IssueChange & { isShown: boolean },
): Promise<boolean> {
  const { startedAt, withdrawnAt } = newsletterIssues;
  return db.transaction(async (tx) => {
    const isOpposite = isShown ? isNotNull(withdrawnAt) : isNull(withdrawnAt);
    const [changed] = await tx
      .update(newsletterIssues)
      .set({ withdrawnAt: isShown ? null : now })
      .where(and(eq(newsletterIssues.id, id), isNotNull(startedAt), isOpposite))
      .returning({ slug: newsletterIssues.slug });
    if (changed === undefined) return false;
    const did = isShown ? "put-back" : "take-down";
    const state = (isInArchive: boolean) => ({ slug: changed.slug, isInArchive });
    await recordIssueChange(tx, { id, by, did, before: state(!isShown), after: state(isShown), now });
    await invalidatePages(tx, [NEWSLETTER_TAG]);
    return true;
  });
}

/** Cache tag of the archive's pages, its feed, and other lists of issues. */
export const NEWSLETTER_TAG = "newsletter";

/** An issue as it would be mailed now, without unpublished or closed items. */
export async function loadCurrentContent(
  db: Database,
  issue: Issue,
  now: Date,
): Promise<{ content: IssueContent; items: EditableIssueItem[] }> {
  const items = await listEditableItems(db, issue.id, now);
  const { subject, preview, intro } = issue;
  const [area] =
    issue.neighborhoodSlug === null
      ? []
      : await db
          .select({ name: neighborhoods.name })
          .from(neighborhoods)
          .where(eq(neighborhoods.slug, issue.neighborhoodSlug));
  const neighborhood = issue.neighborhoodSlug === null ? null : (area?.name ?? issue.neighborhoodSlug);
  const entries = items.filter(({ problem }) => problem === null).map(({ entry }) => entry);
  return { content: { subject, preview, intro, neighborhood, entries }, items };
}

/** The slugs among these that are taken. */
export async function findTakenSlugs(db: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: newsletterIssues.slug })
    .from(newsletterIssues)
    .where(inArray(newsletterIssues.slug, [...slugs]));
  return new Set(rows.flatMap(({ slug }) => slug ?? []));
}
