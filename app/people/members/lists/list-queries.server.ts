import { and, asc, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { listEntries, lists, savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";
import { isUuid } from "#app/lib/uuid.ts";

import { type ListEntry, type ListSummary, type MemberList, type SharedList } from "./list.ts";

/** More names than anyone scrolls through in a select. */
const SAVED_CHOICES_MAX = 200;

/** A member's lists, last changed first. `slug` is the place to be added, if any. Served by lists_by_owner. */
export function findOwnLists(
  db: Database,
  { userId, slug = null }: { userId: string; slug?: string | null },
): Promise<ListSummary[]> {
  return db
    .select({
      id: lists.id,
      name: lists.name,
      visibility: lists.visibility,
      placeCount: sql<number>`(select count(*)::int from list_entries e join places p on p.id = e.place_id
        where e.list_id = lists.id and p.status = 'published')`,
      hasPlace: sql<boolean>`exists (select 1 from list_entries e join places p on p.id = e.place_id
        where e.list_id = lists.id and p.slug = ${slug})`,
    })
    .from(lists)
    .where(eq(lists.ownerId, userId))
    .orderBy(desc(lists.updatedAt), asc(lists.id));
}

const LIST_COLUMNS = {
  id: lists.id,
  name: lists.name,
  note: lists.note,
  shareKey: lists.shareKey,
  visibility: lists.visibility,
};

/** The user's own list; null if it isn't theirs or doesn't exist. */
export async function findOwnList(
  db: Database,
  { userId, listId }: { userId: string; listId: string },
  moment: PageContext,
): Promise<MemberList | null> {
  if (!isUuid(listId)) return null;
  const [list] = await db
    .select(LIST_COLUMNS)
    .from(lists)
    .where(and(eq(lists.id, listId), eq(lists.ownerId, userId)));
  return list === undefined ? null : { ...list, entries: await listedPlaces(db, list.id, moment) };
}

/** SQL condition: the list with this key is shared and its owner is active. For queries that join `users`. */
export function isSharedWithKey(shareKey: string): SQL | undefined {
  return and(
    eq(lists.shareKey, shareKey),
    ne(lists.visibility, "private"),
    isNull(users.suspendedAt),
    isNull(users.deletedAt),
  );
}

/** A shared list by its key; null if it doesn't exist, isn't shared or its owner isn't active. */
export async function findSharedList(db: Database, shareKey: string, moment: PageContext): Promise<SharedList | null> {
  const [list] = await db
    .select({
      ...LIST_COLUMNS,
      owner: { id: users.id, name: users.name, isDemo: users.isDemo },
    })
    .from(lists)
    .innerJoin(users, eq(users.id, lists.ownerId))
    .where(isSharedWithKey(shareKey));
  if (list === undefined) return null;
  const owner = { ...list.owner, name: list.owner.name === "" ? "Anonymous" : list.owner.name };
  return { ...list, owner, entries: await listedPlaces(db, list.id, moment) };
}

/** Saved places that aren't in the list yet, by name. */
export function findSavedPlacesNotInList(
  db: Database,
  { userId, listId }: { userId: string; listId: string },
): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: places.slug, name: places.name })
    .from(savedPlaces)
    .innerJoin(places, eq(places.id, savedPlaces.placeId))
    .leftJoin(listEntries, and(eq(listEntries.placeId, places.id), eq(listEntries.listId, listId)))
    .where(and(eq(savedPlaces.userId, userId), eq(places.status, "published"), isNull(listEntries.placeId)))
    .orderBy(sql`lower(unaccent(${places.name}))`)
    .limit(SAVED_CHOICES_MAX);
}

/** A place's name, for the page that adds it to a list. */
export async function findPlaceName(db: Database, slug: string): Promise<string | null> {
  const [place] = await db
    .select({ name: places.name })
    .from(places)
    .where(and(eq(places.slug, slug), eq(places.status, "published")));
  return place?.name ?? null;
}

async function listedPlaces(db: Database, listId: string, moment: PageContext): Promise<ListEntry[]> {
  const rows = await db
    .select({ placeId: listEntries.placeId, note: listEntries.note })
    .from(listEntries)
    .where(eq(listEntries.listId, listId))
    .orderBy(asc(listEntries.position));
  const cards = await placeCardsById(
    db,
    rows.map(({ placeId }) => placeId),
    moment,
  );
  const notes = new Map(rows.map(({ placeId, note }) => [placeId, note]));
  return cards.map((place) => ({ place, note: notes.get(place.id) ?? "" }));
}
