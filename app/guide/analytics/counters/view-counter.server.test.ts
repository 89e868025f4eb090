import { createHash } from "node:crypto";

import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { dailyViews, pageVisitorHashes, visitorSalts } from "#app/db/schema/analytics.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { deleteVisitorHashes, type View, ViewCounter } from "./view-counter.server.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Noon in Washington. */
const NOON = new Date("2027-01-13T17:00:00Z");

test("a visitor counts once a day per page and once for the site, and a view counts each time", async ({ db }) => {
  const counter = openCounter(db);
  counter.count(view({ address: "203.0.113.1" }));
  counter.count(view({ address: "203.0.113.1" }));
  counter.count(view({ address: "203.0.113.1", key: "other-place" }));
  counter.count(view({ address: "203.0.113.2" }));
  await counter.close();

  expect(await countsOf(db)).toEqual([
    "2027-01-13 place a-place: 3 views, 2 visitors",
    "2027-01-13 place other-place: 1 views, 1 visitors",
    "2027-01-13 site all: 4 views, 2 visitors",
  ]);
});

test("a visitor who returns after a flush is the same visitor, and a new one the next day", async ({ db }) => {
  let now = NOON;
  const counter = openCounter(db, () => now);
  counter.count(view({}));
  await counter.flush();
  counter.count(view({}));
  // A quarter past midnight in Washington.
  now = new Date("2027-01-14T05:15:00Z");
  counter.count(view({}));
  await counter.close();

  expect((await countsOf(db)).filter((line) => line.includes("site"))).toEqual([
    "2027-01-13 site all: 2 views, 1 visitors",
    "2027-01-14 site all: 1 views, 1 visitors",
  ]);
});

test("another browser at the same address is another visitor", async ({ db }) => {
  const counter = openCounter(db);
  counter.count(view({ userAgent: FIREFOX }));
  counter.count(view({ userAgent: FIREFOX.replace("140.0", "139.0") }));
  await counter.close();

  expect(await countsOf(db)).toContain("2027-01-13 place a-place: 2 views, 2 visitors");
});

test.for([
  "",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
  "Mozilla/5.0 (compatible; bingbot/2.0)",
])("a robot is not a visitor: %j", async (userAgent, { db }) => {
  const counter = openCounter(db);
  counter.count(view({ userAgent }));
  await counter.close();

  expect(await countsOf(db)).toEqual([]);
});

test("closing the counter writes the views that were waiting", async ({ db }) => {
  const counter = openCounter(db);
  for (let n = 0; n < 500; n += 1) counter.count(view({ address: `203.0.113.${n % 100}`, key: `place-${n % 7}` }));
  const before = await countsOf(db);
  await counter.close();

  expect(before).toEqual([]);
  expect(await countsOf(db)).toContain("2027-01-13 site all: 500 views, 100 visitors");
});

test("views wait while the database is away, and none is lost or counted twice afterwards", async ({ db }) => {
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  const faulty = faultyDatabase(db);
  const counter = new ViewCounter({ db: faulty.db, log, now: () => NOON });
  counter.count(view({ address: "203.0.113.1" }));
  faulty.break();
  await counter.flush();
  counter.count(view({ address: "203.0.113.2" }));
  await counter.flush();
  const whileAway = await countsOf(db);

  faulty.mend();
  await counter.close();

  expect(whileAway).toEqual([]);
  expect(warnings).toHaveLength(2);
  expect(await countsOf(db)).toContain("2027-01-13 site all: 2 views, 2 visitors");
});

test("a failed write leaves nothing behind, so a retry counts correctly", async ({ db }) => {
  await db.execute(sql`alter table daily_views rename to daily_views_away`);
  const counter = openCounter(db);
  counter.count(view({}));
  await counter.flush();
  const marksAfterFailure = await db.$count(pageVisitorHashes);
  await db.execute(sql`alter table daily_views_away rename to daily_views`);
  await counter.close();

  expect(marksAfterFailure).toBe(0);
  expect(await countsOf(db)).toContain("2027-01-13 site all: 1 views, 1 visitors");
});

test("two instances on one database agree on the visitors, even when they write at once", async () => {
  const { db } = await workerDatabase();
  onTestFinished(() => clearViews(db));
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
  const [one, other] = [new ViewCounter({ db, log, now: () => NOON }), new ViewCounter({ db, log, now: () => NOON })];
  const keys = Array.from({ length: 40 }, (_, n) => `place-${n}`);

  // The day's first write creates its salt, which makes others wait; the interesting case comes after it.
  one.count(view({ key: "place-0" }));
  await one.flush();
  // In opposite orders, as two instances may see the same visitors.
  for (const key of keys) one.count(view({ key }));
  for (const key of keys.toReversed()) other.count(view({ key }));
  await Promise.all([one.close(), other.close()]);

  expect(warnings).toEqual([]);
  const counted = await countsOf(db);
  expect(counted).toHaveLength(keys.length + 1);
  expect(counted.filter((line) => !line.endsWith(": 2 views, 1 visitors"))).toEqual([
    "2027-01-13 place place-0: 3 views, 1 visitors",
    "2027-01-13 site all: 81 views, 1 visitors",
  ]);
});

test("no address or browser is stored, in plain text or hashed without the day's salt", async ({ db }) => {
  const counter = openCounter(db);
  counter.count(view({ address: "203.0.113.77", userAgent: FIREFOX }));
  await counter.close();

  const dump = JSON.stringify([
    await db.select().from(dailyViews),
    await queryRows(
      db,
      sql`select encode(hash, 'hex') as hash, encode(hash, 'escape') as text, subject, key from page_visitor_hashes`,
    ),
    await queryRows(db, sql`select encode(salt, 'hex') as salt, encode(salt, 'escape') as text from visitor_salts`),
  ]);
  const unsalted = ["203.0.113.77", `203.0.113.77\n${FIREFOX}`].map((text) =>
    createHash("sha256").update(text).digest("hex"),
  );
  expect(dump).toMatch(/"hash":"[0-9a-f]{32}"/);
  expect(dump).not.toMatch(/203\.0\.113|Firefox|Mozilla/);
  for (const hash of unsalted) expect(dump).not.toContain(hash.slice(0, 32));
});

test("a visitor has a different hash on another day, so nobody can be followed", async ({ db }) => {
  let now = NOON;
  const counter = openCounter(db, () => now);
  counter.count(view({}));
  now = new Date("2027-01-14T17:00:00Z");
  counter.count(view({}));
  await counter.close();

  const hashes = await queryRows(
    db,
    sql`select encode(hash, 'hex') as hash from page_visitor_hashes where subject = 'place'`,
  );
  expect(hashes).toHaveLength(2);
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2);
});

test("after midnight the day's hashes are deleted and its counts stay, and today's hashes stay", async ({ db }) => {
  let now = NOON;
  const counter = openCounter(db, () => now);
  counter.count(view({}));
  now = new Date("2027-01-14T05:05:00Z");
  counter.count(view({}));
  await counter.close();

  // Half an hour before midnight that day's visitors are still known.
  await deleteVisitorHashes(db, new Date("2027-01-14T04:30:00Z"));
  const before = await daysKnown(db);
  await deleteVisitorHashes(db, now);

  expect(before).toEqual({ salts: ["2027-01-13", "2027-01-14"], hashes: ["2027-01-13", "2027-01-14"] });
  expect(await daysKnown(db)).toEqual({ salts: ["2027-01-14"], hashes: ["2027-01-14"] });
  expect((await countsOf(db)).filter((line) => line.includes("site"))).toEqual([
    "2027-01-13 site all: 1 views, 1 visitors",
    "2027-01-14 site all: 1 views, 1 visitors",
  ]);
});

function openCounter(db: Database, now: () => Date = () => NOON): ViewCounter {
  const counter = new ViewCounter({ db, log: silentLog(), now });
  onTestFinished(() => counter.close());
  return counter;
}

function view(overrides: Partial<View>): View {
  return { subject: "place", key: "a-place", address: "203.0.113.1", userAgent: FIREFOX, ...overrides };
}

async function countsOf(db: Database): Promise<string[]> {
  const rows = await db.select().from(dailyViews);
  return rows
    .map((row) => `${row.day} ${row.subject} ${row.key}: ${row.views} views, ${row.visitors} visitors`)
    .toSorted();
}

async function daysKnown(db: Database): Promise<{ salts: string[]; hashes: string[] }> {
  const salts = await db.select({ day: visitorSalts.day }).from(visitorSalts);
  const hashes = await db
    .select({ day: pageVisitorHashes.day })
    .from(pageVisitorHashes)
    .where(eq(pageVisitorHashes.subject, "site"));
  return { salts: salts.map(({ day }) => day).toSorted(), hashes: hashes.map(({ day }) => day).toSorted() };
}

/** A database whose transactions fail while it is broken. */
function faultyDatabase(db: Database): { db: Database; break: () => void; mend: () => void } {
  let isBroken = false;
  const faulty = new Proxy(db, {
    get: (target, name) => {
      if (name === "transaction" && isBroken) return () => Promise.reject(new Error("connection refused"));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    db: faulty,
    break: () => {
      isBroken = true;
    },
    mend: () => {
      isBroken = false;
    },
  };
}

async function clearViews(db: Database): Promise<void> {
  await db.execute(sql`truncate daily_views, page_visitor_hashes, visitor_salts`);
}
