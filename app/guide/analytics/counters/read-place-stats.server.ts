import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import { CLICK_KINDS } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { dailyPlaceStats, monthlyPlaceStats, dailyPlaceTerms, dailyViews } from "#app/db/schema/analytics.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { savedPlaces } from "#app/db/schema/members.ts";
import { places } from "#app/db/schema/places.ts";
import { DC_TIME_ZONE } from "#app/lib/dc-time.ts";

import {
  type FirstCountedDays,
  type DayRange,
  type DailyPlaceStat,
  type PlaceStatSum,
  type TermSum,
} from "../places/place-stats.ts";

const DayRow = z.object({
  day: z.string(),
  metric: z.string(),
  count: z.number(),
  visitors: z.number(),
});

/**
 * Stats of a place, one row per day and metric; `views` and `saves` are metrics here too. Old days come as their
 * month's first day, added up, so there `days` must begin and end with a month.
 */
export async function placeStatsByDay(
  db: Database,
  { placeId, days }: { placeId: number; days: DayRange },
): Promise<DailyPlaceStat[]> {
  const result = await db.execute(sql`
    select day::text, metric, sum(count)::integer as count, sum(visitors)::integer as visitors
    from (${countedRows([placeId], days)}) as counted group by day, metric order by day, metric`);
  return z.object({ rows: z.array(DayRow) }).parse(result).rows;
}

const SumRow = z.object({
  placeId: z.number(),
  metric: z.string(),
  count: z.number(),
  visitors: z.number(),
});

/** The same for several places, summed; a metric of 0 has no row. */
export async function sumPlaceStats(
  db: Database,
  { placeIds, days }: { placeIds: number[]; days: DayRange },
): Promise<PlaceStatSum[]> {
  const result = await db.execute(sql`
    select place_id::integer as "placeId", metric, sum(count)::integer as count, sum(visitors)::integer as visitors
    from (${countedRows(placeIds, days)}) as counted group by place_id, metric`);
  return z.object({ rows: z.array(SumRow) }).parse(result).rows;
}

/**
 * Places with all listings merged into them, whose stats count for them too: `of_place (place_id, id, slug)`. Saves
 * were moved by the merge. Served by places_by_successor.
 */
function withMerged(placeIds: number[]): SQL {
  return sql`with recursive of_place (place_id, id, slug) as (
    select id, id, slug from ${places} where id = any(${sql.param(placeIds)}::bigint[])
    union select o.place_id, p.id, p.slug from of_place o join ${places} p on p.successor_id = o.id and p.status = 'removed')`;
}

/**
 * Served by daily_views_by_subject, saved_places_by_place and the keys of daily_place_stats and monthly_place_stats, once per place.
 * With demo data, which is there only after somebody loaded it, but without the saves of a place's own managers.
 */
function countedRows(placeIds: number[], { from, to }: DayRange): SQL {
  const ids = sql`any(${sql.param(placeIds)}::bigint[])`;
  return sql`
    ${withMerged(placeIds)}
    select p.place_id, v.day, 'views' as metric, v.views as count, v.visitors
    from of_place p join ${dailyViews} v on v.subject = 'place' and v.key = p.slug
    where v.day between ${from}::date and ${to}::date
    union all
    select s.place_id, (s.saved_at at time zone ${DC_TIME_ZONE})::date, 'saves', 1, 1
    from ${savedPlaces} s join ${users} u on u.id = s.user_id
    where s.place_id = ${ids} and (s.saved_at at time zone ${DC_TIME_ZONE})::date between ${from}::date and ${to}::date
      and not exists (select 1 from ${placeOwners} o where o.place_id = s.place_id and o.user_id = s.user_id)
    union all
    select p.place_id, d.day, d.metric, d.count, d.visitors from of_place p join ${dailyPlaceStats} d on d.place_id = p.id
    where d.day between ${from}::date and ${to}::date
    union all
    select p.place_id, m.month, m.metric, m.count, m.visitors from of_place p join ${monthlyPlaceStats} m on m.place_id = p.id
    where m.month between ${from}::date and ${to}::date`;
}

const Since = z.object({ views: z.string().nullable(), clicks: z.string().nullable(), lists: z.string().nullable() });

/**
 * Served by daily_views_by_subject, daily_place_stats_by_day and monthly_place_stats_by_month, of which only the first rows are read.
 */
export async function findFirstCountedDays(db: Database): Promise<FirstCountedDays> {
  const clicks = sql`any(${sql.param([...CLICK_KINDS])}::text[])`;
  const firstOf = (is: SQL) => sql`coalesce(
    (select min(month + interval '1 month' - interval '1 day')::date::text from ${monthlyPlaceStats} where ${is}),
    (select min(day)::text from ${dailyPlaceStats} where ${is}))`;
  const result = await db.execute(sql`
    select
      (select min(day)::text from ${dailyViews} where subject = 'site' and key = 'all') as views,
      ${firstOf(sql`metric = ${clicks}`)} as clicks,
      ${firstOf(sql`metric <> all(${sql.param([...CLICK_KINDS])}::text[])`)} as lists`);
  const [row] = z.object({ rows: z.array(Since) }).parse(result).rows;
  return row ?? { views: null, clicks: null, lists: null };
}

/** Whether demo views or saves are among the stats of a place. */
export async function hasDemoStats(db: Database, placeId: number): Promise<boolean> {
  const result = await db.execute(sql`
    ${withMerged([placeId])}
    select exists (select 1 from of_place p join ${dailyViews} v on v.subject = 'place' and v.key = p.slug and v.is_demo)
      or exists (select 1 from ${savedPlaces} s join ${users} u on u.id = s.user_id and u.is_demo
        where s.place_id = ${placeId}) as "hasDemo"`);
  return z.object({ rows: z.array(z.object({ hasDemo: z.boolean() })) }).parse(result).rows[0]?.hasDemo ?? false;
}

const TERMS_MAX = 20;

const TermRow = z.object({ term: z.string(), visitors: z.number() });

/** The most frequent searches that showed the place. Served by the key of daily_place_terms. */
export async function topSearchTerms(
  db: Database,
  { placeId, days }: { placeId: number; days: DayRange },
): Promise<TermSum[]> {
  const result = await db.execute(sql`
    ${withMerged([placeId])}
    select t.term, sum(t.visitors)::integer as visitors from of_place p join ${dailyPlaceTerms} t on t.place_id = p.id
    where t.day between ${days.from}::date and ${days.to}::date
    group by t.term order by 2 desc, t.term limit ${TERMS_MAX}`);
  return z.object({ rows: z.array(TermRow) }).parse(result).rows;
}
