import { and, asc, eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { publicOpening } from "#app/guide/guides/page/guide-body.ts";
import { listGuideAuthors } from "#app/guide/guides/write/guide-authors.server.ts";
import { listGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { FEED_GUIDES_MAX, type FeedGuide, type FeedPlace } from "./feed.ts";
import { streetAddress } from "../structured/street-address.ts";

/** The newest published guides, of one category or of all (null). Members' guides have only their opening. */
export async function findFeedGuides(
  db: Database,
  input: { category: CategorySlug | null },
  { now, page }: PageContext,
): Promise<FeedGuide[]> {
  // Feeds are public, so the viewer is left out.
  const moment = { now, page };
  const where = input.category === null ? {} : { where: eq(posts.categorySlug, input.category) };
  const cards = await listGuideCards(db, { ...where, limit: FEED_GUIDES_MAX }, moment);
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const rows = await db
    .select({
      id: posts.id,
      body: posts.body,
      keywords: posts.keywords,
      publishedAt: posts.publishedAt,
      updatedAt: posts.updatedAt,
    })
    .from(posts)
    .where(inArray(posts.id, ids));
  const authorsById = await listGuideAuthors(db, ids, moment);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const publicIds = cards.filter(({ isForMembers }) => !isForMembers).map(({ id }) => id);
  const placesById = await placesOfGuides(db, publicIds, moment);
  return cards.flatMap(({ id, slug, title, excerpt, category, isForMembers }) => {
    const row = rowsById.get(id);
    if (row === undefined) return [];
    const body = isForMembers ? publicOpening(row.body) : row.body;
    const authors = (authorsById.get(id) ?? []).map(({ name }) => name);
    const guidePlaces = placesById.get(id) ?? [];
    return [{ ...row, slug, title, excerpt, category, isForMembers, body, authors, places: guidePlaces }];
  });
}

/** Each guide's places in order. Null for unpublished places. Served by the primary key of post_places. */
async function placesOfGuides(
  db: Database,
  postIds: number[],
  moment: PageContext,
): Promise<Map<number, (FeedPlace | null)[]>> {
  const rows = await db
    .select({
      postId: postPlaces.postId,
      reason: postPlaces.reason,
      hint: postPlaces.hint,
      slug: places.slug,
      name: places.name,
      street: places.street,
      quadrant: places.quadrant,
    })
    .from(postPlaces)
    // Left join, so that unpublished places keep their number in the list.
    .leftJoin(places, and(eq(places.id, postPlaces.placeId), eq(places.status, "published")))
    .where(inArray(postPlaces.postId, postIds))
    .orderBy(asc(postPlaces.postId), asc(postPlaces.position));
  const byPost = new Map<number, (FeedPlace | null)[]>();
  for (const { postId, reason, hint, slug, name, street, quadrant } of rows) {
    const listed = byPost.get(postId) ?? [];
    byPost.set(postId, listed);
    if (slug !== null) moment.page.tags.add(`place:${slug}`);
    const address = street === null ? "" : `${streetAddress(street, quadrant)}, Washington, DC`;
    listed.push(slug === null || name === null ? null : { slug, name, address, reason, hint });
  }
  return byPost;
}
