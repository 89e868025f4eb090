import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { posts } from "#app/db/schema/guides.ts";
import { savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { listGuideCards, isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { GuideCardData, PaginatedList } from "#app/guide/guides/page/guide.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { formatMonth } from "#app/lib/format-time.ts";
import type { PageContext, ViewContext } from "#app/platform/page-cache-info.ts";

/** One page of a member's saved items; `count` is the page size. */
type PageQuery = { userId: string; page: number; count: number };

/** A member's saved places that are published, last saved first. Served by saved_places_by_member. */
export async function findSavedPlaces(
  db: Database,
  { userId, page, count }: PageQuery,
  moment: PageContext,
): Promise<PaginatedList<PlaceCardData>> {
  const mine = db
    .select({ id: places.id })
    .from(savedPlaces)
    .innerJoin(places, eq(places.id, savedPlaces.placeId))
    .where(and(eq(savedPlaces.userId, userId), eq(places.status, "published")));
  const total = await db.$count(mine.as("mine"));
  const rows = await mine
    .orderBy(desc(savedPlaces.savedAt), desc(places.id))
    .limit(count)
    .offset((page - 1) * count);
  const cards = await placeCardsById(
    db,
    rows.map(({ id }) => id),
    moment,
  );
  const items = cards.map((card) => ({ ...card, isSaved: true }));
  return { items, total, page, pageCount: pageCountOf(total, count) };
}

/** The same for guides. Served by saved_guides_by_member. */
export async function findSavedGuides(
  db: Database,
  { userId, page, count }: PageQuery,
  moment: PageContext,
): Promise<PaginatedList<GuideCardData>> {
  const savedAt = sql`(select g.saved_at from ${savedGuides} g where g.post_id = ${posts.id} and g.user_id = ${userId})`;
  const isMine = isNotNull(savedAt);
  const total = await db.$count(posts, and(isGuideVisible(moment), isMine));
  const items = await listGuideCards(
    db,
    { where: isMine, orderBy: [desc(savedAt), desc(posts.id)], limit: count, offset: (page - 1) * count },
    moment,
  );
  return { items, total, page, pageCount: pageCountOf(total, count) };
}

/** How many are listed by name; the rest are only counted. */
const UNAVAILABLE_NAMED_MAX = 20;

export type UnavailableSaves = { total: number; items: { slug: string; name: string }[] };

/** A member's saved items that visitors can no longer open: the total, and the last saved by name. */
export async function findUnavailableSaves(
  db: Database,
  { userId, kind, ...viewing }: ViewContext & { userId: string; kind: "places" | "guides" },
): Promise<UnavailableSaves> {
  const unavailable =
    kind === "places"
      ? db
          .select({ slug: places.slug, name: places.name })
          .from(savedPlaces)
          .innerJoin(places, eq(places.id, savedPlaces.placeId))
          .where(and(eq(savedPlaces.userId, userId), ne(places.status, "published")))
          .orderBy(desc(savedPlaces.savedAt), desc(places.id))
      : db
          .select({ slug: posts.slug, name: posts.title })
          .from(savedGuides)
          .innerJoin(posts, eq(posts.id, savedGuides.postId))
          .where(and(eq(savedGuides.userId, userId), sql`(${isGuideVisible(viewing)}) is not true`))
          .orderBy(desc(savedGuides.savedAt), desc(posts.id));
  const items = await unavailable;
  return { total: items.length, items: items.slice(0, UNAVAILABLE_NAMED_MAX) };
}

/** The month a member joined: "November 2026". */
export async function memberSinceLabel(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ joinedAt: users.joinedAt }).from(users).where(eq(users.id, userId));
  if (row === undefined) throw new Error(`The signed-in user ${userId} doesn't exist`);
  return formatMonth(row.joinedAt);
}

function pageCountOf(total: number, count: number): number {
  return Math.max(1, Math.ceil(total / count));
}
