import { type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { BUCKET_COUNT } from "#app/guide/analytics/counters/response-times.ts";

/** How many pages, terms and routes to generate per day; some are missing on some days. */
export type StatsFixture = { to: string; days: number; pages: number; words: number; routes: number };

/**
 * Fills days with pseudo-random numbers that are the same each time. The places don't exist, and `site` is the sum of
 * the pages.
 */
export async function buildStats(db: Database, { to, days, pages, words, routes }: StatsFixture): Promise<void> {
  const each = (count: number) => sql`
    from generate_series(${to}::date - ${days - 1}::integer, ${to}::date, interval '1 day') d(day)
    cross join generate_series(1, ${count}::integer) n`;
  const chance = (what: string, below: number): SQL =>
    sql`(hashtext(${what} || n || d.day::date) & 65535) % ${below}::integer`;
  await db.execute(sql`
    insert into daily_views (day, subject, key, views, visitors)
    select d.day::date, (array['place', 'place', 'guide', 'page'])[1 + n % 4], 'made-' || n,
      2 + ${chance("views", 400)} / n, 1 + ${chance("views", 400)} / n / 2
    ${each(pages)} where ${chance("opened", 5)} > 0`);
  await db.execute(sql`
    insert into daily_views (day, subject, key, views, visitors)
    select day, 'site', 'all', sum(views), sum(visitors) from daily_views where key like 'made-%' group by day`);
  await db.execute(sql`
    insert into daily_views (day, subject, key, views, visitors)
    select d.day::date, 'page', 'subscription', 9 + ${chance("plans", 30)}, 4 + ${chance("plans", 30)} / 2 ${each(1)}`);
  await db.execute(sql`
    insert into daily_event_counts (day, kind, name, count, visitors)
    select d.day::date, k.kind, k.name, 3 + ${chance("count", 90)} + length(k.name), 1 + ${chance("count", 90)} / 3
    ${each(1)} cross join (values ('source', 'google'), ('source', 'direct'), ('source', 'internal'), ('source', 'other'),
      ('device', 'phone'), ('device', 'computer'), ('device', 'tablet'), ('search', 'asked'), ('search', 'nothing'),
      ('search', 'followed'), ('premium-from', 'guide'), ('premium-from', 'google'), ('checkout', 'vip'),
      ('checkout', 'city-insider'), ('paid', 'vip'), ('paid', 'local-explorer')) k(kind, name)
    where (hashtext(k.name || k.kind || d.day::date) & 7) > 0`);
  await db.execute(sql`
    insert into daily_terms (day, kind, term, visitors, without_result, followers)
    select d.day::date, (array['search', 'search', 'host', 'utm-source', 'utm-campaign'])[1 + n % 5], 'made ' || n,
      5 + ${chance("said", 40)}, case n % 3 when 0 then ${chance("said", 5)} else 0 end,
      case n % 4 when 0 then 0 else ${chance("followed", 9)} end
    ${each(words)} where ${chance("known", 4)} > 0`);
  await db.execute(sql`
    insert into daily_route_timings (day, route, is_cache_hit, response_counts)
    select d.day::date, '/made/' || n, k.is_cache_hit, (select array_agg(case when abs(s - 12 - n % 20) < 6
      then (hashtext(n || '/' || s || d.day::date) & 63) else 0 end order by s) from generate_series(1, ${BUCKET_COUNT}::integer) s)
    ${each(routes)} cross join (values (true), (false)) k(is_cache_hit)`);
}
