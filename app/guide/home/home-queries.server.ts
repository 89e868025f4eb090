import { and, asc, count, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { factConfirmations } from "#app/db/schema/corrections.ts";
import { posts } from "#app/db/schema/guides.ts";
import { categories, placeFacts, places } from "#app/db/schema/places.ts";
import { listGuideCards, isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import { listTrendingGuides, type Trending } from "#app/guide/guides/list/trending.server.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import { seasonOn } from "#illustrations/drawing/season.ts";
import { listNeighborhoods } from "#app/guide/neighborhoods/neighborhood-queries.server.ts";
import { publicHolidayOn } from "#app/lib/dc-public-holidays.ts";
import { type DcDay, dcDayAt, dcDayByNumber, dcToday, subtractDays } from "#app/lib/dc-time.ts";
import { formatWeekdayAndDay } from "#app/lib/format-time.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { HomePage } from "./home.ts";

const TRENDING_SHOWN = 3;
const FEATURED_SHOWN = 6;
const NEIGHBORHOODS_SHOWN = 6;
const VISITOR_DAYS = 30;

/** Everything on the home page. The number of visitors is null, and left out, until some are counted. */
export async function loadHome(db: Database, moment: PageContext): Promise<HomePage> {
  moment.page.tags.add("home");
  const today = dcToday(moment.now);
  expirePageAt(moment.page, new Date(dcDayAt(moment.now.getTime()).endsMs));
  const neighborhoods = await listNeighborhoods(db, moment);
  const trending = await listTrendingGuides(db, { page: 1 }, moment);
  const featured = await listGuideCards(
    db,
    { where: sql`${posts.featuredRank} is not null`, orderBy: [asc(posts.featuredRank)], limit: FEATURED_SHOWN },
    moment,
  );
  return {
    today: formatWeekdayAndDay(moment.now),
    holidayNote: holidayNote(today),
    season: seasonOn(today),
    trending: { basis: trending.basis, isDemo: trending.isDemo, ...topGuides(trending, featured) },
    stats: {
      businesses: await db.$count(places, eq(places.status, "published")),
      neighborhoods: neighborhoods.filter(({ kind }) => kind === "neighborhood").length,
      monthlyVisitors: await monthlyVisitors(db, today),
      updates: await dailyUpdates(db, moment),
    },
    featured,
    categories: await categoryCounts(db),
    neighborhoods: neighborhoods.slice(0, NEIGHBORHOODS_SHOWN),
  };
}

/** Most places don't publish their hours on holidays, so the page warns a day ahead. */
function holidayNote(today: string): string | null {
  const holiday = publicHolidayOn(today);
  if (holiday !== null) return `${holiday}: hours may differ today.`;
  const next = publicHolidayOn(subtractDays(today, -1));
  return next === null ? null : `Tomorrow is ${next}: hours may differ.`;
}

/** The most viewed guides. Before enough views are counted: the newest, and last an editors' pick that isn't one of them. */
function topGuides({ basis, guides: { items } }: Trending, featured: GuideCardData[]) {
  const newest = items.slice(0, TRENDING_SHOWN - 1);
  const pick = featured.findLast(({ slug }) => newest.every((guide) => guide.slug !== slug));
  if (basis === "views" || pick === undefined) return { guides: items.slice(0, TRENDING_SHOWN), pickSlug: null };
  return { guides: [...newest, pick], pickSlug: pick.slug };
}

/**
 * Visitors of the last 30 days, today included, each counted once a day because visitors are not tracked across days.
 * Null without visitors.
 */
async function monthlyVisitors(db: Database, today: string): Promise<HomePage["stats"]["monthlyVisitors"]> {
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(${dailyViews.visitors}), 0)::int`,
      isDemo: sql<boolean>`coalesce(bool_or(${dailyViews.isDemo}), false)`,
    })
    .from(dailyViews)
    .where(and(eq(dailyViews.subject, "site"), gte(dailyViews.day, subtractDays(today, VISITOR_DAYS - 1))));
  return row === undefined || row.count === 0 ? null : row;
}

/** The updates of today or, before the first one, of yesterday if it had any. */
async function dailyUpdates(db: Database, moment: PageContext): Promise<HomePage["stats"]["updates"]> {
  const today = dcDayAt(moment.now.getTime());
  const count = await countUpdates(db, today, moment);
  const yesterdays = count > 0 ? 0 : await countUpdates(db, dcDayByNumber(today.number - 1), moment);
  return yesterdays > 0 ? { count: yesterdays, day: "yesterday" } : { count, day: "today" };
}

/**
 * Guides published, and facts changed, checked or confirmed on a day. Facts of seed data are left out: loading them
 * changes nothing about the city. Served by posts_by_date and places_by_update.
 */
async function countUpdates(db: Database, { startsMs, endsMs }: DcDay, moment: PageContext): Promise<number> {
  const onThisDay = (column: AnyPgColumn) => and(gte(column, new Date(startsMs)), lt(column, new Date(endsMs)));
  const [facts] = await db
    .select({ count: count() })
    .from(places)
    .innerJoin(placeFacts, eq(placeFacts.placeId, places.id))
    .where(
      and(
        eq(places.status, "published"),
        // A place changes whenever one of its facts does.
        gte(places.updatedAt, new Date(startsMs)),
        onThisDay(placeFacts.recordedAt),
        ne(placeFacts.origin, "seed"),
        ne(placeFacts.field, "ranks"),
      ),
    );
  const guides = await db.$count(posts, and(isGuideVisible(moment), onThisDay(posts.publishedAt)));
  const confirmations = await db.$count(factConfirmations, onThisDay(factConfirmations.confirmedAt));
  return (facts?.count ?? 0) + guides + confirmations;
}

async function categoryCounts(db: Database): Promise<HomePage["categories"]> {
  const rows = await db
    .select({ slug: categories.slug, name: categories.name, placeCount: sql<number>`count(${places.id})::int` })
    .from(categories)
    .leftJoin(places, and(eq(places.categorySlug, categories.slug), eq(places.status, "published")))
    .groupBy(categories.slug)
    .orderBy(categories.position);
  return rows;
}
