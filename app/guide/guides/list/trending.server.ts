import { and, desc, eq, gte, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { dcToday, subtractDays } from "#app/lib/dc-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { listGuideCards, GUIDES_PER_PAGE, isGuideVisible } from "./guide-cards.server.ts";
import { addViewCounts, COUNTED_DAYS } from "./guide-view-counts.server.ts";
import { listLatestGuides } from "./latest-guides.server.ts";
import type { GuideCardData, PaginatedList } from "../page/guide.ts";

/** With fewer visitors than this over all guides, an order by views would be random, so guides are sorted by date. */
const TRENDING_VISITORS_MIN = 50;

/** `isDemo`: the views include demo data. */
export type Trending = { basis: "views" | "date"; isDemo: boolean; guides: PaginatedList<GuideCardData> };

/** Guides by views in the last 30 days, or by date while there are too few views. */
export async function listTrendingGuides(
  db: Database,
  input: { page: number },
  moment: PageContext,
): Promise<Trending> {
  const since = subtractDays(dcToday(moment.now), COUNTED_DAYS - 1);
  const [sum] = await db
    .select({
      visitors: sql<number>`coalesce(sum(${dailyViews.visitors}), 0)::int`,
      isDemo: sql<boolean>`coalesce(bool_or(${dailyViews.isDemo}), false)`,
    })
    .from(dailyViews)
    .where(and(eq(dailyViews.subject, "guide"), gte(dailyViews.day, since)));
  if ((sum?.visitors ?? 0) < TRENDING_VISITORS_MIN)
    return { basis: "date", ...(await listLatestGuides(db, input, moment)) };

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
  const counted = await addViewCounts(db, items, moment);
  const guides = { items: counted.guides, total, page: input.page, pageCount };
  return { basis: "views", isDemo: sum?.isDemo === true, guides };
}
