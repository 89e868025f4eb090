import { and, asc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { listEntries, lists } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { FREE_LISTS_MAX } from "./list.ts";
import { isSharedWithKey } from "./list-queries.server.ts";

/**
 * Invalidates the pages that show copies of lists named by a member whose account is about to be removed. Call it
 * before the removal, in the same transaction. Served by lists_named_by.
 */
export async function invalidatePagesOfCopies(db: Database, namerId: string): Promise<void> {
  const owners = await db.selectDistinct({ id: lists.ownerId }).from(lists).where(eq(lists.namedBy, namerId));
  if (owners.length > 0)
    await invalidatePages(
      db,
      owners.map(({ id }) => `member:${id}`),
    );
}

export type CopyOutcome =
  | { outcome: "copied" | "copied-before" | "own"; listId: string }
  | { outcome: "no-such-list" }
  | { outcome: "lists-full" };

/**
 * Copies a shared list's places, without notes, to a private list of the user, or returns the existing copy. The copy
 * loses its name when the account that named it is removed.
 */
export async function copyList(
  db: Database,
  {
    userId,
    shareKey,
    now,
    listsMax = FREE_LISTS_MAX,
  }: { userId: string; shareKey: string; now: Date; listsMax?: number },
): Promise<CopyOutcome> {
  return db.transaction(async (tx) => {
    // Lock the user's row, so that parallel requests can't exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    const [shared] = await tx
      .select({ id: lists.id, name: lists.name, ownerId: lists.ownerId, namedBy: lists.namedBy })
      .from(lists)
      .innerJoin(users, eq(users.id, lists.ownerId))
      .where(isSharedWithKey(shareKey));
    if (shared === undefined) return { outcome: "no-such-list" };
    if (shared.ownerId === userId) return { outcome: "own", listId: shared.id };
    // Served by lists_copied_once.
    const [existing] = await tx
      .select({ listId: lists.id })
      .from(lists)
      .where(and(eq(lists.ownerId, userId), eq(lists.copiedFrom, shared.id)));
    if (existing !== undefined) return { outcome: "copied-before", ...existing };
    if ((await tx.$count(lists, eq(lists.ownerId, userId))) >= listsMax) return { outcome: "lists-full" };
    return { outcome: "copied", listId: await makeCopy(tx, shared, { userId, now }) };
  });
}

async function makeCopy(
  tx: Database,
  { id, name, ownerId, namedBy: originalNamer }: Pick<typeof lists.$inferSelect, "id" | "name" | "ownerId" | "namedBy">,
  { userId, now }: { userId: string; now: Date },
): Promise<string> {
  // The namer of a copied copy is the person who named the original, which may be this user.
  const namerId = originalNamer ?? ownerId;
  const row = {
    ownerId: userId,
    name,
    visibility: "private" as const,
    copiedFrom: id,
    namedBy: namerId === userId ? null : namerId,
    createdAt: now,
    updatedAt: now,
  };
  const [copy] = await tx.insert(lists).values(row).returning({ listId: lists.id });
  if (copy === undefined) throw new Error("The copy was not saved");
  const { listId } = copy;
  const entries = await tx
    .select({ placeId: listEntries.placeId })
    .from(listEntries)
    .innerJoin(places, eq(places.id, listEntries.placeId))
    .where(and(eq(listEntries.listId, id), eq(places.status, "published")))
    .orderBy(asc(listEntries.position));
  const rows = entries.map(({ placeId }, position) => ({ listId, placeId, position, addedAt: now }));
  if (rows.length > 0) await tx.insert(listEntries).values(rows);
  return listId;
}
