import { and, desc, eq, gte, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { posts } from "#app/db/schema/guides.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";

import { NOTE_CHARACTERS_MAX } from "../issue/issue.ts";
import { type ChangeOutcome, changeOpenIssue, type IssueChange } from "../issue/issues.server.ts";
import { hasRoomForItem } from "../issue/issue-items.server.ts";

/** The audit log's entry of a removed item. Old entries have no position. */
const RemovedItemEntry = z.object({
  guideId: z.number().nullable(),
  placeId: z.number().nullable(),
  note: z.string().max(NOTE_CHARACTERS_MAX),
  position: z.number().int().min(0).max(32_000).optional(),
});
type RemovedItemEntry = z.infer<typeof RemovedItemEntry>;

/** A removed item that can be restored. `entryId`: the audit log entry. */
export type RemovedItem = { entryId: number; title: string };

/** Removed items listed below the issue's items, latest first. */
const SHOWN_MAX = 3;

/** Audit log entries searched for them. */
const ENTRIES_MAX = 20;

/** Recently removed items that aren't in the issue now. Served by audit_entries_by_subject. */
export async function listRemovedItems(db: Database, issueId: string): Promise<RemovedItem[]> {
  const entries = await db
    .select({ id: auditEntries.id, before: auditEntries.before })
    .from(auditEntries)
    .where(isTakeOut(issueId))
    .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
    .limit(ENTRIES_MAX);
  const currentItems = await db
    .select({ guideId: newsletterItems.guideId, placeId: newsletterItems.placeId })
    .from(newsletterItems)
    .where(eq(newsletterItems.issueId, issueId));
  const seen = new Set(currentItems.map(keyOf));
  const removed: RemovedItem[] = [];
  for (const { id, before } of entries) {
    const read = RemovedItemEntry.safeParse(before);
    if (!read.success || seen.has(keyOf(read.data)) || removed.length === SHOWN_MAX) continue;
    seen.add(keyOf(read.data));
    const title = await titleOf(db, read.data);
    if (title !== null) removed.push({ entryId: id, title });
  }
  return removed;
}

/** Restores an item at its position with its note. */
export async function restoreRemovedItem(
  db: Database,
  { entryId, ...which }: IssueChange & { entryId: number },
): Promise<ChangeOutcome | "full" | "no-such-item"> {
  let problem: "full" | "no-such-item" | null = null;
  const outcome = await changeOpenIssue(db, { ...which, did: "put-in", version: null }, async (tx, issue) => {
    const [entry] = await tx
      .select({ before: auditEntries.before })
      .from(auditEntries)
      .where(and(isTakeOut(issue.id), eq(auditEntries.id, entryId)));
    const read = RemovedItemEntry.safeParse(entry?.before);
    if (!read.success || (await titleOf(tx, read.data)) === null) problem = "no-such-item";
    else if (!(await hasRoomForItem(tx, issue.id))) problem = "full";
    if (!read.success || problem !== null) return null;
    const { guideId, placeId, note, position = 0 } = read.data;
    const isAfter = and(eq(newsletterItems.issueId, issue.id), gte(newsletterItems.position, position));
    const isInIssue = and(
      eq(newsletterItems.issueId, issue.id),
      guideId === null ? eq(newsletterItems.placeId, placeId ?? 0) : eq(newsletterItems.guideId, guideId),
    );
    if ((await tx.$count(newsletterItems, isInIssue)) > 0) return null;
    await tx
      .update(newsletterItems)
      .set({ position: sql`${newsletterItems.position} + 1` })
      .where(isAfter);
    await tx.insert(newsletterItems).values({ issueId: issue.id, position, guideId, placeId, note });
    return { set: {}, before: null, after: { guideId, placeId, note } };
  });
  return problem ?? outcome;
}

function isTakeOut(issueId: string) {
  return and(
    eq(auditEntries.subjectKind, "newsletter"),
    eq(auditEntries.subjectId, issueId),
    eq(auditEntries.action, "newsletter.take-out"),
  );
}

function keyOf({ guideId, placeId }: Pick<RemovedItemEntry, "guideId" | "placeId">): string {
  return guideId === null ? `place ${placeId}` : `guide ${guideId}`;
}

/** Null if the guide or place no longer exists. */
async function titleOf(db: Database, { guideId, placeId }: RemovedItemEntry): Promise<string | null> {
  const [found] =
    guideId === null
      ? await db
          .select({ title: places.name })
          .from(places)
          .where(eq(places.id, placeId ?? 0))
      : await db.select({ title: posts.title }).from(posts).where(eq(posts.id, guideId));
  return found?.title ?? null;
}
