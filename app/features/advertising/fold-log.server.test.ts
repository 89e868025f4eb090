import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";

import { campaigns, sponsoredClicks, sponsoredDays, sponsoredImpressions } from "#app/db/schema/advertising.ts";
import type { Database } from "#app/db/database.server.ts";
import { categories } from "#app/db/schema/places.ts";
import { buildNeighborhood } from "#tests/builders.ts";
import { rowsOf } from "#tests/rows-of.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { test } from "#tests/test-database.ts";

import { buildRunning, rowOf } from "./advertising-builders.ts";
import { reportCsv } from "./campaign-report.ts";
import { loadReport } from "./campaign-report.server.ts";
import { foldLog } from "./fold-log.server.ts";
import { LOG_DAYS_KEPT } from "./kept-days.ts";

/** So long after NOW that all of a campaign's ten days but the last three are folded. */
const LAST_KEPT = "2027-01-19";
const LATER = new Date(new Date("2027-01-20T17:00:00Z").getTime() + LOG_DAYS_KEPT * 24 * 60 * 60_000);

test("folding the log changes no report, no file, no balance and no ranking, however often it is done", async ({
  db,
}) => {
  const { campaign } = await buildRunning(db);
  const other = await buildRunning(db);
  await logViews(db, campaign.id, 700);
  await logViews(db, other.campaign.id, 30);
  const before = await standing(db, campaign.id);
  const logged = await db.$count(sponsoredImpressions);

  await foldLog(db, LATER);
  const once = await standing(db, campaign.id);
  await foldLog(db, LATER);

  expect(logged).toBe(730);
  expect(before.report.impressions).toBe(700);
  expect(once).toEqual(before);
  expect(await standing(db, campaign.id)).toEqual(before);
  expect(await db.$count(sponsoredImpressions)).toBeLessThan(logged / 2);
  const [oldest] = await rowsOf(db, sql`select min(day)::text as day from ${sponsoredImpressions}`);
  expect(oldest).toEqual({ day: "2027-01-20" });
  const [newest] = await rowsOf(db, sql`select max(day)::text as day from ${sponsoredDays}`);
  expect(newest).toEqual({ day: LAST_KEPT });
});

test("what comes to a day that is folded already is added to it", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  await logViews(db, campaign.id, 40);
  await foldLog(db, LATER);
  await logViews(db, campaign.id, 40);
  const before = await standing(db, campaign.id);
  await foldLog(db, LATER);

  expect(before.report.impressions).toBe(80);
  expect(await standing(db, campaign.id)).toEqual(before);
});

test("a deleted campaign's days go with it", async ({ db }) => {
  const { campaign } = await buildRunning(db);
  await logViews(db, campaign.id, 20);
  await foldLog(db, LATER);
  expect(await db.$count(sponsoredDays)).toBeGreaterThan(0);
  await db.delete(campaigns).where(eq(campaigns.id, campaign.id));

  expect(await db.$count(sponsoredDays)).toBe(0);
});

test("two instances that fold at once count nothing twice", async () => {
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
  const before = await standing(db, campaign.id);
  await Promise.all([foldLog(db, LATER), foldLog(other.db, LATER)]);

  expect(await standing(db, campaign.id)).toEqual(before);
  expect(await db.$count(sponsoredDays)).toBeGreaterThan(0);
});

/** Views of ten days in two slots, every third of them followed; what they cost stands in the campaign's row. */
async function logViews(db: Database, id: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into sponsored_impressions (id, campaign_id, day, seen_at, shown_on, cents)
    select gen_random_uuid(), ${id}::uuid, '2027-01-13'::date + n % 10, '2027-01-13'::timestamptz,
      case when n % 2 = 0 then 'category:food' else 'neighborhood:shaw' end, 1
    from generate_series(1, ${count}::integer) n`);
  await db.execute(sql`
    insert into sponsored_clicks (id, campaign_id, day, clicked_at, shown_on)
    select id, campaign_id, day, seen_at, shown_on from (
      select *, row_number() over (order by id) as n from sponsored_impressions where campaign_id = ${id}::uuid
    ) as seen where n % 3 = 0 on conflict do nothing`);
  await db.execute(sql`update campaigns set spent_cents = spent_cents + ${count}::integer where id = ${id}::uuid`);
}

/** Everything that is told or reckoned of a campaign. */
async function standing(db: Database, id: string) {
  const campaign = await rowOf(db, id);
  const report = await loadReport(db, { campaign, today: "2027-02-20" });
  const weighed = await rowsOf(
    db,
    sql`select k.campaign_id, count(*)::integer as clicks from ${sponsoredClicks} k
      where day between '2027-02-19'::date - 28 and '2027-02-19'::date - 1 group by k.campaign_id`,
  );
  return { campaign, report, csv: reportCsv(report.days), weighed };
}
