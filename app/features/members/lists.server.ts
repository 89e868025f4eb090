import { and, asc, eq, gt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { listEntries, lists, type ListVisibility } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";
import { movedTo } from "#app/ui/row-order.ts";

import { FREE_LISTS_MAX, LIST_PLACES_MAX, type ListWords } from "./list.ts";
import { findItem } from "./saves.server.ts";

/** A list as its owner names it; anybody else's is not there. */
type Own = { userId: string; listId: string; now: Date };

/** Makes an empty private list. */
export async function makeList(
  db: Database,
  { userId, now, listsMax = FREE_LISTS_MAX, ...words }: ListWords & { userId: string; now: Date; listsMax?: number },
): Promise<{ listId: string } | "lists-full"> {
  return db.transaction(async (tx) => {
    // One at a time for each person: two at once must not both be the last that there is room for.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if ((await tx.$count(lists, eq(lists.ownerId, userId))) >= listsMax) return "lists-full";
    const [made] = await tx
      .insert(lists)
      .values({ ...words, ownerId: userId, visibility: "private", createdAt: now, updatedAt: now })
      .returning({ listId: lists.id });
    if (made === undefined) throw new Error("The list was not written");
    return made;
  });
}

/**
 * Whoever makes a list private ends its link for good: it gets another when it is shared again. Another name makes a copied
 * list's name one's own.
 */
export async function changeList(
  db: Database,
  { userId, listId, now, ...change }: Own & ListWords & { visibility: ListVisibility },
): Promise<boolean> {
  const shareKey = change.visibility === "private" ? { shareKey: NEW_KEY } : {};
  const namedBy = sql`case when ${lists.name} = ${change.name} then ${lists.namedBy} end`;
  return updateList(db, { userId, listId }, { ...change, ...shareKey, namedBy, updatedAt: now });
}

/** The old link leads nowhere from now on. */
export async function renewLink(db: Database, { userId, listId, now }: Own): Promise<boolean> {
  return updateList(db, { userId, listId }, { shareKey: NEW_KEY, updatedAt: now });
}

const NEW_KEY = sql`replace(gen_random_uuid()::text, '-', '')`;

export async function deleteList(db: Database, { userId, listId }: Omit<Own, "now">): Promise<boolean> {
  if (!isUuid(listId)) return false;
  const gone = await db
    .delete(lists)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)))
    .returning({ id: lists.id });
  if (gone.length > 0) await notifyPages(db, [`member:${userId}`]);
  return gone.length > 0;
}

type Entry = Own & { slug: string };

/** Puts a place at the end of a list, once however often it is asked. */
export async function addEntry(
  db: Database,
  { slug, ...own }: Entry,
): Promise<"added" | "no-such-list" | "no-such-place" | "list-full"> {
  const placeId = await findItem(db, { kind: "places", slug }, { now: own.now });
  if (placeId === null) return "no-such-place";
  const outcome = await inOwnList(db, own, async (tx) => {
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

/** @returns False when there is no such list or entry. */
export async function noteEntry(db: Database, { slug, note, ...own }: Entry & { note: string }): Promise<boolean> {
  const done = await withEntry(db, { slug, ...own }, async (tx, { placeId }) => {
    await tx
      .update(listEntries)
      .set({ note })
      .where(and(eq(listEntries.listId, own.listId), eq(listEntries.placeId, placeId)));
  });
  return done;
}

/** Takes a place out; those behind it move up, so that positions stay without gaps. */
export async function removeEntry(db: Database, { slug, ...own }: Entry): Promise<boolean> {
  return withEntry(db, { slug, ...own }, async (tx, { placeId, position }) => {
    const inList = eq(listEntries.listId, own.listId);
    await tx.delete(listEntries).where(and(inList, eq(listEntries.placeId, placeId)));
    await tx
      .update(listEntries)
      .set({ position: sql`${listEntries.position} - 1` })
      .where(and(inList, gt(listEntries.position, position)));
  });
}

/** Changes places with the one shown before or after it; at the end of the list nothing happens. */
export async function moveEntry(db: Database, { slug, to, ...own }: Entry & { to: "up" | "down" }): Promise<boolean> {
  const moved = await inOwnList(db, own, async (tx) => {
    const shown = await shownEntries(tx, own.listId);
    const from = shown.findIndex((entry) => entry.slug === slug);
    if (from === -1) return false;
    const order = movedTo(shown, from, to === "up" ? from - 1 : from + 1);
    await writeOrder(tx, own.listId, { shown, order });
    return true;
  });
  return moved === true;
}

/**
 * Puts the places that are shown in the order given. `was` is the order that it was made from: where the list has changed
 * since, nothing happens. The same asked twice is done.
 */
export async function orderEntries(
  db: Database,
  { was, order, ...own }: Own & { was: string[]; order: string[] },
): Promise<"ordered" | "no-such-list" | "changed-meanwhile"> {
  const outcome = await inOwnList(db, own, async (tx) => {
    const shown = await shownEntries(tx, own.listId);
    const slugs = shown.map(({ slug }) => slug);
    if (isSame(slugs, order)) return "ordered";
    if (!isSame(slugs, was) || !isSame(slugs.toSorted(), order.toSorted())) return "changed-meanwhile";
    const bySlug = new Map(shown.map((entry) => [entry.slug, entry]));
    await writeOrder(tx, own.listId, { shown, order: order.flatMap((slug) => bySlug.get(slug) ?? []) });
    return "ordered";
  });
  return outcome ?? "no-such-list";
}

type ShownEntry = { slug: string; placeId: number; position: number };

/** A list's places that visitors can open, in their order: those that have closed keep their position unseen. */
function shownEntries(tx: Database, listId: string): Promise<ShownEntry[]> {
  return tx
    .select({ slug: places.slug, placeId: listEntries.placeId, position: listEntries.position })
    .from(listEntries)
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .where(and(eq(listEntries.listId, listId), eq(places.status, "published")))
    .orderBy(asc(listEntries.position));
}

async function writeOrder(tx: Database, listId: string, given: { shown: ShownEntry[]; order: ShownEntry[] }) {
  for (const [index, { placeId, position: was }] of given.order.entries()) {
    const position = given.shown[index]?.position ?? was;
    if (position === was) continue;
    await tx
      .update(listEntries)
      .set({ position })
      .where(and(eq(listEntries.listId, listId), eq(listEntries.placeId, placeId)));
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((slug, index) => slug === other[index]);
}

/** The owner's page shows the lists that are public. */
async function updateList(
  db: Database,
  { userId, listId }: Omit<Own, "now">,
  set: Parameters<ReturnType<typeof db.update<typeof lists>>["set"]>[0],
): Promise<boolean> {
  if (!isUuid(listId)) return false;
  const changed = await db
    .update(lists)
    .set(set)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)))
    .returning({ id: lists.id });
  if (changed.length > 0) await notifyPages(db, [`member:${userId}`]);
  return changed.length > 0;
}

/** Works on a list that nobody else changes meanwhile; null when it isn't this person's. */
async function inOwnList<Outcome>(
  db: Database,
  { userId, listId, now }: Own,
  work: (tx: Database) => Promise<Outcome>,
): Promise<Outcome | null> {
  if (!isUuid(listId)) return null;
  return db.transaction(async (tx) => {
    const isOwn = await updateList(tx, { userId, listId }, { updatedAt: now });
    return isOwn ? work(tx) : null;
  });
}

async function withEntry(
  db: Database,
  { slug, ...own }: Entry,
  work: (tx: Database, entry: { placeId: number; position: number }) => Promise<void>,
): Promise<boolean> {
  const done = await inOwnList(db, own, async (tx) => {
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
