import { and, eq, gte, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { dcToday, subtractDays } from "#app/lib/dc-time.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import type { GuideCardData } from "../page/guide.ts";

export const COUNTED_DAYS = 30;

/** A smaller view count of a guide is mostly noise, so it isn't shown. */
const VIEWS_SHOWN_MIN = 10;

/**
 * Adds each card's views of the last 30 days; null if there are too few to say. `isDemo`: demo data is among those shown.
 * Served by daily_views_by_subject.
 */
export async function addViewCounts(
  db: Database,
  cards: GuideCardData[],
  { now }: PageContext,
): Promise<{ guides: GuideCardData[]; isDemo: boolean }> {
  if (cards.length === 0) return { guides: [], isDemo: false };
  const slugs = cards.map(({ slug }) => slug);
  const since = subtractDays(dcToday(now), COUNTED_DAYS - 1);
  const rows = await db
    .select({
      key: dailyViews.key,
      views: sql<number>`sum(${dailyViews.views})::int`,
      isDemo: sql<boolean>`bool_or(${dailyViews.isDemo})`,
    })
    .from(dailyViews)
    .where(and(eq(dailyViews.subject, "guide"), inArray(dailyViews.key, slugs), gte(dailyViews.day, since)))
    .groupBy(dailyViews.key);
  const shown = new Map(rows.filter(({ views }) => views >= VIEWS_SHOWN_MIN).map((row) => [row.key, row]));
  return {
    guides: cards.map((card) => ({ ...card, views: shown.get(card.slug)?.views ?? null })),
    isDemo: [...shown.values()].some(({ isDemo }) => isDemo),
  };
}
