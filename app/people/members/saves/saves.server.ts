import { and, eq, inArray, ne, notInArray, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { retryTransaction } from "#app/db/retry-transaction.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { posts } from "#app/db/schema/guides.ts";
import { savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { ViewContext } from "#app/platform/page-cache-info.ts";

import { type SaveItem, SAVES_MAX } from "./save-item.ts";

export type SaveOutcome = "saved" | "unsaved" | "no-such-item" | "saves-full";

type Change = ViewContext & { userId: string; item: SaveItem; savesMax?: number };

/** Saves a place or guide. Idempotent. */
export async function saveItem(
  db: Database,
  { userId, item, savesMax = SAVES_MAX, ...viewing }: Change,
): Promise<SaveOutcome> {
  const { now } = viewing;
  const id = await findSavableItemId(db, item, viewing);
  if (id === null) return "no-such-item";
  // Retried: parallel saves of a place update its search rows and may lock them in different orders.
  return retryTransaction(db, async (tx) => {
    // Lock the user's row, so that parallel requests can't exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    if (await hasSaved(tx, { userId, item, id })) return "saved";
    if ((await countSaved(tx, userId, item.kind)) >= savesMax) return "saves-full";
    if (item.kind === "places") {
      await tx.insert(savedPlaces).values({ userId, placeId: id, savedAt: now }).onConflictDoNothing();
    } else {
      await tx.insert(savedGuides).values({ userId, postId: id, savedAt: now }).onConflictDoNothing();
    }
    return "saved";
  });
}

/** Removes a save, also of a place that has closed since. */
export async function unsaveItem(
  db: Database,
  { userId, item: { kind, slug } }: Pick<Change, "userId" | "item">,
): Promise<SaveOutcome> {
  if (kind === "places") {
    const [place] = await db.select({ id: places.id }).from(places).where(eq(places.slug, slug));
    if (place === undefined) return "no-such-item";
    const isOwnSave = and(eq(savedPlaces.userId, userId), eq(savedPlaces.placeId, place.id));
    await retryTransaction(db, async (tx) => {
      await tx.delete(savedPlaces).where(isOwnSave);
    });
  } else {
    const [post] = await db.select({ id: posts.id }).from(posts).where(eq(posts.slug, slug));
    if (post === undefined) return "no-such-item";
    await db.delete(savedGuides).where(and(eq(savedGuides.userId, userId), eq(savedGuides.postId, post.id)));
  }
  return "unsaved";
}

/** Removes all saves of a kind that visitors can no longer open. */
export async function removeUnavailableSaves(
  db: Database,
  { userId, kind, ...viewing }: ViewContext & { userId: string; kind: SaveItem["kind"] },
): Promise<void> {
  if (kind === "places") {
    const unavailable = db.select({ id: places.id }).from(places).where(ne(places.status, "published"));
    await db.delete(savedPlaces).where(and(eq(savedPlaces.userId, userId), inArray(savedPlaces.placeId, unavailable)));
  } else {
    const published = db.select({ id: posts.id }).from(posts).where(isGuideVisible(viewing));
    await db.delete(savedGuides).where(and(eq(savedGuides.userId, userId), notInArray(savedGuides.postId, published)));
  }
}

/** The id of a published place or guide; null if there is none. */
export async function findSavableItemId(
  db: Database,
  { kind, slug }: SaveItem,
  viewing: ViewContext,
): Promise<number | null> {
  const [row] =
    kind === "places"
      ? await db
          .select({ id: places.id })
          .from(places)
          .where(and(eq(places.slug, slug), eq(places.status, "published")))
      : await db
          .select({ id: posts.id })
          .from(posts)
          .where(and(eq(posts.slug, slug), isGuideVisible(viewing)));
  return row?.id ?? null;
}

/** Whether the viewer has saved an item; null for a guest. */
export async function isSavedBy(db: Database, viewer: { id: string } | null, item: SaveItem): Promise<boolean | null> {
  const saved = await findSavedSlugs(db, viewer, item.kind, [item.slug]);
  return saved === null ? null : saved.length > 0;
}

/** Adds `isSaved` to places for the viewer. For a guest they are returned unchanged. */
export async function withSavedPlaces<Item extends { slug: string }>(
  db: Database,
  viewer: { id: string } | null,
  items: readonly Item[],
): Promise<(Item & { isSaved?: boolean })[]> {
  return addIsSaved(db, viewer, "places", items);
}

/** The same for guides. */
export async function withSavedGuides<Item extends { slug: string }>(
  db: Database,
  viewer: { id: string } | null,
  items: readonly Item[],
): Promise<(Item & { isSaved?: boolean })[]> {
  return addIsSaved(db, viewer, "posts", items);
}

async function addIsSaved<Item extends { slug: string }>(
  db: Database,
  viewer: { id: string } | null,
  kind: SaveItem["kind"],
  items: readonly Item[],
): Promise<(Item & { isSaved?: boolean })[]> {
  const slugs = items.map(({ slug }) => slug);
  const saved = await findSavedSlugs(db, viewer, kind, slugs);
  return items.map((item) => (saved === null ? item : { ...item, isSaved: saved.includes(item.slug) }));
}

/** The slugs that the viewer has saved; null for a guest. Served by the primary keys. */
async function findSavedSlugs(
  db: Database,
  viewer: { id: string } | null,
  kind: SaveItem["kind"],
  slugs: string[],
): Promise<string[] | null> {
  if (viewer === null) return null;
  if (slugs.length === 0) return [];
  const rows =
    kind === "places"
      ? await db
          .select({ slug: places.slug })
          .from(savedPlaces)
          .innerJoin(places, eq(places.id, savedPlaces.placeId))
          .where(and(eq(savedPlaces.userId, viewer.id), inArray(places.slug, slugs)))
      : await db
          .select({ slug: posts.slug })
          .from(savedGuides)
          .innerJoin(posts, eq(posts.id, savedGuides.postId))
          .where(and(eq(savedGuides.userId, viewer.id), inArray(posts.slug, slugs)));
  return rows.map(({ slug }) => slug);
}

async function hasSaved(
  db: Database,
  { userId, item, id }: { userId: string; item: SaveItem; id: number },
): Promise<boolean> {
  const count =
    item.kind === "places"
      ? await db.$count(savedPlaces, and(eq(savedPlaces.userId, userId), eq(savedPlaces.placeId, id)))
      : await db.$count(savedGuides, and(eq(savedGuides.userId, userId), eq(savedGuides.postId, id)));
  return count > 0;
}

function countSaved(db: Database, userId: string, kind: SaveItem["kind"]): Promise<number> {
  const isOwn = (column: typeof savedPlaces.userId | typeof savedGuides.userId): SQL => eq(column, userId);
  return kind === "places"
    ? db.$count(savedPlaces, isOwn(savedPlaces.userId))
    : db.$count(savedGuides, isOwn(savedGuides.userId));
}
