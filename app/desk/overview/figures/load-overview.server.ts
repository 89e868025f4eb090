import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { dailyViews } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { liveSources } from "#app/db/schema/live-sources.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import type { BillingProvider } from "#app/people/membership/billing-provider.ts";
import { countOpenCasesByKind } from "#app/core/cases/case-queries.server.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import {
  demoRatings,
  isDemoRating,
  isRealRating,
  ratingColumns,
  realRatings,
} from "#app/guide/places/cards/rating-columns.server.ts";
import { subtractDays, dcDayOn, dcToday } from "#app/lib/dc-time.ts";
import { formatFullDay, formatShortDay, formatShortSpan } from "#app/lib/format-time.ts";

import { countInbox } from "../inbox/count-inbox.server.ts";
import { comparedMonths, formatComparison, formatGrowth } from "./growth.ts";
import { type Overview, type PostStatus, RECENT_ITEMS_MAX } from "./overview.ts";
import { monthlyRevenue } from "./revenue.server.ts";

/** Whole days that views are counted of, as the 30 days of the analytics. The charts have today too. */
const WHOLE_DAYS = 30;
const WEEK_DAYS = 7;

/** Loads the admin dashboard. Every number is counted per request. */
export async function loadOverview(
  db: Database,
  { provider, now }: { provider: Pick<BillingProvider, "name" | "isTest"> | null; now: Date },
): Promise<Overview> {
  const today = dcToday(now);
  const since = subtractDays(today, WHOLE_DAYS);
  const lastDays = { from: since, to: subtractDays(today, 1) };
  const months = comparedMonths(today);
  const days = await loadDays(db, { since, now });
  const viewsIn = (span: { from: string; to: string }) => siteViews(db, span);
  const listed = await db.$count(places, eq(places.status, "published"));
  return {
    todayLabel: formatFullDay(now),
    isDemo: await hasDemo(db),
    posts: await countPosts(db, now),
    hoursKnown: await countKnownHours(db, listed),
    businesses: {
      listed,
      submitted: await db.$count(
        moderationCases,
        and(eq(moderationCases.kind, "submission"), isNull(moderationCases.closedAt)),
      ),
    },
    users: {
      count: await db.$count(users, isNull(users.deletedAt)),
      joinedThisWeek: await db.$count(
        users,
        and(isNull(users.deletedAt), gte(users.joinedAt, startOfDay(subtractDays(today, WEEK_DAYS - 1)))),
      ),
    },
    views: {
      total: await viewsIn({ from: "2000-01-01", to: today }),
      lastDays: await viewsIn(lastDays),
      span: formatShortSpan(lastDays),
    },
    growth: formatGrowth(await viewsIn(months.current), await viewsIn(months.former)),
    comparisonLabel: formatComparison(months),
    openCases: await countOpenCasesByKind(db),
    inbox: await countInbox(db),
    recentPosts: await recentPosts(db, now),
    recentBusinesses: await recentBusinesses(db),
    days,
    revenue: provider === null ? null : await monthlyRevenue(db, { provider, now }),
  };
}

async function hasDemo(db: Database): Promise<boolean> {
  return (
    (await db.$count(users, eq(users.isDemo, true))) + (await db.$count(dailyViews, eq(dailyViews.isDemo, true))) > 0
  );
}

async function countKnownHours(db: Database, listed: number): Promise<number | null> {
  if ((await db.$count(liveSources, and(eq(liveSources.name, "osm"), eq(liveSources.isOn, true)))) > 0) return null;
  const known = await db.$count(
    places,
    and(eq(places.status, "published"), or(isNotNull(places.hours), isNotNull(places.hoursText))),
  );
  return known * 2 < listed ? known : null;
}

async function countPosts(db: Database, now: Date): Promise<Overview["posts"]> {
  const isPublished = eq(posts.status, "published");
  return {
    published: await db.$count(posts, and(isPublished, lte(posts.publishedAt, now))),
    scheduled: await db.$count(posts, and(isPublished, gt(posts.publishedAt, now))),
    drafts: await db.$count(posts, and(eq(posts.status, "draft"), isNull(posts.deletedAt))),
  };
}

/** Views of all pages. Served by daily_views_by_subject. */
async function siteViews(db: Database, { from, to }: { from: string; to: string }): Promise<number> {
  const [row] = await db
    .select({ views: sql<number>`coalesce(sum(${dailyViews.views}), 0)::int` })
    .from(dailyViews)
    .where(
      and(
        eq(dailyViews.subject, "site"),
        eq(dailyViews.key, "all"),
        gte(dailyViews.day, from),
        lte(dailyViews.day, to),
      ),
    );
  return row?.views ?? 0;
}

/** Sorted as in the table of posts: latest publication date first, drafts by their creation date. */
async function recentPosts(db: Database, now: Date): Promise<Overview["recentPosts"]> {
  const rows = await db
    .select()
    .from(posts)
    .where(isNull(posts.deletedAt))
    .orderBy(desc(posts.publishedAt), desc(posts.id))
    .limit(RECENT_ITEMS_MAX);
  const views = await countPostViews(
    db,
    rows.map(({ slug }) => slug),
  );
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    category: CATEGORY_NAMES[row.categorySlug],
    status: postStatus(row, now),
    views: views.get(row.slug) ?? 0,
  }));
}

export function postStatus(
  { status, publishedAt, deletedAt }: Pick<typeof posts.$inferSelect, "status" | "publishedAt" | "deletedAt">,
  now: Date,
): PostStatus {
  if (deletedAt !== null) return "deleted";
  if (status === "draft") return "draft";
  return publishedAt > now ? "scheduled" : "published";
}

/** Total views of guides, by slug. Served by daily_views_by_subject. */
export async function countPostViews(db: Database, slugs: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: dailyViews.key, views: sql<number>`sum(${dailyViews.views})::int` })
    .from(dailyViews)
    .where(and(eq(dailyViews.subject, "guide"), inArray(dailyViews.key, slugs)))
    .groupBy(dailyViews.key);
  return new Map(rows.map(({ slug, views }) => [slug, views]));
}

/** Served by places_by_creation. */
async function recentBusinesses(db: Database): Promise<Overview["recentBusinesses"]> {
  const rows = await db
    .select({
      id: places.id,
      slug: places.slug,
      name: places.name,
      neighborhood: neighborhoods.name,
      priceRange: places.priceRange,
      ...ratingColumns,
    })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(isNull(places.deletedAt))
    .orderBy(desc(places.createdAt), desc(places.id))
    .limit(RECENT_ITEMS_MAX);
  return rows.map(({ realCount, realSum, demoCount, demoSum, ...row }) => ({
    ...row,
    rating: meanStars((realSum ?? 0) + (demoSum ?? 0), (realCount ?? 0) + (demoCount ?? 0)),
  }));
}

/** To one decimal; null without reviews. */
export function meanStars(starsSum: number, count: number): number | null {
  return count === 0 ? null : Math.round((starsSum / count) * 10) / 10;
}

/** Views, searches and sign-ups per day. */
async function loadDays(db: Database, { since, now }: { since: string; now: Date }): Promise<Overview["days"]> {
  const today = dcToday(now);
  const names = Array.from({ length: WHOLE_DAYS + 1 }, (_, index) => subtractDays(today, WHOLE_DAYS - index));
  const viewRows = await db
    .select({ day: dailyViews.day, subject: dailyViews.subject, views: sql<number>`sum(${dailyViews.views})::int` })
    .from(dailyViews)
    .where(
      and(
        gte(dailyViews.day, since),
        sql`(${dailyViews.subject}, ${dailyViews.key}) in (('site', 'all'), ('page', 'search'))`,
      ),
    )
    .groupBy(dailyViews.day, dailyViews.subject);
  const joinedDay = sql<string>`(${users.joinedAt} at time zone 'America/New_York')::date::text`;
  // Served by users_by_joined.
  const joined = await db
    .select({ day: joinedDay, count: sql<number>`count(*)::int` })
    .from(users)
    .where(gte(users.joinedAt, startOfDay(since)))
    .groupBy(joinedDay);
  const viewsOf = (subject: string) =>
    names.map((name) => viewRows.find((row) => row.day === name && row.subject === subject)?.views ?? 0);
  return {
    parts: names.map((name) => formatShortDay(name)),
    views: viewsOf("site"),
    searches: viewsOf("page"),
    signUps: names.map((name) => joined.find((row) => row.day === name)?.count ?? 0),
  };
}

function startOfDay(day: string): Date {
  return new Date(dcDayOn(day).startsMs);
}
