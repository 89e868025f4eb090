import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterIssues, newsletterItems, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import type { Json } from "#app/core/audit/audit-json.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { type EditableIssueItem, listEditableItems } from "./issue-content.server.ts";
import { IssueContent, type IssueText, ITEMS_MAX } from "./issue.ts";

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

export const BOUNCED_LISTED_MAX = 50;

/** Bounced addresses with the mail server's reply, latest first. Served by newsletter_subscribers_bounced. */
export async function listBouncedSubscribers(db: Database) {
  const { id, address, endedAt, bounceWords, state } = newsletterSubscribers;
  return db
    .select({ id, address, endedAt, words: bounceWords })
    .from(newsletterSubscribers)
    .where(eq(state, "bounced"))
    .orderBy(desc(endedAt))
    .limit(BOUNCED_LISTED_MAX);
}

/** Number of subscribers by state. */
export async function countSubscribers(db: Database, now: Date) {
  const { state, pausedUntil } = newsletterSubscribers;
  const isPaused = sql<boolean>`coalesce(${pausedUntil} > ${now.toISOString()}::timestamptz, false)`;
  const rows = await db
    .select({ state, isPaused, count: count() })
    .from(newsletterSubscribers)
    .groupBy(state, sql`2`);
  const sum = (kind: string, paused: boolean | null = null) =>
    rows
      .filter((row) => row.state === kind && (paused === null || row.isPaused === paused))
      .reduce((total, row) => total + row.count, 0);
  return {
    active: sum("active", false),
    paused: sum("active", true),
    asked: sum("asked"),
    bounced: sum("bounced"),
    unsubscribed: sum("unsubscribed"),
  };
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
  { words, version, ...which }: IssueChange & { version: number; words: IssueText },
): Promise<SaveOutcome> {
  const saved: SaveOutcome = { change: "changed", version, isSame: true };
  const change = await changeOpenIssue(db, { ...which, did: "save", version: null }, async (_tx, issue) => {
    saved.isSame = Object.entries(words).every(([name, text]) => CURRENT_TEXT[name]?.(issue) === text);
    saved.version = issue.version;
    if (issue.version !== version) saved.change = "stale";
    if (saved.isSame || saved.change === "stale") return null;
    saved.version = issue.version + 1;
    const { subject, preview, intro, neighborhoodSlug } = issue;
    return { set: words, before: { subject, preview, intro, neighborhoodSlug }, after: words };
  });
  return change === "changed" ? saved : { ...saved, change, isSame: false };
}

/** Schedules an issue to be sent automatically; null moves it back to the drafts. */
export function scheduleIssue(
  db: Database,
  { sendAt, ...which }: IssueChange & { version: number; sendAt: Date | null },
): Promise<ChangeOutcome> {
  return changeOpenIssue(db, { ...which, did: sendAt === null ? "unschedule" : "schedule" }, async (_tx, issue) => ({
    set: { state: sendAt === null ? "draft" : "scheduled", sendAt, trouble: null },
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

/** Adds a guide or place at the end, unless it is already in the issue. */
export async function addIssueItem(
  db: Database,
  { item, ...which }: IssueChange & { item: { guideId: number } | { placeId: number } },
): Promise<ChangeOutcome | "full" | "no-such-item"> {
  const { id } = which;
  let problem: "full" | "no-such-item" | null = null;
  const outcome = await changeOpenIssue(db, { ...which, did: "pick", version: null }, async (tx) => {
    const own = eq(newsletterItems.issueId, id);
    if (!(await hasRoomForItem(tx, id))) problem = "full";
    else if (!(await itemExists(tx, item))) problem = "no-such-item";
    if (problem !== null) return null;
    const [last] = await tx
      .select({ position: max(newsletterItems.position) })
      .from(newsletterItems)
      .where(own);
    await tx
      .insert(newsletterItems)
      .values({ issueId: id, position: (last?.position ?? 0) + 1, ...item })
      .onConflictDoNothing();
    return { set: {}, before: null, after: item };
  });
  return problem ?? outcome;
}

export async function hasRoomForItem(db: Database, issueId: string): Promise<boolean> {
  return (await db.$count(newsletterItems, eq(newsletterItems.issueId, issueId))) < ITEMS_MAX;
}

async function itemExists(db: Database, item: { guideId: number } | { placeId: number }): Promise<boolean> {
  const found =
    "guideId" in item
      ? await db.$count(posts, eq(posts.id, item.guideId))
      : await db.$count(places, eq(places.id, item.placeId));
  return found > 0;
}

type ItemChange = IssueChange & { itemId: number };

export function removeIssueItem(db: Database, { itemId, ...which }: ItemChange): Promise<ChangeOutcome> {
  return changeOpenIssue(db, { ...which, did: "take-out", version: null }, async (tx) => {
    const [removed] = await tx.delete(newsletterItems).where(isItem(which.id, itemId)).returning();
    if (removed === undefined) return null;
    const { guideId, placeId, note, position } = removed;
    // With its position, so that it can be restored, see taken-out.server.ts.
    return { set: {}, before: { guideId, placeId, note, position }, after: null };
  });
}

/** `was`: the note that the editor saw. "gone": the item was removed meanwhile. */
export async function saveItemNote(
  db: Database,
  { itemId, was, note, ...which }: ItemChange & { was: string; note: string },
): Promise<ChangeOutcome | "gone"> {
  let problem: "stale" | "gone" | null = null;
  const outcome = await changeOpenIssue(db, { ...which, did: "note", version: null }, async (tx) => {
    const [item] = await tx.select().from(newsletterItems).where(isItem(which.id, itemId));
    if (item === undefined) problem = "gone";
    else if (item.note !== was && item.note !== note) problem = "stale";
    if (item === undefined || problem !== null) return null;
    await tx.update(newsletterItems).set({ note }).where(isItem(which.id, itemId));
    const { guideId, placeId } = item;
    return { set: {}, before: { guideId, placeId, note: item.note }, after: { guideId, placeId, note } };
  });
  return problem ?? outcome;
}

/** Reorders an issue's items; "stale" if the current order isn't `was`. */
export async function reorderIssueItems(
  db: Database,
  { was, order, ...which }: IssueChange & { was: readonly number[]; order: readonly number[] },
): Promise<ChangeOutcome> {
  const { id } = which;
  let isStale = false;
  const outcome = await changeOpenIssue(db, { ...which, did: "order", version: null }, async (tx) => {
    const ids = await itemIds(tx, id);
    const isSameSet = order.length === ids.length && ids.every((itemId) => order.includes(itemId));
    isStale = ids.join() !== was.join() || !isSameSet;
    if (isStale) return null;
    for (const [position, itemId] of order.entries()) {
      await tx.update(newsletterItems).set({ position }).where(isItem(id, itemId));
    }
    return { set: {}, before: [...was], after: [...order] };
  });
  return outcome === "changed" && isStale ? "stale" : outcome;
}

/** Moves an item up or down by one. */
export async function moveIssueItem(
  db: Database,
  { itemId, step, ...which }: ItemChange & { step: -1 | 1 },
): Promise<ChangeOutcome> {
  const was = await itemIds(db, which.id);
  const from = was.indexOf(itemId);
  const to = from + step;
  if (from < 0 || to < 0 || to >= was.length) return "changed";
  const order = was.with(from, was[to] ?? itemId).with(to, itemId);
  return reorderIssueItems(db, { ...which, was, order });
}

async function itemIds(db: Database, issueId: string): Promise<number[]> {
  const rows = await db
    .select({ id: newsletterItems.id })
    .from(newsletterItems)
    .where(eq(newsletterItems.issueId, issueId))
    .orderBy(asc(newsletterItems.position), asc(newsletterItems.id));
  return rows.map(({ id }) => id);
}

function isItem(issueId: string, itemId: number) {
  return and(eq(newsletterItems.issueId, issueId), eq(newsletterItems.id, itemId));
}

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
  const entries = items.filter(({ trouble }) => trouble === null).map(({ entry }) => entry);
  return { content: { subject, preview, intro, neighborhood, entries }, items };
}

export const ARCHIVE_PER_PAGE = 20;

export type ArchivedIssue = {
  slug: string;
  subject: string;
  preview: string;
  startedAt: Date;
  neighborhood: string | null;
};

/** One page of sent issues, newest first. Served by newsletter_issues_out. */
export async function listArchivedIssues(db: Database, { page }: { page: number }) {
  const isInArchive = and(isNotNull(newsletterIssues.startedAt), isNull(newsletterIssues.withdrawnAt));
  const total = await db.$count(newsletterIssues, isInArchive);
  const rows = await db
    .select()
    .from(newsletterIssues)
    .where(isInArchive)
    .orderBy(desc(newsletterIssues.startedAt), desc(newsletterIssues.id))
    .limit(ARCHIVE_PER_PAGE)
    .offset((page - 1) * ARCHIVE_PER_PAGE);
  return { items: rows.flatMap(toArchivedIssue), total, pageCount: Math.max(1, Math.ceil(total / ARCHIVE_PER_PAGE)) };
}

/** A sent issue by its slug. */
export async function findArchivedIssue(
  db: Database,
  slug: string,
): Promise<(ArchivedIssue & { content: IssueContent }) | null> {
  const isShown = and(eq(newsletterIssues.slug, slug), isNull(newsletterIssues.withdrawnAt));
  const [row] = await db.select().from(newsletterIssues).where(isShown);
  return row === undefined ? null : (toArchivedIssue(row)[0] ?? null);
}

function toArchivedIssue(row: Issue): (ArchivedIssue & { content: IssueContent })[] {
  if (row.slug === null || row.startedAt === null) return [];
  const content = IssueContent.parse(row.content);
  const { subject, preview, neighborhood } = content;
  return [{ slug: row.slug, subject, preview, startedAt: row.startedAt, neighborhood, content }];
}

/** The slugs among these that are taken. */
export async function findTakenSlugs(db: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: newsletterIssues.slug })
    .from(newsletterIssues)
    .where(inArray(newsletterIssues.slug, [...slugs]));
  return new Set(rows.flatMap(({ slug }) => slug ?? []));
}
