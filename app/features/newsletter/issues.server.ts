import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { newsletterIssues, newsletterItems, newsletterSubscribers } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import type { Json } from "#app/features/audit/json.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { type EditedItem, editedItems } from "./issue-content.server.ts";
import { IssueContent, type IssueWords, ITEMS_MAX } from "./issue.ts";

export type Issue = typeof newsletterIssues.$inferSelect;

/** Issues that may still be changed. */
const OPEN_STATES: Issue["state"][] = ["draft", "scheduled"];

export const ISSUES_PER_PAGE = 20;
export const ISSUES_PAGE_MAX = 200;

export async function makeIssue(db: Database, { by, now }: { by: string; now: Date }): Promise<string> {
  return db.transaction(async (tx) => {
    const [issue] = await tx
      .insert(newsletterIssues)
      .values({ subject: "", preview: "", intro: "", createdAt: now, updatedAt: now })
      .returning({ id: newsletterIssues.id });
    if (issue === undefined) throw new Error("The issue was not written");
    await recordIssue(tx, { id: issue.id, by, did: "begin", before: null, after: {}, now });
    return issue.id;
  });
}

type Recorded = { id: string; by: string; did: string; before: Json | null; after: Json | null; now: Date };

/** Writes down what an editor did to an issue. */
export async function recordIssue(db: Database, { id, by, did, before, after, now }: Recorded): Promise<void> {
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

/** One page of all issues, the newest first. Served by newsletter_issues_by_day. */
export async function listIssues(db: Database, { page }: { page: number }) {
  const isThere = isNull(newsletterIssues.deletedAt);
  const total = await db.$count(newsletterIssues, isThere);
  const items = await db
    .select()
    .from(newsletterIssues)
    .where(isThere)
    .orderBy(desc(newsletterIssues.createdAt), desc(newsletterIssues.id))
    .limit(ISSUES_PER_PAGE)
    .offset((page - 1) * ISSUES_PER_PAGE);
  return { items, total, pageCount: Math.max(1, Math.ceil(total / ISSUES_PER_PAGE)) };
}

export const BOUNCED_LISTED_MAX = 50;

/** Addresses to which nothing is sent any more, and why, the last first. Served by newsletter_subscribers_bounced. */
export async function bouncedSubscribers(db: Database) {
  const { id, address, endedAt, bounceWords, state } = newsletterSubscribers;
  return db
    .select({ id, address, endedAt, words: bounceWords })
    .from(newsletterSubscribers)
    .where(eq(state, "bounced"))
    .orderBy(desc(endedAt))
    .limit(BOUNCED_LISTED_MAX);
}

/** How many there are of each kind of subscriber. */
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

/** "stale": somebody else has changed it since. "closed": it is being sent, or gone. */
export type Change = "changed" | "stale" | "closed";

/** Which issue is changed, and by whom. */
export type Changing = { id: string; by: string; now: Date };

/** What is set of the issue itself, when it is still there, and what the audit log is told. */
type OpenChange = {
  set: Partial<typeof newsletterIssues.$inferInsert> | null;
  before: Json | null;
  after: Json | null;
};

/** Changes an issue that isn't being sent yet; one at a time. A version of null is whichever it has. */
export async function changeOpen(
  db: Database,
  { id, by, did, version, now }: Changing & { did: string; version: number | null },
  change: (tx: Database, issue: Issue) => Promise<OpenChange | null>,
): Promise<Change> {
  return db.transaction(async (tx) => {
    const [issue] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
    if (issue === undefined || issue.deletedAt !== null || !OPEN_STATES.includes(issue.state)) return "closed";
    if (version !== null && issue.version !== version) return "stale";
    const changed = await change(tx, issue);
    if (changed === null) return "changed";
    const { set, before, after } = changed;
    await recordIssue(tx, { id, by, did, before, after, now });
    if (set === null) return "changed";
    await tx
      .update(newsletterIssues)
      // Guides and places are changed one by one and lose nobody's words: only those have versions.
      .set({ ...set, version: issue.version + (Object.keys(set).length > 0 ? 1 : 0), updatedAt: now })
      .where(eq(newsletterIssues.id, id));
    return "changed";
  });
}

/** By name, since what is compared comes by name. */
const WORDS_OF: Record<string, (issue: Issue) => string | null> = {
  subject: ({ subject }) => subject,
  preview: ({ preview }) => preview,
  intro: ({ intro }) => intro,
  neighborhoodSlug: ({ neighborhoodSlug }) => neighborhoodSlug,
};

/** Of a change: what became of it, the version that the issue then has, and whether it has just these words. */
type SavedWords = { change: Change; version: number; isSame: boolean };

/** The same words again are no change. */
export async function saveWords(
  db: Database,
  { words, version, ...which }: Changing & { version: number; words: IssueWords },
): Promise<SavedWords> {
  const saved: SavedWords = { change: "changed", version, isSame: true };
  const change = await changeOpen(db, { ...which, did: "save", version: null }, async (_tx, issue) => {
    saved.isSame = Object.entries(words).every(([name, word]) => WORDS_OF[name]?.(issue) === word);
    saved.version = issue.version;
    if (issue.version !== version) saved.change = "stale";
    if (saved.isSame || saved.change === "stale") return null;
    saved.version = issue.version + 1;
    const { subject, preview, intro, neighborhoodSlug } = issue;
    return { set: words, before: { subject, preview, intro, neighborhoodSlug }, after: words };
  });
  return change === "changed" ? saved : { ...saved, change, isSame: false };
}

/** A time at which it is sent by itself; null takes it back into the drafts. */
export function scheduleIssue(
  db: Database,
  { sendAt, ...which }: Changing & { version: number; sendAt: Date | null },
): Promise<Change> {
  return changeOpen(db, { ...which, did: sendAt === null ? "unschedule" : "schedule" }, async (_tx, issue) => ({
    set: { state: sendAt === null ? "draft" : "scheduled", sendAt, trouble: null },
    before: { sendAt: issue.sendAt?.toISOString() ?? null },
    after: { sendAt: sendAt?.toISOString() ?? null },
  }));
}

export async function deleteIssue(db: Database, which: Changing): Promise<Change> {
  return changeOpen(db, { ...which, did: "delete", version: null }, async (_tx, { subject, sendAt }) => ({
    // One that comes back is a draft, and goes out at no time that somebody has forgotten.
    set: { state: "draft", sendAt: null, deletedAt: which.now },
    before: { subject, sendAt: sendAt?.toISOString() ?? null },
    after: null,
  }));
}

/** Brings a deleted draft back; false when it isn't deleted, or is gone for good. */
export async function restoreIssue(db: Database, { id, by, now }: Changing): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [restored] = await tx
      .update(newsletterIssues)
      .set({ deletedAt: null, updatedAt: now })
      .where(and(eq(newsletterIssues.id, id), isNotNull(newsletterIssues.deletedAt)))
      .returning({ subject: newsletterIssues.subject });
    if (restored === undefined) return false;
    await recordIssue(tx, { id, by, did: "restore", before: null, after: restored, now });
    return true;
  });
}

/** The drafts that may come back, the last deleted first. Served by newsletter_issues_deleted_at. */
export function deletedIssues(db: Database): Promise<Issue[]> {
  return db
    .select()
    .from(newsletterIssues)
    .where(isNotNull(newsletterIssues.deletedAt))
    .orderBy(desc(newsletterIssues.deletedAt))
    .limit(ISSUES_PER_PAGE);
}

export async function forgetDeletedIssues(db: Database, before: Date): Promise<void> {
  await db.delete(newsletterIssues).where(lt(newsletterIssues.deletedAt, before));
}

/** Takes an issue's page out of the archive, its feed and the sitemap, or puts it back; false when it is so already. */
export async function showInArchive(
  db: Database,
  { id, by, isShown, now }: Changing & { isShown: boolean },
): Promise<boolean> {
  const { startedAt, withdrawnAt } = newsletterIssues;
  return db.transaction(async (tx) => {
    const isOther = isShown ? isNotNull(withdrawnAt) : isNull(withdrawnAt);
    const [changed] = await tx
      .update(newsletterIssues)
      .set({ withdrawnAt: isShown ? null : now })
      .where(and(eq(newsletterIssues.id, id), isNotNull(startedAt), isOther))
      .returning({ slug: newsletterIssues.slug });
    if (changed === undefined) return false;
    const did = isShown ? "put-back" : "take-down";
    const state = (isInArchive: boolean) => ({ slug: changed.slug, isInArchive });
    await recordIssue(tx, { id, by, did, before: state(!isShown), after: state(isShown), now });
    await notifyPages(tx, [NEWSLETTER_TAG]);
    return true;
  });
}

/** The archive's pages, its feed, and whatever else lists issues. */
export const NEWSLETTER_TAG = "newsletter";

/** Adds a guide or place at the end; one that is there already stays where it is. */
export async function addItem(
  db: Database,
  { item, ...which }: Changing & { item: { guideId: number } | { placeId: number } },
): Promise<Change | "full" | "no-such-item"> {
  const { id } = which;
  let problem: "full" | "no-such-item" | null = null;
  const outcome = await changeOpen(db, { ...which, did: "pick", version: null }, async (tx) => {
    const own = eq(newsletterItems.issueId, id);
    if (!(await hasRoom(tx, id))) problem = "full";
    else if (!(await isThere(tx, item))) problem = "no-such-item";
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

export async function hasRoom(db: Database, issueId: string): Promise<boolean> {
  return (await db.$count(newsletterItems, eq(newsletterItems.issueId, issueId))) < ITEMS_MAX;
}

async function isThere(db: Database, item: { guideId: number } | { placeId: number }): Promise<boolean> {
  const found =
    "guideId" in item
      ? await db.$count(posts, eq(posts.id, item.guideId))
      : await db.$count(places, eq(places.id, item.placeId));
  return found > 0;
}

type OneItem = Changing & { itemId: number };

export function removeItem(db: Database, { itemId, ...which }: OneItem): Promise<Change> {
  return changeOpen(db, { ...which, did: "take-out", version: null }, async (tx) => {
    const [gone] = await tx.delete(newsletterItems).where(isItem(which.id, itemId)).returning();
    if (gone === undefined) return null;
    const { guideId, placeId, note, position } = gone;
    // With where it stood: by this it can be put back, see taken-out.server.ts.
    return { set: {}, before: { guideId, placeId, note, position }, after: null };
  });
}

/** `was`: the note as whoever wrote the new one saw it. "gone": the item was taken out meanwhile. */
export async function noteItem(
  db: Database,
  { itemId, was, note, ...which }: OneItem & { was: string; note: string },
): Promise<Change | "gone"> {
  let problem: "stale" | "gone" | null = null;
  const outcome = await changeOpen(db, { ...which, did: "note", version: null }, async (tx) => {
    const [known] = await tx.select().from(newsletterItems).where(isItem(which.id, itemId));
    if (known === undefined) problem = "gone";
    else if (known.note !== was && known.note !== note) problem = "stale";
    if (known === undefined || problem !== null) return null;
    await tx.update(newsletterItems).set({ note }).where(isItem(which.id, itemId));
    const { guideId, placeId } = known;
    return { set: {}, before: { guideId, placeId, note: known.note }, after: { guideId, placeId, note } };
  });
  return problem ?? outcome;
}

/** Puts an issue's items in another order; "stale" when it isn't the order `was` any more. */
export async function orderItems(
  db: Database,
  { was, order, ...which }: Changing & { was: readonly number[]; order: readonly number[] },
): Promise<Change> {
  const { id } = which;
  let isStale = false;
  const outcome = await changeOpen(db, { ...which, did: "order", version: null }, async (tx) => {
    const ids = await itemIds(tx, id);
    const isSameSet = order.length === ids.length && ids.every((known) => order.includes(known));
    isStale = ids.join() !== was.join() || !isSameSet;
    if (isStale) return null;
    for (const [position, itemId] of order.entries()) {
      await tx.update(newsletterItems).set({ position }).where(isItem(id, itemId));
    }
    return { set: {}, before: [...was], after: [...order] };
  });
  return outcome === "changed" && isStale ? "stale" : outcome;
}

/** Moves one item up or down by one. */
export async function moveItem(db: Database, { itemId, step, ...which }: OneItem & { step: -1 | 1 }): Promise<Change> {
  const was = await itemIds(db, which.id);
  const from = was.indexOf(itemId);
  const to = from + step;
  if (from < 0 || to < 0 || to >= was.length) return "changed";
  const order = was.with(from, was[to] ?? itemId).with(to, itemId);
  return orderItems(db, { ...which, was, order });
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

/** An issue as it would be mailed now: without what isn't there to be read any more. */
export async function contentNow(
  db: Database,
  issue: Issue,
  now: Date,
): Promise<{ content: IssueContent; items: EditedItem[] }> {
  const items = await editedItems(db, issue.id, now);
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

/** One page of the issues that went out, the newest first. Served by newsletter_issues_out. */
export async function archivedIssues(db: Database, { page }: { page: number }) {
  const isOut = and(isNotNull(newsletterIssues.startedAt), isNull(newsletterIssues.withdrawnAt));
  const total = await db.$count(newsletterIssues, isOut);
  const rows = await db
    .select()
    .from(newsletterIssues)
    .where(isOut)
    .orderBy(desc(newsletterIssues.startedAt), desc(newsletterIssues.id))
    .limit(ARCHIVE_PER_PAGE)
    .offset((page - 1) * ARCHIVE_PER_PAGE);
  return { items: rows.flatMap(archived), total, pageCount: Math.max(1, Math.ceil(total / ARCHIVE_PER_PAGE)) };
}

/** An issue that went out, by the address of its page. */
export async function findArchived(
  db: Database,
  slug: string,
): Promise<(ArchivedIssue & { content: IssueContent }) | null> {
  const isShown = and(eq(newsletterIssues.slug, slug), isNull(newsletterIssues.withdrawnAt));
  const [row] = await db.select().from(newsletterIssues).where(isShown);
  return row === undefined ? null : (archived(row)[0] ?? null);
}

function archived(row: Issue): (ArchivedIssue & { content: IssueContent })[] {
  if (row.slug === null || row.startedAt === null) return [];
  const content = IssueContent.parse(row.content);
  const { subject, preview, neighborhood } = content;
  return [{ slug: row.slug, subject, preview, startedAt: row.startedAt, neighborhood, content }];
}

/** Whether any of these slugs is an issue's. */
export async function takenSlugs(db: Database, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: newsletterIssues.slug })
    .from(newsletterIssues)
    .where(inArray(newsletterIssues.slug, [...slugs]));
  return new Set(rows.flatMap(({ slug }) => slug ?? []));
}
