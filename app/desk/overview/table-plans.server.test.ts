import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { test } from "#tests/test-database.ts";
import { countVisitedRows } from "#tests/visited-rows.ts";

import { boundedCountQuery } from "./content/bounded-count.server.ts";
import { placeIdsOnPage, parsePlaceListQuery, placeListFilter } from "./content/content-places.server.ts";
import { peoplePageQuery, parsePeopleQuery, peopleFilter } from "./people/find-people.server.ts";

/** Enough rows that a full scan shows. */
const COUNT = 12_000;

/** Creating the rows takes longer than other tests on a busy machine. */
const SLOW_SETUP = { timeout: 60_000 };

/** One statement for all rows could exceed the statement timeout on a busy machine. */
const BATCHES = Array.from({ length: 12 }, (_, batch) => ({ from: batch * 1_000 + 1, to: (batch + 1) * 1_000 }));

test(
  "a page of businesses reads a small part of them, however they are filtered, searched and sorted",
  SLOW_SETUP,
  async ({ db }) => {
    await buildPlaces(db);
    const visited: Record<string, number> = {};
    for (const search of [
      "",
      "sort=oldest",
      "sort=name",
      "sort=name-back&category=food",
      "sort=rating",
      "sort=rating&status=listed",
      "sort=rating&status=closed",
      "sort=rating&status=deleted",
      "category=food&neighborhood=shaw",
      "category=food&neighborhood=shaw&sort=rating",
      "neighborhood=petworth&sort=changed",
      "price=$$$$&sort=name-back",
      "price=$$$$&category=health",
      "q=zebra",
      "q=zebra&sort=name&status=listed",
      "q=ze",
      "q=qqqqq",
      "status=closed",
      "status=deleted",
    ]) {
      const query = parsePlaceListQuery(new URLSearchParams(search));
      visited[search] = await countVisitedRows(db, placeIdsOnPage(query, placeListFilter(query)));
    }

    expect(Object.entries(visited).filter(([, rows]) => rows > COUNT / 12)).toEqual([]);
  },
);

test("counting reads no more rows than it counts", SLOW_SETUP, async ({ db }) => {
  await buildPlaces(db);
  const visited: Record<string, number> = {};
  for (const [search, most] of [
    ["", 10_100],
    ["category=food&neighborhood=shaw", 200],
    ["category=home-services", 2_500],
    ["neighborhood=petworth", 1_000],
    ["price=$$$$", 1_000],
    ["q=zebra", 200],
    ["q=qqqqq", 200],
    ["status=closed", 200],
    ["status=deleted", 200],
  ] as const) {
    const query = parsePlaceListQuery(new URLSearchParams(search));
    const counted = { table: places, where: placeListFilter(query), searchText: query.q };
    const rows = await countVisitedRows(db, boundedCountQuery(db, counted).getSQL());
    if (rows > most) visited[search] = rows;
  }

  expect(visited).toEqual({});
});

test("a page of people reads a small part of them, and so does their count", SLOW_SETUP, async ({ db }) => {
  for (const { from, to } of BATCHES) {
    await db.execute(sql`insert into users (name, role, joined_at, suspended_at)
      select case n % 100 when 0 then 'Zebra ' else 'Made ' end || 'Person ' || n,
        case n % 50 when 0 then 'business' else 'member' end, now() - n * interval '7 minutes',
        case when n % 400 = 0 then now() end
      from generate_series(${from}::integer, ${to}::integer) n`);
  }
  await db.execute(sql`analyze users`);
  const visited: Record<string, number> = {};
  for (const search of [
    "",
    "sort=oldest",
    "sort=name",
    "sort=name-back&page=3",
    "role=business&sort=name",
    "role=business",
    "role=admin",
    "status=suspended",
    "status=active",
    "q=zebra",
    "q=ze",
    "q=zebra@example.com",
    "q=qqqqq",
  ]) {
    const query = parsePeopleQuery(new URLSearchParams(search));
    const where = peopleFilter(query);
    visited[search] = await countVisitedRows(db, peoplePageQuery(db, query, where).getSQL());
    if (search.startsWith("q=") || search.startsWith("role=")) {
      const rows = await countVisitedRows(
        db,
        boundedCountQuery(db, { table: users, where, searchText: query.q }).getSQL(),
      );
      visited[`count of ${search}`] = rows;
    }
  }

  expect(Object.entries(visited).filter(([, rows]) => rows > COUNT / 6)).toEqual([]);
});

/** Spread over 20 neighborhoods and 8 categories; one in a hundred is a zebra, some are closed, some deleted. */
async function buildPlaces(db: Database): Promise<void> {
  await db.execute(sql`alter table places disable trigger user`);
  for (const { from, to } of BATCHES) {
    await db.execute(sql`
      insert into places (slug, name, category_slug, type, neighborhood_slug, description, attributes, price_range,
        status, closure, closed_on, deleted_at, state_before_deletion, created_at, updated_at)
      select 'made-place-' || n, case n % 100 when 0 then 'Zebra ' else 'Made ' end || n, c.slugs[1 + n % 8], 'Diner',
        h.slugs[1 + n / 8 % 20], repeat('Made ', 100), '{}', case when n % 40 = 1 then '$$$$' when n % 2 = 0 then '$' end,
        case when n % 300 = 0 then 'closed' when n % 300 = 1 then 'removed' else 'published' end,
        case when n % 300 = 0 then 'permanent' end, case when n % 300 = 0 then date '2026-01-01' end,
        case when n % 300 = 1 then now() end, case when n % 300 = 1 then '{}'::jsonb end,
        now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(${from}::integer, ${to}::integer) n,
        (select array_agg(slug order by slug) as slugs from categories) c,
        (select array['shaw', 'petworth'] || array_agg(slug order by slug) as slugs from neighborhoods
          where slug not in ('shaw', 'petworth')) h`);
  }
  // Rows as wide as real ones: the planner would scan narrow ones.
  await db.execute(sql`drop index place_search_doc`);
  for (const { from, to } of BATCHES) {
    await db.execute(sql`
      insert into place_search (place_id, category_slug, location, rating, saves, views, popularity, doc, name, other_names, type,
        neighborhood_slug, price_range, is_closed, attributes, known_facts, is_described, created_at, updated_at)
      select p.id, category_slug, null, 4 + p.id % 97 / 100.0, 0, 0, 0,
        array_to_tsvector(array(select md5((p.id + word)::text) from generate_series(1, 15) word)),
        name, other_names, type, neighborhood_slug, price_range, false, attributes, 0, true, created_at, updated_at
      from generate_series(${from}::integer, ${to}::integer) n
      join places p on p.slug = 'made-place-' || n and p.status = 'published'`);
  }
  for (const table of ["places", "place_search"]) await db.execute(sql`analyze ${sql.identifier(table)}`);
}
