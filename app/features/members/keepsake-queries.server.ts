import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { posts } from "#app/db/schema/guides.ts";
import { savedGuides, savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { guideCards, isOut } from "#app/features/guides/guide-cards.server.ts";
import type { GuideCardData, PageOf } from "#app/features/guides/guide.ts";
import { placeCardsById } from "#app/features/places/place-cards.server.ts";
import type { PlaceCardData } from "#app/features/places/place.ts";
import type { PageMoment, Viewing } from "#app/platform/page-life.ts";

/** A member's page of saved things; `count` of them a page. */
type Asked = { userId: string; page: number; count: number };

/** What a member has saved of places that are open to visitors, the last saved first. Served by saved_places_by_member. */
export async function savedPlacePage(
  db: Database,
  { userId, page, count }: Asked,
  moment: PageMoment,
): Promise<PageOf<PlaceCardData>> {
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

/** The same of guides. Served by saved_guides_by_member. */
export async function savedGuidePage(
  db: Database,
  { userId, page, count }: Asked,
  moment: PageMoment,
): Promise<PageOf<GuideCardData>> {
  const savedAt = sql`(select g.saved_at from ${savedGuides} g where g.post_id = ${posts.id} and g.user_id = ${userId})`;
  const isMine = isNotNull(savedAt);
  const total = await db.$count(posts, and(isOut(moment), isMine));
  const items = await guideCards(
    db,
    { where: isMine, orderBy: [desc(savedAt), desc(posts.id)], limit: count, offset: (page - 1) * count },
    moment,
  );
  return { items, total, page, pageCount: pageCountOf(total, count) };
}

/** More are counted and not named. */
const GONE_NAMED_MAX = 20;

export type GoneSaves = { total: number; items: { slug: string; name: string }[] };

/** What a member saved and visitors can't open any more: how many, and the last saved by name. */
export async function goneSaves(
  db: Database,
  { userId, kind, ...viewing }: Viewing & { userId: string; kind: "places" | "guides" },
): Promise<GoneSaves> {
  const gone =
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
          .where(and(eq(savedGuides.userId, userId), sql`(${isOut(viewing)}) is not true`))
          .orderBy(desc(savedGuides.savedAt), desc(posts.id));
  const items = await gone;
  return { total: items.length, items: items.slice(0, GONE_NAMED_MAX) };
}

/** The month somebody joined in: "November 2026". */
export async function memberSince(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ joinedAt: users.joinedAt }).from(users).where(eq(users.id, userId));
  if (row === undefined) throw new Error(`The signed-in person ${userId} is not there`);
  return month.format(row.joinedAt);
}

const month = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", month: "long", year: "numeric" });

function pageCountOf(total: number, count: number): number {
  return Math.max(1, Math.ceil(total / count));
}
