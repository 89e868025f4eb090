import { and, asc, desc, eq, gt, lt, max, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { listEntries, lists, type ListVisibility } from "#app/db/schema/members.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

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

/** Whoever makes a list private ends its link for good: it gets another when it is shared again. */
export async function changeList(
  db: Database,
  { userId, listId, now, ...change }: Own & ListWords & { visibility: ListVisibility },
): Promise<boolean> {
  const shareKey = change.visibility === "private" ? { shareKey: NEW_KEY } : {};
  return updateList(db, { userId, listId }, { ...change, ...shareKey, updatedAt: now });
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
  const placeId = await findItem(db, { kind: "places", slug }, own.now);
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

/** Changes places with the one before or after it; at the end of the list nothing happens. */
export async function moveEntry(db: Database, { slug, to, ...own }: Entry & { to: "up" | "down" }): Promise<boolean> {
  return withEntry(db, { slug, ...own }, async (tx, { placeId, position }) => {
    const inList = eq(listEntries.listId, own.listId);
    const [other] = await tx
      .select({ placeId: listEntries.placeId, position: listEntries.position })
      .from(listEntries)
      .where(and(inList, to === "up" ? lt(listEntries.position, position) : gt(listEntries.position, position)))
      .orderBy(to === "up" ? desc(listEntries.position) : asc(listEntries.position))
      .limit(1);
    if (other === undefined) return;
    const put = (id: number, at: number) =>
      tx
        .update(listEntries)
        .set({ position: at })
        .where(and(inList, eq(listEntries.placeId, id)));
    await put(placeId, other.position);
    await put(other.placeId, position);
  });
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
