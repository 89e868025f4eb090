import { and, asc, eq, inArray, min, ne, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { postPlaces, posts, postSlugs } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places as placeRows } from "#app/db/schema/places.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import { formatRecentDay } from "#app/lib/format-time.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { PageContext, ViewContext } from "#app/platform/page-cache-info.ts";

import { placeSlugsInText, renderGuideBlocks, publicOpening } from "./page/guide-body.ts";
import { formatByline, listGuideAuthors } from "./write/guide-authors.server.ts";
import { listGuideCards, listGuidePage, isFullyReadable, isGuideVisible } from "./list/guide-cards.server.ts";
import { hasClosedSinceMention } from "./page/has-closed-since.ts";
import type { GuideBlock, GuideCardData, GuidePage, GuidePlace, GuideTeaser, PaginatedList } from "./page/guide.ts";

const RELATED_GUIDES = 4;
const MENTIONING_GUIDES = 6;
const SIMILAR_GUIDES = 5;

/** Everything a guide's page shows; null when the guide doesn't exist or isn't public for this viewer. */
export async function findGuidePage(db: Database, slug: string, moment: PageContext): Promise<GuidePage | null> {
  const [card] = await listGuideCards(db, { where: eq(posts.slug, slug), limit: 1 }, moment);
  if (card === undefined) return null;
  const [row] = await db
    .select({ body: posts.body, keywords: posts.keywords, updatedAt: posts.updatedAt })
    .from(posts)
    .where(eq(posts.id, card.id));
  if (row === undefined) return null;
  const isOpen = !card.isForMembers || entitlementsOf(moment.viewer?.tier ?? null).membersOnlyGuides;
  const guideAuthorList = (await listGuideAuthors(db, [card.id], moment)).get(card.id) ?? [];
  const stops = await listGuideStops(db, card.id);
  const text = isOpen
    ? { ...(await loadGuideText(db, { body: row.body, stops }, moment)), teaser: null }
    : { ...(await openingText(db, { body: row.body, stops }, moment)), teaser: await guideTeaser(db, card.id) };
  const updatedLabel = formatRecentDay(row.updatedAt, moment.now);
  return {
    ...card,
    authors: guideAuthorList,
    byline: formatByline(guideAuthorList),
    keywords: row.keywords,
    updatedAt: row.updatedAt.toISOString(),
    updatedLabel: updatedLabel === card.publishedLabel ? null : updatedLabel,
    ...text,
    related: await relatedGuides(db, card, moment),
  };
}

/** The number of a guide's places and their neighborhoods in order. Not the places themselves: those are for members. */
async function guideTeaser(db: Database, postId: number): Promise<GuideTeaser> {
  const rows = await db
    .select({ name: neighborhoods.name, count: sql<number>`count(*)::int` })
    .from(postPlaces)
    .innerJoin(placeRows, and(eq(placeRows.id, postPlaces.placeId), eq(placeRows.status, "published")))
    .innerJoin(neighborhoods, eq(neighborhoods.slug, placeRows.neighborhoodSlug))
    .where(eq(postPlaces.postId, postId))
    .groupBy(neighborhoods.name)
    .orderBy(min(postPlaces.position));
  const placeCount = rows.reduce((sum, { count }) => sum + count, 0);
  return { placeCount, neighborhoods: rows.map(({ name }) => name) };
}

/** A guide's entries for its places, in order. Served by the primary key of post_places. */
export async function listGuideStops(db: Database, postId: number): Promise<Stop[]> {
  return db
    .select({
      placeId: postPlaces.placeId,
      reason: postPlaces.reason,
      hint: postPlaces.hint,
      mentionedAt: postPlaces.mentionedAt,
    })
    .from(postPlaces)
    .where(eq(postPlaces.postId, postId))
    .orderBy(asc(postPlaces.position));
}

/** `mentionedAt`: since when the guide mentions the place; null if unknown. */
type Stop = { placeId: number; reason: string; hint: string; mentionedAt: Date | null };
type GuideText = { body: string; stops: readonly Stop[] };

/** A guide's blocks with its places, and how many of them have closed since it was written. */
export async function loadGuideText(db: Database, { body, stops }: GuideText, moment: PageContext) {
  const listed = await guidePlaces(db, stops, moment);
  return {
    ...withoutUnpublishedPlaces(renderGuideBlocks(body, placesOf(listed)), listed),
    closed: await countClosed(db, stops, listed),
  };
}

/** The public part of a members' guide. The count of closed places is for the whole guide. */
async function openingText(db: Database, { body, stops }: GuideText, moment: PageContext) {
  const opening = publicOpening(body);
  const openingStops = stops.slice(0, placeSlugsInText(opening).length);
  const listed = await guidePlaces(db, stops, moment);
  const shown = listed.slice(0, openingStops.length);
  return {
    ...withoutUnpublishedPlaces(renderGuideBlocks(opening, placesOf(shown)), shown),
    closed: await countClosed(db, stops, listed),
  };
}

function placesOf(listed: readonly (GuidePlace | null)[]): GuidePlace["place"][] {
  return listed.flatMap((stop) => (stop === null ? [] : [stop.place]));
}

/**
 * How many of a guide's places have closed since the guide first mentioned them. Places that were closed before, or that
 * were removed, count for neither number.
 */
async function countClosed(db: Database, stops: readonly Stop[], listed: readonly (GuidePlace | null)[]) {
  const missing = stops.filter((_stop, index) => listed[index] === null);
  if (missing.length === 0) return { count: 0, of: listed.length };
  const ids = missing.map(({ placeId }) => placeId);
  const closed = await db
    .select({ id: placeRows.id, closedOn: placeRows.closedOn })
    .from(placeRows)
    .where(and(inArray(placeRows.id, ids), eq(placeRows.status, "closed")));
  const count = missing.filter(({ placeId, mentionedAt }) =>
    closed.some(({ id, closedOn }) => id === placeId && hasClosedSinceMention(closedOn, mentionedAt)),
  ).length;
  return { count, of: listed.length - missing.length + count };
}

/** The places in order; null for a place that is no longer published. */
async function guidePlaces(db: Database, stops: readonly Stop[], moment: PageContext): Promise<(GuidePlace | null)[]> {
  const cards = await placeCardsById(
    db,
    stops.map(({ placeId }) => placeId),
    moment,
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  let before: GuidePlace["place"] | null = null;
  return stops.map(({ placeId, reason, hint }) => {
    const place = byId.get(placeId);
    if (place === undefined) return null;
    const walkMinutes =
      before?.position == null || place.position === null
        ? null
        : minutesOnFoot(distanceMeters(before.position, place.position));
    before = place;
    return { place, reason, hint, walkMinutes };
  });
}

/** Removes unpublished places from the list and the body, and renumbers the rest. */
function withoutUnpublishedPlaces(blocks: GuideBlock[], listed: (GuidePlace | null)[]) {
  const places = listed.filter((place) => place !== null);
  const remaining = blocks.flatMap((block): GuideBlock[] => {
    if (block.kind === "html") return [block];
    const place = listed[block.index];
    return place === null || place === undefined ? [] : [{ kind: "place", index: places.indexOf(place) }];
  });
  return { blocks: remaining, places };
}

async function relatedGuides(
  db: Database,
  guide: GuideCardData & { id: number },
  moment: PageContext,
): Promise<GuideCardData[]> {
  const neighborhood = guide.neighborhood?.slug ?? "";
  // The same neighborhood scores 2, the same category 1.
  const relevance = sql`(case when ${posts.neighborhoodSlug} = ${neighborhood} then 2 else 0 end)
    + (case when ${posts.categorySlug} = ${guide.category.slug} then 1 else 0 end)`;
  return listGuideCards(
    db,
    {
      where: ne(posts.id, guide.id),
      orderBy: [sql`${relevance} desc`, sql`${posts.publishedAt} desc`, sql`${posts.id} desc`],
      limit: RELATED_GUIDES,
    },
    moment,
  );
}

/** The current slug of a guide that once had this slug; null when there is none or it isn't public. */
export async function findRenamedGuide(db: Database, slug: string, viewing: ViewContext): Promise<string | null> {
  const [moved] = await db
    .select({ slug: posts.slug })
    .from(postSlugs)
    .innerJoin(posts, eq(posts.id, postSlugs.postId))
    .where(and(eq(postSlugs.slug, slug), isGuideVisible(viewing)));
  return moved?.slug ?? null;
}

/** One page of a category's guides, newest first. */
export async function listCategoryGuides(
  db: Database,
  input: { category: CategorySlug; page: number },
  moment: PageContext,
): Promise<PaginatedList<GuideCardData>> {
  return listGuidePage(db, { where: eq(posts.categorySlug, input.category), page: input.page }, moment);
}

/** Links to public guides whose slugs are most similar to an unknown slug. */
export async function findSimilarGuides(
  db: Database,
  slug: string,
  viewing: ViewContext,
): Promise<{ label: string; to: string }[]> {
  const similarity = sql<number>`similarity(${posts.slug}, ${slug})`;
  const rows = await db
    .select({ slug: posts.slug, title: posts.title })
    .from(posts)
    .where(and(isGuideVisible(viewing), sql`${posts.slug} % ${slug}`))
    .orderBy(sql`${similarity} desc`)
    .limit(SIMILAR_GUIDES);
  return rows.map(({ slug: to, title }) => ({ label: title, to: `/posts/${to}` }));
}

/** The newest public guides that mention a place and that the viewer may read in full. Served by post_places_by_place. */
export async function listGuidesMentioning(
  db: Database,
  placeId: number,
  moment: PageContext,
): Promise<GuideCardData[]> {
  const mentioning = db.select({ postId: postPlaces.postId }).from(postPlaces).where(eq(postPlaces.placeId, placeId));
  return listGuideCards(
    db,
    { where: and(inArray(posts.id, mentioning), isFullyReadable(moment)) ?? sql`true`, limit: MENTIONING_GUIDES },
    moment,
  );
}
