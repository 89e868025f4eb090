import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { ListSurface } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { dailyPlaceStats, placeVisitorHashes, dailyPlaceTerms, searchTermCounts } from "#app/db/schema/analytics.ts";
import { places } from "#app/db/schema/places.ts";
import type { ListedPlaces } from "#app/platform/page-cache-info.ts";
import { buildPlace } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { type Click, deleteVisitorHashes, type View, ViewCounter } from "../counters/view-counter.server.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
/** Noon in Washington. */
const NOON = new Date("2027-01-13T17:00:00Z");

test("a link that one visitor clicks twenty times is twenty clicks by one visitor, also across a flush", async ({
  db,
}) => {
  const { slug } = await buildPlace(db);
  const counter = openCounter(db);
  for (let n = 0; n < 19; n += 1) counter.countClick(click(slug));
  await counter.flush();
  counter.countClick(click(slug));
  counter.countClick(click(slug, { address: "203.0.113.2" }));
  counter.countClick(click(slug, { kind: "phone" }));
  await counter.close();

  expect(await statsOf(db, slug)).toEqual(["phone: 1 by 1", "website: 21 by 2"]);
});

test("a list counts for each place on it, once a day per visitor and kind of list", async ({ db }) => {
  const [one, two] = [await buildPlace(db), await buildPlace(db)];
  const counter = openCounter(db);
  const first = list("category", [one.slug, two.slug]);
  counter.count(view({ shown: first }));
  counter.count(view({ shown: first }));
  counter.count(view({ shown: first, address: "203.0.113.2" }));
  counter.count(view({ shown: list("category", [two.slug]) }));
  counter.count(view({ shown: list("map", [two.slug]) }));
  await counter.close();

  expect(await statsOf(db, one.slug)).toEqual(["category: 3 by 2"]);
  expect(await statsOf(db, two.slug)).toEqual(["category: 4 by 2", "map: 1 by 1"]);
});

test("robots don't count, nor do unknown or removed places", async ({ db }) => {
  const gone = await buildPlace(db, { status: "removed" });
  const place = await buildPlace(db);
  const counter = openCounter(db);
  counter.countClick(click(place.slug, { userAgent: GOOGLEBOT }));
  counter.count(view({ shown: list("search", [place.slug], "diner"), userAgent: "" }));
  counter.countClick(click(gone.slug));
  counter.countClick(click("no-such-place"));
  counter.count(view({ shown: list("search", [gone.slug, "no-such-place"], "diner") }));
  await counter.close();

  expect(await db.$count(dailyPlaceStats)).toBe(0);
});

test("a search term is stored from its fifth visitor of a day on, and not before", async ({ db }) => {
  const { slug, id } = await buildPlace(db);
  const counter = openCounter(db);
  const search = (n: number, term: string) =>
    counter.count(view({ shown: list("search", [slug], term), address: `203.0.113.${n}` }));
  for (const n of [1, 2, 3, 4, 4, 4]) search(n, "Secret  Diner");
  await counter.flush();
  const storedAtFour = await db.$count(dailyPlaceTerms);
  const dump = JSON.stringify([
    await queryRows(db, sql`select day::text, hash::text from place_visitor_hashes`),
    await queryRows(db, sql`select day::text, key::text, visitors from search_term_counts`),
  ]);
  search(5, "secret diner");
  await counter.flush();
  search(6, "SECRET DINER");
  for (let n = 1; n <= 9; n += 1) search(n, `${"long ".repeat(20)}words`);
  await counter.close();

  expect(storedAtFour).toBe(0);
  expect(dump).not.toMatch(/secret/i);
  expect(await db.select().from(dailyPlaceTerms).where(eq(dailyPlaceTerms.placeId, id))).toEqual([
    { placeId: id, day: "2027-01-13", term: "secret diner", visitors: 6 },
  ]);
});

test("two instances that write at once agree on the visitors and lose nothing", async () => {
  const { db } = await workerDatabase();
  const slugs: string[] = [];
  onTestFinished(async () => {
    await db.execute(
      sql`truncate daily_views, page_visitor_hashes, visitor_salts, place_visitor_hashes, search_term_counts`,
    );
    for (const slug of slugs) await db.delete(places).where(eq(places.slug, slug));
  });
  for (let n = 0; n < 30; n += 1) slugs.push((await buildPlace(db)).slug);
  const [one, other] = [openCounter(db), openCounter(db)];
  one.countClick(click(slugs[0] ?? ""));
  await one.flush();

  for (const slug of slugs) one.countClick(click(slug));
  for (const slug of slugs.toReversed()) other.countClick(click(slug));
  one.count(view({ shown: list("search", slugs, "diner") }));
  other.count(view({ shown: list("search", slugs.toReversed(), "diner") }));
  await Promise.all([one.close(), other.close()]);

  const counted = await Promise.all(slugs.map((slug) => statsOf(db, slug)));
  expect(counted[0]).toEqual(["search: 2 by 1", "website: 3 by 1"]);
  expect(counted.slice(1).filter((lines) => lines.join() !== "search: 2 by 1,website: 2 by 1")).toEqual([]);
});

test("after midnight the day's hashes and unfinished search counts are deleted, and its stats stay", async ({ db }) => {
  const { slug } = await buildPlace(db);
  const counter = openCounter(db);
  counter.countClick(click(slug));
  counter.count(view({ shown: list("search", [slug], "diner") }));
  await counter.close();
  const before = [await db.$count(placeVisitorHashes), await db.$count(searchTermCounts)];
  await deleteVisitorHashes(db, new Date("2027-01-14T05:10:00Z"));

  expect(before).toEqual([3, 1]);
  expect([await db.$count(placeVisitorHashes), await db.$count(searchTermCounts)]).toEqual([0, 0]);
  expect(await statsOf(db, slug)).toEqual(["search: 1 by 1", "website: 1 by 1"]);
});

function openCounter(db: Database): ViewCounter {
  const counter = new ViewCounter({ db, log: silentLog(), now: () => NOON });
  onTestFinished(() => counter.close());
  return counter;
}

function click(place: string, overrides: Partial<Click> = {}): Click {
  return { place, kind: "website", address: "203.0.113.1", userAgent: FIREFOX, ...overrides };
}

function view(overrides: Partial<View>): View {
  return { subject: "page", key: "search", address: "203.0.113.1", userAgent: FIREFOX, ...overrides };
}

function list(surface: ListSurface, slugs: string[], term: string | null = null): ListedPlaces {
  return { surface, slugs, term };
}

async function statsOf(db: Database, slug: string): Promise<string[]> {
  const rows = await db
    .select({ metric: dailyPlaceStats.metric, count: dailyPlaceStats.count, visitors: dailyPlaceStats.visitors })
    .from(dailyPlaceStats)
    .innerJoin(places, eq(places.id, dailyPlaceStats.placeId))
    .where(eq(places.slug, slug));
  return rows.map(({ metric, count, visitors }) => `${metric}: ${count} by ${visitors}`).toSorted();
}
