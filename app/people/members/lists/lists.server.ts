import { and, asc, eq, gt, max, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { listEntries, lists, type ListVisibility } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { moveListItem } from "#app/ui/row-order.ts";

import { entitlementsOf, type Tier } from "#app/core/entitlements/entitlements.ts";
import type { Point } from "#app/guide/places/place.ts";

import { FREE_LISTS_MAX, LIST_PLACES_MAX, type ListDetails } from "./list.ts";
import { shortestWalk } from "./shortest-walk.ts";
import { findSavableItemId } from "../saves/saves.server.ts";

/** The user and the id of their own list. Other users' lists count as missing. */
type ListOwner = { userId: string; listId: string; now: Date };

/** Creates an empty private list. */
export async function createList(
  db: Database,
  { userId, now, listsMax = FREE_LISTS_MAX, ...words }: ListDetails & { userId: string; now: Date; listsMax?: number },
): Promise<{ listId: string } | "lists-full"> {
  return db.transaction(async (tx) => {
    // Lock the user's row, so that parallel requests can't exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if ((await tx.$count(lists, eq(lists.ownerId, userId))) >= listsMax) return "lists-full";
    const [made] = await tx
      .insert(lists)
      .values({ ...words, ownerId: userId, visibility: "private", createdAt: now, updatedAt: now })
      .returning({ listId: lists.id });
    if (made === undefined) throw new Error("The list was not saved");
    return made;
  });
}

/**
 * Making a list private revokes its link permanently; sharing it again creates a new one. Renaming a copied list makes
 * the name the user's own.
 */
export async function updateList(
  db: Database,
  { userId, listId, now, ...change }: ListOwner & ListDetails & { visibility: ListVisibility },
): Promise<boolean> {
  const shareKey = change.visibility === "private" ? { shareKey: NEW_KEY } : {};
  const namedBy = sql`case when ${lists.name} = ${change.name} then ${lists.namedBy} end`;
  return updateOwnList(db, { userId, listId }, { ...change, ...shareKey, namedBy, updatedAt: now });
}

/** Replaces the share link. The old one stops working. */
export async function renewShareLink(db: Database, { userId, listId, now }: ListOwner): Promise<boolean> {
  return updateOwnList(db, { userId, listId }, { shareKey: NEW_KEY, updatedAt: now });
}

const NEW_KEY = sql`replace(gen_random_uuid()::text, '-', '')`;

export async function deleteList(db: Database, { userId, listId }: Omit<ListOwner, "now">): Promise<boolean> {
  if (!isUuid(listId)) return false;
  const deleted = await db
    .delete(lists)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)))
    .returning({ id: lists.id });
  if (deleted.length > 0) await invalidatePages(db, [`member:${userId}`]);
  return deleted.length > 0;
}

type EntryKey = ListOwner & { slug: string };

/** Adds a place to the end of a list. Idempotent. */
export async function addEntry(
  db: Database,
  { slug, ...own }: EntryKey,
): Promise<"added" | "no-such-list" | "no-such-place" | "list-full"> {
  const placeId = await findSavableItemId(db, { kind: "places", slug }, { now: own.now });
  if (placeId === null) return "no-such-place";
  const outcome = await lockOwnList(db, own, async (tx) => {
    const entry = and(eq(listEntries.listId, own.listId), eq(listEntries.placeId, placeId));
    if ((await tx.$count(listEntries, entry)) > 0) return "added";
    const [last] = await tx
      .select({ position: max(listEntries.position) })
      .from(listEntries)
      .where(eq(listEntries.listId, own.listId));
    const position = (last?.position ?? -1) + 1;
    if (position >= LIST_PLACES_MAX) return "list-full";
    await tx.insert(listEntries).values({ listId: own.listId, placeId, position, addedAt: own.now });
    return "added";
  });
  return outcome ?? "no-such-list";
}

/** The slugs of a list's places, including closed ones. */
export async function findEntrySlugs(db: Database, { userId, listId }: Omit<ListOwner, "now">): Promise<string[]> {
  if (!isUuid(listId)) return [];
  const rows = await db
    .select({ slug: places.slug })
    .from(listEntries)
    .innerJoin(lists, and(eq(lists.id, listEntries.listId), eq(lists.ownerId, userId)))
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .where(eq(listEntries.listId, listId));
  return rows.map(({ slug }) => slug);
}

/**
 * Writes notes on places of a list, by slug. Slugs that aren't in the list are ignored.
 *
 * @returns False if the list doesn't exist.
 */
export async function saveEntryNotes(
  db: Database,
  { notes, ...own }: ListOwner & { notes: Record<string, string> },
): Promise<boolean> {
  const done = await lockOwnList(db, own, async (tx) => {
    for (const [slug, note] of Object.entries(notes)) {
      await tx
        .update(listEntries)
        .set({ note })
        .where(
          and(
            eq(listEntries.listId, own.listId),
            sql`${listEntries.placeId} = (select p.id from places p where p.slug = ${slug})`,
            ne(listEntries.note, note),
          ),
        );
    }
    return true;
  });
  return done === true;
}

/** Removes a place and moves the following ones up, so that positions have no gaps. */
export async function removeEntry(db: Database, { slug, ...own }: EntryKey): Promise<boolean> {
  return lockOwnEntry(db, { slug, ...own }, async (tx, { placeId, position }) => {
    const inList = eq(listEntries.listId, own.listId);
    await tx.delete(listEntries).where(and(inList, eq(listEntries.placeId, placeId)));
    await tx
      .update(listEntries)
      .set({ position: sql`${listEntries.position} - 1` })
      .where(and(inList, gt(listEntries.position, position)));
  });
}

/** Swaps a place with its visible neighbor. At either end of the list nothing happens. */
export async function moveEntry(
  db: Database,
  { slug, to, ...own }: EntryKey & { to: "up" | "down" },
): Promise<boolean> {
  const moved = await lockOwnList(db, own, async (tx) => {
    const visible = await findVisibleEntries(tx, own.listId);
    const from = visible.findIndex((entry) => entry.slug === slug);
    if (from === -1) return false;
    const order = moveListItem(visible, from, to === "up" ? from - 1 : from + 1);
    await writeOrder(tx, own.listId, { visible, order });
    return true;
  });
  return moved === true;
}

/**
 * Reorders the visible places. `was` is the order the client started from; if the list has changed since, nothing
 * happens. Idempotent.
 */
export async function reorderEntries(
  db: Database,
  { was, order, ...own }: ListOwner & { was: string[]; order: string[] },
): Promise<"ordered" | "no-such-list" | "changed-meanwhile"> {
  const outcome = await lockOwnList(db, own, async (tx) => {
    const visible = await findVisibleEntries(tx, own.listId);
    const slugs = visible.map(({ slug }) => slug);
    if (isSameOrder(slugs, order)) return "ordered";
    if (!isSameOrder(slugs, was) || !isSameOrder(slugs.toSorted(), order.toSorted())) return "changed-meanwhile";
    const bySlug = new Map(visible.map((entry) => [entry.slug, entry]));
    await writeOrder(tx, own.listId, { visible, order: order.flatMap((slug) => bySlug.get(slug) ?? []) });
    return "ordered";
  });
  return outcome ?? "no-such-list";
}

/**
 * Sorts the visible places by the shortest walk from the first one.
 *
 * @returns "not-included": the member's plan doesn't have it.
 */
export async function sortByWalk(
  db: Database,
  { tier, ...own }: ListOwner & { tier: Tier | null },
): Promise<"sorted" | "not-included" | "no-such-list"> {
  if (!entitlementsOf(tier).walkOrder) return "not-included";
  const outcome = await lockOwnList(db, own, async (tx) => {
    const visible = await findVisibleEntries(tx, own.listId);
    await writeOrder(tx, own.listId, { visible, order: shortestWalk(visible) });
    return "sorted" as const;
  });
  return outcome ?? "no-such-list";
}

/** `position` is where the place is; `index` its place in the list. */
type VisibleEntry = { slug: string; placeId: number; index: number; position: Point | null };

/** A list's published places in order. Closed ones keep their positions but aren't shown. */
async function findVisibleEntries(tx: Database, listId: string): Promise<VisibleEntry[]> {
  const rows = await tx
    .select({
      slug: places.slug,
      placeId: listEntries.placeId,
      index: listEntries.position,
      lat: places.lat,
      lng: places.lng,
    })
    .from(listEntries)
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .where(and(eq(listEntries.listId, listId), eq(places.status, "published")))
    .orderBy(asc(listEntries.position));
  return rows.map(({ lat, lng, ...entry }) => ({
    ...entry,
    position: lat === null || lng === null ? null : { lat, lng },
  }));
}

async function writeOrder(tx: Database, listId: string, entries: { visible: VisibleEntry[]; order: VisibleEntry[] }) {
  for (const [at, { placeId, index: was }] of entries.order.entries()) {
    const position = entries.visible[at]?.index ?? was;
    if (position === was) continue;
    await tx
      .update(listEntries)
      .set({ position })
      .where(and(eq(listEntries.listId, listId), eq(listEntries.placeId, placeId)));
  }
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((slug, index) => slug === other[index]);
}

/** Updates a list and invalidates its owner's public page. */
async function updateOwnList(
  db: Database,
  { userId, listId }: Omit<ListOwner, "now">,
  set: Parameters<ReturnType<typeof db.update<typeof lists>>["set"]>[0],
): Promise<boolean> {
  if (!isUuid(listId)) return false;
  const changed = await db
    .update(lists)
    .set(set)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)))
    .returning({ id: lists.id });
  if (changed.length > 0) await invalidatePages(db, [`member:${userId}`]);
  return changed.length > 0;
}

/** Runs `work` while the list's row is locked; null if the list isn't the user's. */
async function lockOwnList<Outcome>(
  db: Database,
  { userId, listId, now }: ListOwner,
  work: (tx: Database) => Promise<Outcome>,
): Promise<Outcome | null> {
  if (!isUuid(listId)) return null;
  return db.transaction(async (tx) => {
    const isOwn = await updateOwnList(tx, { userId, listId }, { updatedAt: now });
    return isOwn ? work(tx) : null;
  });
}

async function lockOwnEntry(
  db: Database,
  { slug, ...own }: EntryKey,
  work: (tx: Database, entry: { placeId: number; position: number }) => Promise<void>,
): Promise<boolean> {
  const done = await lockOwnList(db, own, async (tx) => {
    const [entry] = await tx
      .select({ placeId: listEntries.placeId, position: listEntries.position })
      .from(listEntries)
      .where(
        and(
          eq(listEntries.listId, own.listId),
          sql`${listEntries.placeId} = (select p.id from places p where p.slug = ${slug})`,
        ),
      );
    if (entry === undefined) return false;
    await work(tx, entry);
    return true;
  });
  return done === true;
}
