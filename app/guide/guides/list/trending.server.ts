import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { dcToday, subtractDays } from "#app/lib/dc-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { listGuideCards, listGuidePage, GUIDES_PER_PAGE, isGuideVisible } from "./guide-cards.server.ts";
import type { GuideCardData, PaginatedList } from "../page/guide.ts";

const TRENDING_DAYS = 30;

/** With fewer visitors than this over all guides, an order by views would be random, so guides are sorted by date. */
const TRENDING_VISITORS_MIN = 50;

/** A smaller view count of a guide is mostly noise, so it isn't shown. */
const VIEWS_SHOWN_MIN = 10;

/** `isDemo`: the views include demo data. */
export type Trending = { basis: "views" | "date"; isDemo: boolean; guides: PaginatedList<GuideCardData> };

/** Guides by views in the last 30 days, or by date while there are too few views. */
export async function listTrendingGuides(
  db: Database,
  input: { page: number },
  moment: PageContext,
): Promise<Trending> {
  const since = subtractDays(dcToday(moment.now), TRENDING_DAYS - 1);
  const [sum] = await db
    .select({
      visitors: sql<number>`coalesce(sum(${dailyViews.visitors}), 0)::int`,
      isDemo: sql<boolean>`coalesce(bool_or(${dailyViews.isDemo}), false)`,
    })
    .from(dailyViews)
    .where(and(eq(dailyViews.subject, "guide"), gte(dailyViews.day, since)));
  if ((sum?.visitors ?? 0) < TRENDING_VISITORS_MIN)
    return { basis: "date", isDemo: false, guides: await listGuidePage(db, input, moment) };

  const views = sql`coalesce((select sum(v.views) from daily_views v
    where v.subject = 'guide' and v.key = ${posts.slug} and v.day >= ${since}), 0)`;
  const total = await db.$count(posts, isGuideVisible(moment));
  const items = await listGuideCards(
    db,
    {
      orderBy: [sql`${views} desc`, desc(posts.publishedAt), sql`${posts.slug}`],
      limit: GUIDES_PER_PAGE,
      offset: (input.page - 1) * GUIDES_PER_PAGE,
    },
    moment,
  );
  const pageCount = Math.max(1, Math.ceil(total / GUIDES_PER_PAGE));
  const guides = { items: await addViewCounts(db, items, since), total, page: input.page, pageCount };
  return { basis: "views", isDemo: sum?.isDemo === true, guides };
}

/** Adds each card's views since a day, if there are enough to show. Served by daily_views_by_subject. */
export async function addViewCounts(db: Database, cards: GuideCardData[], since: string): Promise<GuideCardData[]> {
  if (cards.length === 0) return [];
  const rows = await db
    .select({ key: dailyViews.key, views: sql<number>`sum(${dailyViews.views})::int` })
    .from(dailyViews)
    .where(
      and(
        eq(dailyViews.subject, "guide"),
        inArray(
          dailyViews.key,
          cards.map(({ slug }) => slug),
        ),
        gte(dailyViews.day, since),
      ),
    )
    .groupBy(dailyViews.key);
  const bySlug = new Map(rows.map(({ key, views }) => [key, views]));
  return cards.map((card) => {
    const views = bySlug.get(card.slug) ?? 0;
    return { ...card, views: views >= VIEWS_SHOWN_MIN ? views : null };
  });
}
