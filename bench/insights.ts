import { sql } from "drizzle-orm";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { COUNT_RETENTION_DAYS } from "#app/guide/analytics/counters/day-counts.ts";
import { rollUpStats } from "#app/guide/analytics/counters/roll-up-stats.server.ts";
import { buildStats } from "#app/desk/analytics-dashboard/insight-builders.ts";
import { loadInsights } from "#app/desk/analytics-dashboard/load-insights.server.ts";
import { INSIGHTS_TABS } from "#app/desk/analytics-dashboard/insights.ts";

import { MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { queryRows } from "../tests/query-rows.ts";
import { withEmptyDatabase } from "./empty-database.ts";
import { quantile } from "./quantile.ts";

const NOW = new Date("2027-01-13T17:00:00Z");
const TODAY = "2027-01-13";

/** Pages that are opened on four of five days; words; routes. */
const GENERATED = { pages: 1_500, words: 300, routes: 90 };
const ROUNDS = 11;

const TIMES = [
  "range=30-days",
  "range=90-days&compare=year",
  "range=12-months&compare=none",
  "range=12-months&compare=before",
  "from=2025-12-10&to=2027-01-12&compare=none",
  "from=2025-12-10&to=2027-01-12",
];

/** How long the pages of `/admin/analytics` take over 800 days, comparing up to 400 days with 400 others. */
export async function insights(): Promise<void> {
  await withEmptyDatabase(measure);
}

async function measure(opened: OpenedDatabase): Promise<void> {
  const { db } = opened;
  await migrate(opened, MIGRATIONS_FOLDER);
  await opened.runExclusively((held) => buildStats(held, { to: TODAY, days: COUNT_RETENTION_DAYS, ...GENERATED }));
  await vacuum(opened);
  const unfolded = await timesOf(opened, "range=12-months");
  console.log(`\n${COUNT_RETENTION_DAYS} days`);
  console.log(`  before the monthly roll-up: pages ?range=12-months: p50 ${unfolded}`);
  const startedAt = performance.now();
  await rollUpStats(db, NOW);
  console.log(`  the first nightly roll-up: ${ms(performance.now() - startedAt)}`);
  await vacuum(opened);
  for (const table of TABLES) {
    const [row] = await queryRows(
      db,
      sql`select count(*) || ' rows, ' || pg_size_pretty(pg_total_relation_size(${table})) as size
        from ${sql.raw(table)}`,
    );
    console.log(`  ${table}: ${String(row?.["size"])}`);
  }
  for (const show of Object.keys(INSIGHTS_TABS)) {
    for (const time of TIMES) console.log(`  ${show} ?${time}: p50 ${await timesOf(opened, `${time}&show=${show}`)}`);
  }
}

const TABLES = ["daily_views", "monthly_views", "daily_event_counts", "daily_terms", "daily_route_timings"];

async function vacuum({ db }: OpenedDatabase): Promise<void> {
  for (const table of TABLES) await db.execute(sql`vacuum (analyze) ${sql.raw(table)}`);
}

/** "20.1 ms, p95 25.0 ms" */
async function timesOf({ db }: OpenedDatabase, query: string): Promise<string> {
  const search = new URLSearchParams(query);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    await loadInsights(db, { search, now: NOW });
    // The first round reads data that isn't in memory yet.
    if (round > 0) times.push(performance.now() - startedAt);
  }
  return `${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}`;
}

function ms(amount: number): string {
  return `${amount.toFixed(1)} ms`;
}
