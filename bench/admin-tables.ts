import process from "node:process";

import { sql } from "drizzle-orm";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { listPlaces, parsePlaceListQuery } from "#app/desk/overview/content/content-places.server.ts";
import { loadOverview } from "#app/desk/overview/figures/load-overview.server.ts";
import { listPeople, parsePeopleQuery } from "#app/desk/overview/people/find-people.server.ts";
import { findAuditPage, parseAuditFilters } from "#app/core/audit/audit-queries.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";

import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";
import { withEmptyDatabase } from "./empty-database.ts";
import { generatePlaces } from "./generated-places.ts";
import { quantile } from "./quantile.ts";

const NOW = new Date("2026-11-20T23:00:00Z");

/** How many businesses, users and audit log entries to create. */
const COUNT = Number(process.env["ADMIN_TABLES_COUNT"] ?? 100_000);
const ROUNDS = 20;

/**
 * Typical requests of admins, per page: unfiltered, sorted, filtered, deep pages, common words, rare words, and no
 * match.
 */
const BUSINESSES = [
  "",
  "sort=name",
  "sort=rating",
  "sort=rating&status=listed",
  "sort=changed&page=200",
  "category=food&neighborhood=shaw",
  "price=$$$$&sort=name-back",
  "q=house",
  "q=torinley",
  "q=al",
  "q=zzzzqqq",
  "status=deleted",
];
const USERS = [
  "",
  "sort=name",
  "sort=name-back&page=200",
  "role=admin",
  "role=business&sort=name",
  "status=suspended",
  "q=made person 777",
  "q=a",
  "q=zzzzqqq",
  "q=0a1b",
];
const AUDIT = [
  "",
  "page=200",
  "action=place.edit",
  "subject=place&id=77",
  "as=job",
  "q=12025550",
  "who=person 77",
  "q=zzz",
];

/** How long the tables of the admin dashboard take. */
export async function adminTables(): Promise<void> {
  await withEmptyDatabase(measure);
}

async function measure(opened: OpenedDatabase): Promise<void> {
  const { db } = opened;
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(db, { folder: SEED_DATA_FOLDER, now: NOW, force: false });
  await opened.runExclusively((held) => generatePlaces(held, { count: COUNT, seed: "rowhouse", now: NOW }));
  await opened.runExclusively(async (held) => {
    await held.execute(sql`insert into users (name, role, joined_at, suspended_at)
      select 'Made Person ' || n, case n % 50 when 0 then 'business' else 'member' end,
        timestamptz '2026-11-20 12:00Z' - n * interval '7 minutes', case when n % 400 = 0 then now() end
      from generate_series(1, ${sql.raw(String(COUNT))}) n`);
    await held.execute(sql`insert into audit_entries (recorded_at, actor_kind, actor_id, actor_name, action,
        subject_kind, subject_id, before, after)
      select timestamptz '2026-11-20 12:00Z' - n * interval '5 minutes', case n % 9 when 0 then 'job' else 'owner' end,
        null, case n % 9 when 0 then 'reopen-places' end, case n % 9 when 0 then 'place.reopen' else 'place.edit' end,
        'place', (n % 900)::text, jsonb_build_object('phone', '+1202555' || lpad((n % 9999)::text, 4, '0')),
        jsonb_build_object('phone', '+1202556' || lpad((n % 9998)::text, 4, '0'))
      from generate_series(1, ${sql.raw(String(COUNT))}) n`);
  });
  for (const table of ["places", "place_search", "place_ratings", "users", "audit_entries"])
    await db.execute(sql`vacuum (analyze) ${sql.raw(table)}`);
  console.log(`\n${COUNT} businesses, users and audit log entries`);
  await report("businesses", BUSINESSES, (search) => listPlaces(db, parsePlaceListQuery(search)));
  await report("users", USERS, (search) => listPeople(db, parsePeopleQuery(search)));
  await report("audit log", AUDIT, (search) => findAuditPage(db, parseAuditFilters(search)));
  await report("overview", [""], () => loadOverview(db, { provider: { name: "stripe", isTest: false }, now: NOW }));
}

async function report(
  page: string,
  searches: readonly string[],
  load: (search: URLSearchParams) => Promise<unknown>,
): Promise<void> {
  const all: number[] = [];
  for (const search of searches) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      await load(new URLSearchParams(search));
      // The first round reads data that isn't in memory yet.
      if (round > 0) times.push(performance.now() - startedAt);
    }
    all.push(...times);
    console.log(`  ${page} ?${search}: ${quantile(times, 0.95).toFixed(1)} ms`);
  }
  console.log(`${page}: p50 ${quantile(all, 0.5).toFixed(1)} ms, p95 ${quantile(all, 0.95).toFixed(1)} ms`);
}
