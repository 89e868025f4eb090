import { and, asc, eq, max } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { newsletterItems } from "#app/db/schema/newsletter.ts";
import { places } from "#app/db/schema/places.ts";
import { ITEMS_MAX } from "./issue.ts";
import { type ChangeOutcome, type IssueChange, changeOpenIssue } from "./issues.server.ts";

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
    // With its position, so that it can be restored, see removed-items.server.ts.
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
