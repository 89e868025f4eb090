import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { TermKind, ViewSubject } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyEventCounts, dailyRouteTimings, dailyViews, monthlyViews, dailyTerms } from "#app/db/schema/analytics.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import type { DailyEventCount } from "#app/guide/analytics/counters/day-counts.ts";
import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { BUCKET_COUNT } from "#app/guide/analytics/counters/response-times.ts";
import { type MonthSplit, splitByStoredMonths } from "#app/guide/analytics/counters/view-months.server.ts";

import type { PageKind } from "./insights.ts";
import type { InsightsRange } from "./range.ts";

/** Data with its own first day; `daily_event_counts` and the terms started together. */
export type CountedSeries = "views" | "counts" | "times";

const FIRST_DAYS: Record<CountedSeries, SQL> = {
  views: sql`select min(day)::text as day from ${dailyViews} where subject = 'site' and key = 'all'`,
  counts: sql`select min(day)::text as day from ${dailyEventCounts}`,
  times: sql`select min(day)::text as day from ${dailyRouteTimings}`,
};

/** The first day with a count of this kind; null if none. Served by daily_views_by_subject and the keys. */
export async function findFirstCountedDay(db: Database, what: CountedSeries): Promise<string | null> {
  const result = await db.execute(FIRST_DAYS[what]);
  return z.object({ rows: z.array(z.object({ day: z.string().nullable() })) }).parse(result).rows[0]?.day ?? null;
}

/** The range, and the range it is compared with. */
type ComparedRange = Pick<InsightsRange, "days" | "against">;

const within = (days: DayRange | null) =>
  days === null ? sql`false` : sql`day between ${days.from}::date and ${days.to}::date`;
const inEither = ({ days, against }: ComparedRange) => sql`(${within(days)} or ${within(against)})`;
const sumIn = (column: SQL, days: DayRange | null) =>
  sql`coalesce(sum(${column}) filter (where ${within(days)}), 0)::integer`;

const DailyViews = z.object({ day: z.string(), views: z.number(), visitors: z.number() });
export type DailyViews = z.infer<typeof DailyViews>;

/** Views by day of one page, or of all pages with `site` and `all`. Served by daily_views_by_subject. */
export async function loadViewsByDay(
  db: Database,
  { subject, key, ...compared }: ComparedRange & { subject: ViewSubject; key: string },
): Promise<DailyViews[]> {
  const result = await db.execute(sql`
    select day::text, sum(views)::integer as views, sum(visitors)::integer as visitors from ${dailyViews}
    where subject = ${subject} and key = ${key} and ${inEither(compared)} group by day`);
  return z.object({ rows: z.array(DailyViews) }).parse(result).rows;
}

/** Served by daily_views_demo. */
export async function hasDemoViews(db: Database, compared: ComparedRange): Promise<boolean> {
  const isThere = sql`exists (select 1 from ${dailyViews} where is_demo and ${inEither(compared)})`;
  const result = await db.execute(sql`select ${isThere} as found`);
  return z.object({ rows: z.array(z.object({ found: z.boolean() })) }).parse(result).rows[0]?.found === true;
}

const PageViews = z.object({
  subject: z.string(),
  key: z.string(),
  title: z.string().nullable(),
  views: z.number(),
  visitors: z.number(),
  viewsBefore: z.number(),
  visitorsBefore: z.number(),
  total: z.number(),
});
export type PageViews = z.infer<typeof PageViews>;

type PagesQuery = ComparedRange & { kind: PageKind; limit: number; offset: number };

/** The most viewed pages of the range. */
export async function listTopPages(db: Database, { limit, offset, ...query }: PagesQuery): Promise<PageViews[]> {
  const counted = await pageViewsSql(db, query);
  const result = await db.execute(sql`
    with viewed as (
      select subject, key, ${sumOf("views", "isNow")} as views, ${sumOf("visitors", "isNow")} as visitors,
        ${sumOf("views", "isBefore")} as "viewsBefore", ${sumOf("visitors", "isBefore")} as "visitorsBefore"
      from (${counted}) as counted group by subject, key
    ), shown as (
      select *, (count(*) over ())::integer as total from viewed where views > 0
      order by views desc, subject, key limit ${limit}::integer offset ${offset}::integer
    )
    select shown.*, case subject
      when 'place' then (select name from ${places} p where p.slug = shown.key)
      when 'guide' then (select title from ${posts} g where g.slug = shown.key)
      when 'neighborhood' then (select name from ${neighborhoods} n where n.slug = shown.key) end as title
    from shown order by views desc, subject, key`);
  return z.object({ rows: z.array(PageViews) }).parse(result).rows;
}

function sumOf(column: "views" | "visitors", of: "isNow" | "isBefore"): SQL {
  return sql`coalesce(sum(${sql.identifier(column)}) filter (where ${sql.identifier(of)}), 0)::integer`;
}

/**
 * Views per page: rolled-up months that lie fully inside the range, else days. Demo views are never rolled up.
 *
 * Served by the keys of monthly_views and daily_views, and by daily_views_demo.
 */
export async function pageViewsSql(
  db: Database,
  { days, against, kind }: Pick<PagesQuery, "days" | "against" | "kind">,
): Promise<SQL> {
  const isKind = kind === "all" ? sql`subject <> 'site'` : sql`subject = ${kind}`;
  const now = await splitByStoredMonths(db, days);
  const before = against === null ? NO_DAYS : await splitByStoredMonths(db, against);
  const read = (table: typeof dailyViews | typeof monthlyViews, [isNow, isBefore]: [SQL, SQL], more = sql`true`) => sql`
    select subject, key, views, visitors, ${isNow} as "isNow", ${isBefore} as "isBefore" from ${table}
    where (${isNow} or ${isBefore}) and ${isKind} and ${more}`;
  return sql`${read(dailyViews, [withinAny(now.remainingDays), withinAny(before.remainingDays)])}
    union all ${read(monthlyViews, [inMonths(now), inMonths(before)])}
    union all ${read(dailyViews, [withinAny(now.monthRanges), withinAny(before.monthRanges)], sql`is_demo`)}`;
}

const NO_DAYS: MonthSplit = { months: [], monthRanges: [], remainingDays: [] };

function withinAny(spans: readonly DayRange[]): SQL {
  return spans.length === 0 ? sql`false` : sql`(${sql.join(spans.map(within), sql` or `)})`;
}

function inMonths({ months }: MonthSplit): SQL {
  return months.length === 0 ? sql`false` : sql`month = any(${sql.param(months)}::date[])`;
}

const DayCountSum = z.object({
  name: z.string(),
  count: z.number(),
  visitors: z.number(),
  countBefore: z.number(),
  visitorsBefore: z.number(),
});
export type DayCountSum = z.infer<typeof DayCountSum>;

/** Served by the key of daily_event_counts: about forty rows a day. */
export async function sumDayCounts(
  db: Database,
  kind: DailyEventCount["kind"],
  compared: ComparedRange,
): Promise<DayCountSum[]> {
  const { days, against } = compared;
  const result = await db.execute(sql`
    select name, ${sumIn(sql`count`, days)} as count, ${sumIn(sql`visitors`, days)} as visitors,
      ${sumIn(sql`count`, against)} as "countBefore", ${sumIn(sql`visitors`, against)} as "visitorsBefore"
    from ${dailyEventCounts} where kind = ${kind} and ${inEither(compared)} group by name order by count desc, name`);
  return z.object({ rows: z.array(DayCountSum) }).parse(result).rows;
}

const TermTotals = z.object({
  term: z.string(),
  visitors: z.number(),
  withoutResult: z.number(),
  followers: z.number(),
  visitorsBefore: z.number(),
});
export type TermTotals = z.infer<typeof TermTotals>;

/** All search terms, those without a result, or those whose results were never opened. */
export type TermFilter = "all" | "without-result" | "not-followed";

/** Served by the key of daily_terms, which has at most a thousand rows per day and kind. */
export async function sumTerms(
  db: Database,
  { kind, of, limit, ...compared }: ComparedRange & { kind: TermKind; of: TermFilter; limit: number },
): Promise<TermTotals[]> {
  const { days, against } = compared;
  const condition = {
    all: sql`true`,
    "without-result": sql`"withoutResult" > 0`,
    "not-followed": sql`followers = 0 and "withoutResult" < visitors`,
  }[of];
  const order = of === "without-result" ? sql`"withoutResult"` : sql`visitors`;
  const result = await db.execute(sql`
    select * from (
      select term, ${sumIn(sql`visitors`, days)} as visitors, ${sumIn(sql`without_result`, days)} as "withoutResult",
        ${sumIn(sql`followers`, days)} as followers, ${sumIn(sql`visitors`, against)} as "visitorsBefore"
      from ${dailyTerms} where kind = ${kind} and ${inEither(compared)} group by term
    ) as said where visitors > 0 and ${condition} order by ${order} desc, term limit ${limit}::integer`);
  return z.object({ rows: z.array(TermTotals) }).parse(result).rows;
}

const RouteAnswers = z.object({ route: z.string(), responseCounts: z.array(z.number()) });

/**
 * Response counts per route and bucket, summed over the range. PostgreSQL has no sum for arrays, and a year of daily
 * arrays is too much to transfer. Served by the key of daily_route_timings.
 */
export async function sumResponseTimes(
  db: Database,
  { days, isCacheHit }: { days: DayRange; isCacheHit: boolean },
): Promise<Map<string, number[]>> {
  const steps = Array.from(
    { length: BUCKET_COUNT },
    (_, step) => sql`sum(response_counts[${sql.raw(String(step + 1))}])::integer`,
  );
  const result = await db.execute(sql`
    select route, json_build_array(${sql.join(steps, sql`, `)}) as "responseCounts" from ${dailyRouteTimings}
    where ${within(days)} and is_cache_hit = ${isCacheHit} group by route`);
  const { rows } = z.object({ rows: z.array(RouteAnswers) }).parse(result);
  return new Map(rows.map(({ route, responseCounts }) => [route, responseCounts]));
}
