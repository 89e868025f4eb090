import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { formatRecentDay } from "#app/lib/format-time.ts";
import { expirePageAt, type PageContext, type ViewContext } from "#app/platform/page-cache-info.ts";

import { pictureOfGuide } from "../guide-picture.ts";
import type { GuideCardData, PaginatedList } from "../page/guide.ts";

export const GUIDES_PER_PAGE = 12;

/** Bounds the OFFSET. Guides on later pages can be found by search and in the archives. */
export const GUIDE_PAGE_MAX = 500;

const guideCardColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  excerpt: posts.excerpt,
  category: posts.categorySlug,
  neighborhoodSlug: posts.neighborhoodSlug,
  neighborhoodName: neighborhoods.name,
  publishedAt: posts.publishedAt,
  readMinutes: posts.readMinutes,
  pictureSalt: posts.pictureSalt,
  cover: posts.cover,
  access: posts.access,
};

/** A guide is public once it is published and its time has come. Some plans see early guides sooner. */
export function isGuideVisible({ now, viewer }: ViewContext): SQL | undefined {
  const isDueBy = (instant: Date) => sql`${posts.publishedAt} <= ${instant.toISOString()}::timestamptz`;
  const { earlyGuidesHours } = entitlementsOf(viewer?.tier ?? null);
  const isOutEarly = and(posts.isEarly, isDueBy(new Date(now.getTime() + earlyGuidesHours * HOUR_MS)));
  return and(eq(posts.status, "published"), earlyGuidesHours === 0 ? isDueBy(now) : or(isDueBy(now), isOutEarly));
}

/** Guides that the viewer may read in full. */
export function isFullyReadable({ viewer }: ViewContext): SQL | undefined {
  return entitlementsOf(viewer?.tier ?? null).membersOnlyGuides ? undefined : eq(posts.access, "everyone");
}

/**
 * Cards of public guides, newest first unless `orderBy` is given.
 * Served by posts_by_date, posts_by_category or posts_by_neighborhood.
 */
export async function listGuideCards(
  db: Database,
  input: { where?: SQL; orderBy?: SQL[]; limit: number; offset?: number },
  moment: PageContext,
): Promise<(GuideCardData & { id: number })[]> {
  const rows = await selectGuideCards(db, moment, {})
    .where(and(isGuideVisible(moment), input.where))
    .orderBy(...(input.orderBy ?? [desc(posts.publishedAt), desc(posts.id)]))
    .limit(input.limit)
    .offset(input.offset ?? 0);
  if (rows.length === 0) await expireAtNextGuide(db, moment);
  return rows.map((row) => toGuideCard(row, moment));
}

/** The select of the cards' rows, for `toGuideCard`, with further columns. */
export function selectGuideCards<More extends SelectedFields>(db: Database, moment: PageContext, more: More) {
  return db
    .select({ ...guideCardColumns, nextMs: nextGuideMs(moment), ...more })
    .from(posts)
    .leftJoin(neighborhoods, eq(neighborhoods.slug, posts.neighborhoodSlug));
}

/** The public guides that only members can read in full. */
export async function countMembersGuides(db: Database, moment: PageContext): Promise<number> {
  await expireAtNextGuide(db, moment);
  return db.$count(posts, and(isGuideVisible({ now: moment.now }), eq(posts.access, "members")));
}

/** One page of guides, with the total. */
export async function listGuidePage(
  db: Database,
  input: { where?: SQL; orderBy?: SQL[]; page: number },
  moment: PageContext,
): Promise<PaginatedList<GuideCardData>> {
  const total = await db.$count(posts, and(isGuideVisible(moment), input.where));
  const pageCount = Math.max(1, Math.ceil(total / GUIDES_PER_PAGE));
  const page = Math.min(input.page, GUIDE_PAGE_MAX);
  const offset = (page - 1) * GUIDES_PER_PAGE;
  const { page: _page, ...which } = input;
  // An empty list expires, too, when the next guide is published.
  if (offset >= total) await expireAtNextGuide(db, moment);
  const items = offset >= total ? [] : await listGuideCards(db, { ...which, limit: GUIDES_PER_PAGE, offset }, moment);
  return { items, total, page, pageCount };
}

export type GuideRow = Pick<
  typeof posts.$inferSelect,
  | "id"
  | "slug"
  | "title"
  | "excerpt"
  | "neighborhoodSlug"
  | "publishedAt"
  | "readMinutes"
  | "pictureSalt"
  | "cover"
  | "access"
> & { category: (typeof posts.$inferSelect)["categorySlug"]; neighborhoodName: string | null; nextMs: number | null };

export function toGuideCard(row: GuideRow, moment: PageContext): GuideCardData & { id: number } {
  moment.page.tags.add(`guide:${row.slug}`);
  expireAt(moment, row.nextMs);
  const { neighborhoodSlug, neighborhoodName } = row;
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    category: { slug: row.category, name: CATEGORY_NAMES[row.category] },
    neighborhood:
      neighborhoodSlug === null || neighborhoodName === null
        ? null
        : { slug: neighborhoodSlug, name: neighborhoodName },
    publishedAt: row.publishedAt.toISOString(),
    publishedLabel: formatRecentDay(row.publishedAt, moment.now),
    readMinutes: row.readMinutes,
    isForMembers: row.access === "members",
    isEarly: row.publishedAt > moment.now,
    picture: pictureOfGuide(row),
  };
}

/** Cached lists of guides expire when the next scheduled guide is published. */
async function expireAtNextGuide(db: Database, moment: PageContext): Promise<void> {
  const [next] = await db.select({ nextMs: nextGuideMs(moment) }).from(sql`(select) as nothing`);
  expireAt(moment, next?.nextMs ?? null);
}

function expireAt({ page }: PageContext, nextMs: number | null): void {
  page.tags.add("guides");
  expirePageAt(page, nextMs === null ? null : new Date(nextMs));
}

/** When the next scheduled guide is published, in milliseconds since 1970; null: none is scheduled. Served by posts_by_date. */
function nextGuideMs({ now }: PageContext): SQL<number | null> {
  return sql<number | null>`(
    select (extract(epoch from min(p.published_at)) * 1000)::float8 from posts p
    where p.status = 'published' and p.published_at > ${now.toISOString()}::timestamptz)`;
}
