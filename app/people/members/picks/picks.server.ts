import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { pickDismissals } from "#app/db/schema/members.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { type PickCandidate, type LikedPlace, type PickReason, rankPicks } from "./pick.ts";
import { findSavableItemId } from "../saves/saves.server.ts";

export type PickedPlace = { place: PlaceCardData; reason: PickReason };

/** How many of the latest saves and reviews are considered. */
const LIKED_MAX = { saved: 20, reviewed: 10 };
/** Reviews with fewer stars don't count as liking a place. */
const LIKED_STARS_MIN = 4;

/** Candidates per liked place: in its neighborhood, in each adjacent one, anywhere. */
const CANDIDATES_MAX = { here: 20, nextDoor: 4, anywhere: 10 };

/** The oldest beyond this are deleted. The same limit as for saves. */
const DISMISSALS_MAX = 2_000;

/** Picks for a member based on their saves and good reviews, best first; empty if they have none. */
export async function findPicks(db: Database, userId: string, moment: PageContext): Promise<PickedPlace[]> {
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(pickCandidatesSql(userId)));
  const ranked = rankPicks(likedPlaces(rows), candidatePlaces(rows));
  const ids = ranked.map(({ id }) => id);
  const cards = new Map((await placeCardsById(db, ids, moment)).map((card) => [card.id, card]));
  return ranked.flatMap(({ id, reason }) => {
    const card = cards.get(id);
    return card === undefined ? [] : [{ place: { ...card, isSaved: false }, reason }];
  });
}

/**
 * The places a member likes, and candidates of the same type. Served by saved_places_by_member, reviews_by_author and
 * places_by_type_near, so it is fast for any number of places.
 */
export function pickCandidatesSql(userId: string): SQL {
  return sql`
    with liked as materialized (
      (select s.place_id, 'saved' as how, null::smallint as stars, s.saved_at as at
        from saved_places s where s.user_id = ${userId} order by s.saved_at desc limit ${LIKED_MAX.saved})
      union all
      (select r.place_id, 'reviewed', r.stars, r.created_at
        from reviews r where r.author_id = ${userId} and r.stars >= ${LIKED_STARS_MIN}
        order by r.created_at desc limit ${LIKED_MAX.reviewed})
    )
    select l.place_id as "likedId", p.slug, p.name, l.how, l.stars,
      (dense_rank() over (order by l.at desc, l.place_id) - 1)::int as age,
      p.lat as "likedLat", p.lng as "likedLng", p.price_range as "likedPrice",
      c.id, c.neighborhood_slug = p.neighborhood_slug as "isSameNeighborhood", c.lat, c.lng, c.price_range as price
    from liked l join places p on p.id = l.place_id and p.status = 'published'
    cross join lateral (
      (${candidatesOfType(userId, sql`c.neighborhood_slug = p.neighborhood_slug`, CANDIDATES_MAX.here)})
      union
      (select near.* from neighborhoods n cross join unnest(n.neighbors) as next(slug)
        cross join lateral (${candidatesOfType(userId, sql`c.neighborhood_slug = next.slug`, CANDIDATES_MAX.nextDoor)}) near
        where n.slug = p.neighborhood_slug)
      union
      (${candidatesOfType(userId, sql`true`, CANDIDATES_MAX.anywhere)})
    ) c`;
}

/** Published, open, and new to the member. */
function candidatesOfType(userId: string, where: SQL, limit: number): SQL {
  return sql`
    select c.id, c.neighborhood_slug, c.lat, c.lng, c.price_range
    from places c
    where c.status = 'published' and c.closure is null and c.type = p.type and ${where}
      and not exists (select from saved_places s where s.user_id = ${userId} and s.place_id = c.id)
      and not exists (select from reviews r where r.author_id = ${userId} and r.place_id = c.id)
      and not exists (select from pick_dismissals d where d.user_id = ${userId} and d.place_id = c.id)
      and not exists (select from lists o join list_entries e on e.list_id = o.id
        where o.owner_id = ${userId} and e.place_id = c.id)
    order by c.neighborhood_slug, c.id limit ${limit}`;
}

const Row = z.object({
  likedId: z.coerce.number(),
  slug: z.string(),
  name: z.string(),
  how: z.enum(["saved", "reviewed"]),
  stars: z.number().nullable(),
  age: z.number(),
  likedLat: z.number().nullable(),
  likedLng: z.number().nullable(),
  likedPrice: z.string().nullable(),
  id: z.coerce.number(),
  isSameNeighborhood: z.boolean(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  price: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

/** A place that was both saved and reviewed counts as reviewed. */
function likedPlaces(rows: Row[]): LikedPlace[] {
  const byPraise = rows.toSorted((a, b) => (a.stars ?? 0) - (b.stars ?? 0));
  const byId = new Map(byPraise.map((row) => [row.likedId, row]));
  return [...byId.values()].map(({ likedId, slug, name, how, stars, age, likedLat, likedLng, likedPrice }) => ({
    id: likedId,
    slug,
    name,
    how,
    stars,
    age,
    position: pointOf(likedLat, likedLng),
    priceRange: likedPrice,
  }));
}

/** Deduplicates candidates of places that were both saved and reviewed. */
function candidatePlaces(rows: Row[]): PickCandidate[] {
  const byPair = new Map(rows.map((row) => [`${row.likedId} ${row.id}`, row]));
  return [...byPair.values()].map(({ id, likedId, isSameNeighborhood, lat, lng, price }) => ({
    id,
    likedId,
    isSameNeighborhood,
    position: pointOf(lat, lng),
    priceRange: price,
  }));
}

function pointOf(lat: number | null, lng: number | null) {
  return lat === null || lng === null ? null : { lat, lng };
}

type Dismissal = { userId: string; slug: string; now: Date };

/** Never picks a place for the member again. Idempotent. */
export async function dismissPick(
  db: Database,
  { userId, slug, now, dismissalsMax = DISMISSALS_MAX }: Dismissal & { dismissalsMax?: number },
): Promise<"dismissed" | "no-such-place"> {
  const placeId = await findSavableItemId(db, { kind: "places", slug }, { now });
  if (placeId === null) return "no-such-place";
  await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    await tx.insert(pickDismissals).values({ userId, placeId, dismissedAt: now }).onConflictDoNothing();
    const mine = eq(pickDismissals.userId, userId);
    const old = await tx
      .select({ placeId: pickDismissals.placeId })
      .from(pickDismissals)
      .where(mine)
      .orderBy(desc(pickDismissals.dismissedAt), desc(pickDismissals.placeId))
      .offset(dismissalsMax);
    if (old.length === 0) return;
    const oldIds = old.map((row) => row.placeId);
    await tx.delete(pickDismissals).where(and(mine, inArray(pickDismissals.placeId, oldIds)));
  });
  return "dismissed";
}

/** Undoes a dismissal. */
export async function undoPickDismissal(
  db: Database,
  { userId, slug, now }: Dismissal,
): Promise<"restored" | "no-such-place"> {
  const placeId = await findSavableItemId(db, { kind: "places", slug }, { now });
  if (placeId === null) return "no-such-place";
  await db.delete(pickDismissals).where(and(eq(pickDismissals.userId, userId), eq(pickDismissals.placeId, placeId)));
  return "restored";
}
