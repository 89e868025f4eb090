import process from "node:process";

import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { places } from "#app/db/schema/places.ts";
import { rollUpStats } from "#app/guide/analytics/counters/roll-up-stats.server.ts";
import { ViewCounter } from "#app/guide/analytics/counters/view-counter.server.ts";
import { loadFigures } from "#app/business/listings/figures/figures.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { createLogger, type Logger } from "#app/platform/log.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { startBuiltSite } from "./built-site.ts";
import { withEmptyDatabase } from "./empty-database.ts";
import { requestsPerSecond } from "./load.ts";
import { quantile } from "./quantile.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** A robot gets the same responses, but its requests aren't counted. */
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const SECONDS = 2;
const ROUNDS = 5;
const CONNECTIONS = 16;

/**
 * The cost of counting: on a cached page, when writing counts, for a year of 1,000 places, and for an owner's
 * statistics.
 */
export async function counting(): Promise<void> {
  await costOfCachedPages();
  const log = createLogger({ level: "warn" });
  await withEmptyDatabase(async (opened) => {
    await costOfWriting(opened, log);
    await opened.runExclusively(costOfGrowth);
  });
}

/**
 * Requests the same page as a browser, which is counted, and as a robot, which is not, in alternating rounds. Measures
 * the site's own CPU time, which other load on the machine affects least.
 */
async function costOfCachedPages(): Promise<void> {
  const site = await startBuiltSite();
  for (const path of ["/places/eastern-market", "/food"]) {
    const ask = async (name: string, seconds: number): Promise<number> => {
      const before = site.cpuSeconds();
      const headers = { "accept-encoding": "br", "user-agent": name };
      const perSecond = await requestsPerSecond(site.url + path, { connections: CONNECTIONS, seconds, headers });
      return ((site.cpuSeconds() - before) * 1e6) / (perSecond * seconds);
    };
    await ask(ROBOT, 1);
    const rounds: { counted: number; not: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ counted: await ask(FIREFOX, SECONDS), not: await ask(ROBOT, SECONDS) });
    }
    const middle = (each: (round: (typeof rounds)[number]) => number) =>
      rounds.map(each).toSorted((x, y) => x - y)[Math.floor(ROUNDS / 2)] ?? 0;
    console.log(
      `${path}: ${middle(({ counted }) => counted).toFixed(1)} us of CPU per counted page, ` +
        `${middle(({ not }) => not).toFixed(1)} uncounted; median ratio ${middle(({ counted, not }) => counted / not).toFixed(2)}`,
    );
  }
  await site.stop();
}

const VISITORS = 500;
const LISTS_EACH = 3;
const LIST_LENGTH = 20;

async function costOfWriting(opened: OpenedDatabase, log: Logger): Promise<void> {
  const { db } = opened;
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(db, { folder: SEED_DATA_FOLDER, now: new Date(), force: false });
  const slugs = (await db.select({ slug: places.slug }).from(places)).map(({ slug }) => slug);
  const counter = new ViewCounter({ db, log, now: () => new Date() });
  const lists = Array.from({ length: 30 }, (_, n) => ({
    surface: "search" as const,
    slugs: slugs.slice(n * 5, n * 5 + LIST_LENGTH),
    term: `words ${n}`,
  }));
  for (let n = 0; n < VISITORS * LISTS_EACH; n += 1) {
    const visitor = { address: `10.0.${n % 2}.${n % VISITORS}`, userAgent: FIREFOX };
    counter.count({ subject: "page", key: "search", shown: lists[n % lists.length] ?? null, ...visitor });
    if (n % LISTS_EACH === 0) counter.countClick({ place: slugs[n % 100] ?? "", kind: "website", ...visitor });
  }
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await counter.close();
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(
    `writing counts of ${VISITORS} visitors who saw ${LISTS_EACH} lists of ${LIST_LENGTH} each: ` +
      `${Math.round((user + system) / 1_000)} ms of CPU in this process, ${Math.round(performance.now() - startedAt)} ms in total`,
  );
}

const PLACES = 1_000;
const TABLES = ["daily_place_stats", "monthly_place_stats", "daily_views"];

/** Every metric of every place on every day of a year: more than a real city has. */
async function costOfGrowth(db: Database): Promise<void> {
  await db.execute(sql`truncate daily_place_stats, monthly_place_stats, daily_views`);
  await db.execute(sql`
    insert into places (slug, name, category_slug, type, neighborhood_slug, description, attributes, status, created_at, updated_at)
    select 'made-' || n, 'Made ' || n, 'food', 'Diner', 'shaw', 'Made.', '{}', 'published', now() - interval '3 years', now()
    from generate_series(1, ${PLACES}::integer) as n`);
  await db.execute(sql`
    insert into daily_place_stats (place_id, day, metric, count, visitors)
    select p.id, d::date, f, 3, 2 from generate_series(current_date - 365, current_date - 1, interval '1 day') d,
      places p, unnest(array['website', 'phone', 'directions', 'share', 'search', 'category', 'neighborhood', 'guide', 'map']) f
    where p.slug like 'made-%'`);
  await db.execute(sql`
    insert into daily_views (day, subject, key, views, visitors)
    select d::date, 'place', p.slug, 9, 5 from generate_series(current_date - 365, current_date - 1, interval '1 day') d, places p
    where p.slug like 'made-%'`);
  console.log(`a year of ${PLACES} places, every metric every day: ${await sizes(db)}`);
  const startedAt = performance.now();
  await rollUpStats(db, new Date());
  const foldedMs = Math.round(performance.now() - startedAt);
  console.log(`after the monthly roll-up (${foldedMs} ms): ${await sizes(db)}`);
  await costOfStatistics(db);
}

async function costOfStatistics(db: Database): Promise<void> {
  await db.execute(sql`analyze`);
  const [place] = await db
    .select()
    .from(places)
    .where(sql`slug = 'made-500'`);
  if (place === undefined) throw new Error("The generated places are missing");
  for (const period of ["30-days", "12-months"] as const) {
    const count: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const startedAt = performance.now();
      await loadFigures(db, { place, period, now: new Date() });
      count.push(performance.now() - startedAt);
    }
    console.log(`an owner's ${period}, beside 300 similar places: median ${quantile(count, 0.5).toFixed(0)} ms`);
  }
}

const Size = z.object({ rows: z.array(z.object({ name: z.string(), rows: z.number(), megabytes: z.number() })) });

async function sizes(db: Database): Promise<string> {
  const parts = TABLES.map(
    (name) => sql`select ${name}::text as name, (select count(*) from ${sql.identifier(name)})::integer as rows,
      (pg_total_relation_size(${name}::regclass) / 1e6)::float as megabytes`,
  );
  const { rows } = Size.parse(await db.execute(sql.join(parts, sql` union all `)));
  return rows.map((each) => `${each.name} ${each.rows} rows, ${each.megabytes.toFixed(1)} MB`).join("; ");
}
