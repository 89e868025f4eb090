import { and, asc, desc, eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { type DisplayedMemberReview, REVIEWS_PER_PAGE } from "../reviews.ts";
import { presentReview } from "./present-review.ts";

/** One page of a member's published reviews of published places, newest first. Served by reviews_by_author. */
export async function listMemberReviews(
  db: Database,
  { authorId, page }: { authorId: string; page: number },
  moment: PageContext,
): Promise<{ reviews: DisplayedMemberReview[]; count: number; pageCount: number }> {
  const isVisible = and(
    eq(reviews.authorId, authorId),
    eq(reviews.status, "published"),
    eq(places.status, "published"),
  );
  const visible = db
    .select({ id: reviews.id })
    .from(reviews)
    .innerJoin(places, eq(places.id, reviews.placeId))
    .where(isVisible);
  const count = await db.$count(visible.as("visible"));
  const rows = await db
    .select({ review: reviews, place: { slug: places.slug, name: places.name } })
    .from(reviews)
    .innerJoin(places, eq(places.id, reviews.placeId))
    .where(isVisible)
    .orderBy(desc(reviews.createdAt), asc(reviews.id))
    .limit(REVIEWS_PER_PAGE)
    .offset((page - 1) * REVIEWS_PER_PAGE);
  return {
    count,
    pageCount: Math.max(1, Math.ceil(count / REVIEWS_PER_PAGE)),
    reviews: rows.map(({ review, place }) => {
      moment.page.tags.add(`place:${place.slug}`);
      return { ...presentReview(review), place };
    }),
  };
}
