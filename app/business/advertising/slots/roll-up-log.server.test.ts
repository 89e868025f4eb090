import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";

import { campaigns, sponsoredClicks, dailySponsoredStats, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import type { Database } from "#app/db/database.server.ts";
import { categories } from "#app/db/schema/places.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { buildNeighborhood } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { test } from "#tests/test-database.ts";

import { buildRunning, campaignRow } from "../advertising-builders.ts";
import { formatReportCsv } from "../campaigns/campaign-report.ts";
import { loadReport } from "../campaigns/load-campaign-report.server.ts";
import { rollUpLog } from "./roll-up-log.server.ts";
import { LOG_RETENTION_DAYS } from "./log-retention.ts";

/** A time at which all but the last three of a campaign's ten days are rolled up. */
const LAST_ROLLED_UP = "2027-01-19";
const LATER = new Date(new Date("2027-01-20T17:00:00Z").getTime() + LOG_RETENTION_DAYS * DAY_MS);

test("rolling up the log changes no report, CSV, balance or ranking, however often it runs", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  const other = await buildRunning(db);
  await logViews(db, campaign.id, 700);
  await logViews(db, other.campaign.id, 30);
  const before = await results(db, campaign.id);
  const logged = await db.$count(sponsoredImpressions);

  await rollUpLog(db, LATER);
  const once = await results(db, campaign.id);
  await rollUpLog(db, LATER);

  expect(logged).toBe(730);
  expect(before.report.impressions).toBe(700);
  expect(once).toEqual(before);
  expect(await results(db, campaign.id)).toEqual(before);
  expect(await db.$count(sponsoredImpressions)).toBeLessThan(logged / 2);
  const [oldest] = await queryRows(db, sql`select min(day)::text as day from ${sponsoredImpressions}`);
  expect(oldest).toEqual({ day: "2027-01-20" });
  const [newest] = await queryRows(db, sql`select max(day)::text as day from ${dailySponsoredStats}`);
  expect(newest).toEqual({ day: LAST_ROLLED_UP });
});

test("late events of a rolled-up day are added to it", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  await logViews(db, campaign.id, 40);
  await rollUpLog(db, LATER);
  await logViews(db, campaign.id, 40);
  const before = await results(db, campaign.id);
  await rollUpLog(db, LATER);

  expect(before.report.impressions).toBe(80);
  expect(await results(db, campaign.id)).toEqual(before);
});

test("a deleted campaign's daily sums are deleted with it", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  await logViews(db, campaign.id, 20);
  await rollUpLog(db, LATER);
  expect(await db.$count(dailySponsoredStats)).toBeGreaterThan(0);
  await db.delete(campaigns).where(eq(campaigns.id, campaign.id));

  expect(await db.$count(dailySponsoredStats)).toBe(0);
});

test("two instances that roll up at once count nothing twice", async () => {
  const [one, other] = await migratedDatabase();
  const { db } = one;
  const words = { name: "Food", shortName: "Food", headline: "Food", description: "Food." };
  await db
    .insert(categories)
    .values({ slug: "food", ...words, position: 0 })
    .onConflictDoNothing();
  await buildNeighborhood(db, { slug: "shaw" });
  const { campaign } = await buildRunning(db);
  await logViews(db, campaign.id, 300);
  const before = await results(db, campaign.id);
  await Promise.all([rollUpLog(db, LATER), rollUpLog(other.db, LATER)]);

  expect(await results(db, campaign.id)).toEqual(before);
  expect(await db.$count(dailySponsoredStats)).toBeGreaterThan(0);
});

/** Logs views over ten days in two slots, every third with a click, and their cost in the campaign's row. */
async function logViews(db: Database, id: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into sponsored_impressions (id, campaign_id, day, seen_at, slot, cents)
    select gen_random_uuid(), ${id}::uuid, '2027-01-13'::date + n % 10, '2027-01-13'::timestamptz,
      case when n % 2 = 0 then 'category:food' else 'neighborhood:shaw' end, 1
    from generate_series(1, ${count}::integer) n`);
  await db.execute(sql`
    insert into sponsored_clicks (id, campaign_id, day, clicked_at, slot)
    select id, campaign_id, day, seen_at, slot from (
      select *, row_number() over (order by id) as n from sponsored_impressions where campaign_id = ${id}::uuid
    ) as seen where n % 3 = 0 on conflict do nothing`);
  await db.execute(sql`update campaigns set spent_cents = spent_cents + ${count}::integer where id = ${id}::uuid`);
}

/** The report, CSV and ranking data of a campaign. */
async function results(db: Database, id: string) {
  const campaign = await campaignRow(db, id);
  const report = await loadReport(db, { campaign, today: "2027-02-20" });
  const clickCounts = await queryRows(
    db,
    sql`select k.campaign_id, count(*)::integer as clicks from ${sponsoredClicks} k
      where day between '2027-02-19'::date - 28 and '2027-02-19'::date - 1 group by k.campaign_id`,
  );
  return { campaign, report, csv: formatReportCsv(report.days), clickCounts };
}
