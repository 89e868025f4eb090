import { asc, eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import {
  dailyEventCounts,
  placeVisitorHashes,
  dailyRouteTimings,
  searchTermCounts,
  dailyViews,
  dailyTerms,
} from "#app/db/schema/analytics.ts";
import { RouteTable } from "#app/platform/route-table.ts";
import { buildUser } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { parseArrival } from "./arrival.ts";
import { recordFunnelStep } from "../counters/record-funnel-step.server.ts";
import { COUNT_RETENTION_DAYS, DETAIL_RETENTION_DAYS } from "../counters/day-counts.ts";
import { rollUpStats } from "../counters/roll-up-stats.server.ts";
import { BUCKET_COUNT } from "../counters/response-times.ts";
import { ResponseTimeCounter } from "../counters/response-time-counter.server.ts";
import { deleteVisitorHashes, type View, ViewCounter } from "../counters/view-counter.server.ts";
import { TERMS_PER_DAY_MAX } from "../counters/write-arrivals.server.ts";

const SITE = "https://rowhouse.example";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PIXEL = "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
/** Noon in Washington. */
const NOON = new Date("2027-01-13T17:00:00Z");

test("views are counted by source and device, and each visitor once a day for each", async ({ db }) => {
  const counter = openCounter(db);
  const google = "https://www.google.com/";
  counter.count(view({ referrer: google }));
  counter.count(view({ referrer: google, key: "other" }));
  counter.count(view({ referrer: `${SITE}/food` }));
  await counter.flush();
  counter.count(view({ referrer: google }));
  counter.count(view({ referrer: google, address: "203.0.113.2", userAgent: PIXEL }));
  counter.count(
    view({ target: "/subscription", key: "subscription", subject: "page", referrer: `${SITE}/posts/pizza` }),
  );
  counter.count(view({ userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)", referrer: google }));
  await counter.close();

  expect(await countsOf(db)).toEqual([
    "device computer: 5 by 1",
    "device phone: 1 by 1",
    "premium-from guide: 1 by 1",
    "source google: 4 by 2",
    "source internal: 2 by 1",
  ]);
});

test("for a browser that opts out of tracking only the view is counted", async ({ db }) => {
  const counter = openCounter(db);
  for (let n = 0; n < 9; n += 1) {
    counter.count({ ...search("secret diner", 0), address: `203.0.113.${n}`, arrival: null });
  }
  await counter.close();

  expect([await countsOf(db), await termsOf(db), await db.$count(searchTermCounts)]).toEqual([[], [], 0]);
  expect((await db.select().from(dailyViews)).map(({ views, visitors }) => [views, visitors])).toEqual([
    [9, 9],
    [9, 9],
  ]);
});

test("of two visitors behind one address on one page, the one who opts out is counted only as a view", async ({
  db,
}) => {
  for (const [address, order] of [
    ["203.0.113.1", [null, undefined]],
    ["203.0.113.2", [undefined, null]],
  ] as const) {
    const counter = openCounter(db);
    for (const arrival of order) {
      const seen = search("secret diner", 0);
      counter.count({ ...seen, address, ...(arrival === null ? { arrival } : {}) });
    }
    await counter.close();
  }

  expect(await countsOf(db)).toEqual([
    "device computer: 2 by 2",
    "search asked: 2 by 2",
    "search nothing: 2 by 2",
    "source direct: 2 by 2",
  ]);
  expect((await db.select().from(dailyViews)).map(({ views, visitors }) => [views, visitors])).toEqual([
    [4, 2],
    [4, 2],
  ]);
});

describe("search terms", () => {
  test("stay unknown when one person uses several addresses of a network and several browsers", async ({ db }) => {
    const counter = openCounter(db);
    for (let n = 0; n < 9; n += 1) {
      counter.count({ ...search("mias secret", 0), address: `2001:db8:0:1::${n}`, userAgent: `${FIREFOX} ${n}` });
      counter.count({ ...search("mias secret", 0), address: "203.0.113.1", userAgent: `${FIREFOX} ${n}` });
    }
    await counter.flush();
    expect(await termsOf(db)).toEqual([]);
    for (const network of [2, 3, 4])
      counter.count({ ...search("mias secret", 0), address: `2001:db8:0:${network}::1` });
    await counter.close();

    expect(await termsOf(db)).toEqual(["search mias secret: 5, 5 without, 0 followed"]);
    expect((await countsOf(db)).find((line) => line.startsWith("search asked"))).toBe("search asked: 21 by 21");
  });

  test("are stored once five visitors of a day searched for them, with their results, and nowhere before that", async ({
    db,
  }) => {
    const counter = openCounter(db);
    for (const n of [1, 2, 3, 4, 4]) counter.count({ ...search("Secret  Diner", 0), address: `203.0.113.${n}` });
    await counter.flush();
    const before = JSON.stringify([
      await queryRows(db, sql`select * from ${dailyEventCounts}`),
      await queryRows(db, sql`select * from ${dailyTerms}`),
      await queryRows(db, sql`select day, key::text, visitors from ${searchTermCounts}`),
      await queryRows(db, sql`select hash::text from ${placeVisitorHashes}`),
    ]);
    counter.count({ ...search("secret diner", 3), address: "203.0.113.5" });
    const referrer = `${SITE}/search?q=secret+diner`;
    counter.count(view({ address: "203.0.113.5", referrer }));
    counter.count(view({ address: "203.0.113.5", referrer, key: "other" }));
    // The next page of results doesn't count as a followed result.
    counter.count(view({ address: "203.0.113.4", referrer, subject: "page", key: "search" }));
    await counter.close();

    expect(before).not.toMatch(/secret|diner/i);
    expect(await termsOf(db)).toEqual(["search secret diner: 5, 4 without, 1 followed"]);
    expect((await countsOf(db)).filter((line) => line.startsWith("search"))).toEqual([
      "search asked: 6 by 5",
      "search followed: 2 by 1",
      "search nothing: 5 by 4",
    ]);
  });

  test("that may be personal are never stored, however many people search for them", async ({ db }) => {
    const counter = openCounter(db);
    for (let n = 0; n < 9; n += 1) {
      for (const words of ["mia@example.com", "202 555 0143"]) {
        counter.count({ ...search(words, 0), address: `203.0.113.${n}` });
      }
    }
    await counter.close();

    expect(await termsOf(db)).toEqual([]);
    expect((await countsOf(db)).filter((line) => line.startsWith("search asked"))).toEqual(["search asked: 18 by 9"]);
  });

  test("are not counted for filters, later pages and chosen kinds", async ({ db }) => {
    const counter = openCounter(db);
    for (let n = 0; n < 5; n += 1) counter.count({ ...search("diner", null), address: `203.0.113.${n}` });
    await counter.close();

    expect((await countsOf(db)).filter((line) => line.startsWith("search"))).toEqual([]);
    expect(await termsOf(db)).toEqual([]);
  });
});

test("referring hosts and utm values are stored once five visitors of a day came with them", async ({ db }) => {
  const counter = openCounter(db);
  for (let n = 0; n < 5; n += 1) {
    const address = `203.0.113.${n}`;
    counter.count(
      view({ address, referrer: "https://news.example/secret", target: "/x?utm_source=Mail&utm_campaign=Fall" }),
    );
    if (n > 0) counter.count(view({ address, key: "other", referrer: "https://mias-diary.example/" }));
  }
  await counter.close();

  expect(await termsOf(db)).toEqual([
    "host news.example: 5, 0 without, 0 followed",
    "utm-campaign fall: 5, 0 without, 0 followed",
    "utm-source mail: 5, 0 without, 0 followed",
  ]);
});

test("a crawler with a thousand search terms uses up its own network's quota, and other visitors are still counted", async ({
  db,
}) => {
  const counter = openCounter(db);
  for (let n = 0; n < 1_000; n += 1) {
    counter.count({ ...search(`words ${n}`, 0), address: `2001:db8:0:1:${n.toString(16)}::1` });
    if (n % 400 === 0) await counter.flush();
  }
  for (let n = 0; n < 5; n += 1) counter.count({ ...search("diner", 1), address: `203.0.113.${n}` });
  await counter.close();

  expect(await db.$count(searchTermCounts)).toBeLessThanOrEqual(2 * 200 + 2);
  expect(await termsOf(db)).toEqual(["search diner: 5, 0 without, 0 followed"]);
  expect((await countsOf(db)).find((line) => line.startsWith("search asked"))).toBe("search asked: 1005 by 1005");
});

test("a day stores a limited number of terms, and stored terms keep counting", async ({ db }) => {
  await db.execute(sql`
    insert into daily_terms (day, kind, term, visitors)
    select '2027-01-13', 'search', 'word ' || n, 5 from generate_series(1, ${TERMS_PER_DAY_MAX - 1}::integer) n`);
  const counter = openCounter(db);
  for (const words of ["first", "second"]) {
    for (let n = 0; n < 5; n += 1) counter.count({ ...search(words, 1), address: `203.0.113.${n}` });
    await counter.flush();
  }
  counter.count({ ...search("first", 1), address: "203.0.113.9" });
  await counter.close();

  expect((await termsOf(db)).filter((line) => !line.includes("word "))).toEqual([
    "search first: 6, 0 without, 0 followed",
  ]);
});

test("two instances add up correctly even when they write at once", async () => {
  const { db } = await workerDatabase();
  onTestFinished(() => clearCounts(db));
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  const [one, other] = [new ViewCounter({ db, log, now: () => NOON }), new ViewCounter({ db, log, now: () => NOON })];
  const words = ["diner", "tacos", "ramen", "bagels"];
  const visit = (counter: ViewCounter, each: string, n: number) =>
    counter.count({ ...search(each, 0), address: `203.0.113.${n}` });

  visit(one, "diner", 0);
  await one.flush();
  for (const each of words) for (const n of [0, 1, 2, 3]) visit(one, each, n);
  for (const each of words.toReversed()) for (const n of [4, 3, 2]) visit(other, each, n);
  await Promise.all([one.close(), other.close()]);
  // Whichever instance wrote last saw the total.
  expect(warnings).toEqual([]);
  expect(await termsOf(db)).toEqual(words.toSorted().map((each) => `search ${each}: 5, 5 without, 0 followed`));
  expect(await countsOf(db)).toContain("search asked: 29 by 5");
});

test("an account's steps to a membership count once per day and plan, and nothing identifies the account", async ({
  db,
}) => {
  const [one, other] = [await buildUser(db), await buildUser(db)];
  const step = (userId: string, tier: string) => recordFunnelStep(db, { step: "checkout", tier, userId, now: NOON });
  await step(one.id, "vip");
  await step(one.id, "vip");
  await step(one.id, "city-insider");
  await step(other.id, "vip");
  await recordFunnelStep(db, { step: "paid", tier: "vip", userId: one.id, now: NOON });

  expect(await countsOf(db)).toEqual(["checkout city-insider: 1 by 1", "checkout vip: 3 by 2", "paid vip: 1 by 1"]);
  expect(JSON.stringify(await queryRows(db, sql`select * from ${dailyEventCounts}`))).not.toContain(one.id);
});

test("response times add up by route, day and instance, and wait while the database is away", async ({ db }) => {
  const open = () => new ResponseTimeCounter({ db, log: silentLog(), now: () => NOON, routes: ROUTES });
  const [one, other] = [open(), open()];
  for (let n = 0; n < 3; n += 1) one.record(`/places/p-${n}`, { isCacheHit: true, ms: 0.02 });
  one.record("/places/p", { isCacheHit: false, ms: 1e9 });
  other.record("/no/such?page", { isCacheHit: false, ms: 5 });
  other.record("/places/q", { isCacheHit: true, ms: 0.01 });
  await db.execute(sql`alter table daily_route_timings rename to daily_route_timings_away`);
  await one.flush();
  one.record("/places/p", { isCacheHit: true, ms: 0.02 });
  await db.execute(sql`alter table daily_route_timings_away rename to daily_route_timings`);
  await one.close();
  await other.close();

  const rows = await db
    .select()
    .from(dailyRouteTimings)
    .orderBy(asc(dailyRouteTimings.route), asc(dailyRouteTimings.isCacheHit));
  expect(
    rows.map(({ route, isCacheHit, responseCounts }) => [
      route,
      isCacheHit,
      responseCounts.length,
      responseCounts[0],
      responseCounts.at(-1),
    ]),
  ).toEqual([
    ["(no page)", false, BUCKET_COUNT, 0, 0],
    ["/places/:slug", false, BUCKET_COUNT, 0, 1],
    ["/places/:slug", true, BUCKET_COUNT, 5, 0],
  ]);
});

test("rows with a retention period are deleted after it, and not a day sooner", async ({ db }) => {
  const day = (back: number) => Temporal.PlainDate.from("2027-01-13").subtract({ days: back }).toString();
  for (const back of [
    DETAIL_RETENTION_DAYS,
    DETAIL_RETENTION_DAYS + 1,
    COUNT_RETENTION_DAYS,
    COUNT_RETENTION_DAYS + 1,
  ]) {
    await db.insert(dailyEventCounts).values({ day: day(back), kind: "source", name: "google", count: 1, visitors: 1 });
    await db.insert(dailyTerms).values({ day: day(back), kind: "search", term: "diner", visitors: 5 });
    const responseCounts = Array.from({ length: BUCKET_COUNT }, () => 0);
    await db.insert(dailyRouteTimings).values({ day: day(back), route: "/", isCacheHit: true, responseCounts });
  }
  await rollUpStats(db, NOON);

  const days = async (table: typeof dailyEventCounts | typeof dailyTerms | typeof dailyRouteTimings) =>
    (await db.select({ day: table.day }).from(table).orderBy(table.day)).map((row) => row.day);
  expect(await days(dailyEventCounts)).toEqual([
    day(COUNT_RETENTION_DAYS),
    day(DETAIL_RETENTION_DAYS + 1),
    day(DETAIL_RETENTION_DAYS),
  ]);
  expect([await days(dailyTerms), await days(dailyRouteTimings)]).toEqual([
    [day(DETAIL_RETENTION_DAYS)],
    [day(DETAIL_RETENTION_DAYS)],
  ]);
});

const ROUTES = new RouteTable(
  [
    { path: "places/:slug", viewSubject: "place" },
    { path: "posts/:slug", viewSubject: "guide" },
  ].map(({ path, viewSubject }) => {
    return { id: path, path, module: { handle: { audience: "everyone", viewSubject }, default: () => null } };
  }),
);

function openCounter(db: Database): ViewCounter {
  return new ViewCounter({ db, log: silentLog(), now: () => NOON });
}

type ViewInput = Partial<Omit<View, "arrival">> & { referrer?: string; target?: string };

function view({ referrer, target = "/places/tryst", ...overrides }: ViewInput): View {
  const arrival = parseArrival({ referrer, target, siteUrl: SITE, routes: ROUTES });
  return { subject: "place", key: "tryst", address: "203.0.113.1", userAgent: FIREFOX, arrival, ...overrides };
}

function search(term: string, found: number | null): View {
  const shown = { surface: "search", slugs: [], term, resultCount: found } as const;
  return view({ subject: "page", key: "search", shown });
}

async function countsOf(db: Database): Promise<string[]> {
  const rows = await db.select().from(dailyEventCounts).orderBy(asc(dailyEventCounts.kind), asc(dailyEventCounts.name));
  return rows.map(({ kind, name, count, visitors }) => `${kind} ${name}: ${count} by ${visitors}`);
}

async function termsOf(db: Database): Promise<string[]> {
  const rows = await db.select().from(dailyTerms).orderBy(asc(dailyTerms.kind), asc(dailyTerms.term));
  return rows.map(
    ({ kind, term, visitors, withoutResult, followers }) =>
      `${kind} ${term}: ${visitors}, ${withoutResult} without, ${followers} followed`,
  );
}

async function clearCounts(db: Database): Promise<void> {
  await deleteVisitorHashes(db, new Date("2027-01-14T17:00:00Z"));
  for (const table of [dailyViews, dailyEventCounts, dailyTerms])
    await db.delete(table).where(eq(table.day, "2027-01-13"));
}
