import { createHash, randomBytes } from "node:crypto";

import { eq, lt, sql } from "drizzle-orm";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";

import type { ClickKind, ViewSubject } from "#app/db/columns/analytics-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import {
  placeVisitorHashes,
  searchTermCounts,
  dailyViews,
  pageVisitorHashes,
  visitorSalts,
} from "#app/db/schema/analytics.ts";
import { chunks } from "#app/lib/chunks.ts";
import { type DcDay, dcDayAt, dcToday } from "#app/lib/dc-time.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { ListedPlaces } from "#app/platform/page-cache-info.ts";

import type { Arrival } from "../visitors/arrival.ts";
import { VisitorKeys } from "../visitors/visitor-keys.server.ts";
import { TermQuota } from "./term-quota.ts";
import { writeArrivals } from "./write-arrivals.server.ts";
import { writePlaceStats } from "./write-place-stats.server.ts";

/** How long a view may wait in memory: a crash loses at most this much, a regular stop loses nothing. */
const FLUSH_MS = 10_000;

/** During a burst views are written early, so that memory stays bounded. */
const WAITING_MAX = 5_000;

/** Beyond this, under load or without a database, views are dropped: counting must never take the site down. */
const WAITING_LIMIT = 50_000;

/** Detecting robots runs a long regular expression, and most visits come from few browsers. */
const USER_AGENTS_CACHED_MAX = 1_000;

/** No browser has a longer user agent; thousands of such names would fill the memory. */
const USER_AGENT_CHARACTERS_MAX = 500;

const ROWS_PER_INSERT = 1_000;
const HASH_BYTES = 16;

type Visitor = { address: string; userAgent: string };

/**
 * A page view. `shown`: the places that the page lists. `arrival`: where the visitor came from; null when the browser
 * opts out of tracking, and then search terms aren't counted either.
 */
export type View = Visitor & {
  subject: ViewSubject;
  key: string;
  shown?: ListedPlaces | null;
  arrival?: Arrival | null;
};

/** A click on a link of a place's page. */
export type Click = Visitor & { place: string; kind: ClickKind };

/** Identical visits of one visitor on one day, with a count. */
type WaitingView = View & { day: string; times: number; withoutTerms?: boolean };
type WaitingClick = Click & { day: string; times: number };
type WaitingVisit = WaitingView | WaitingClick;

/**
 * Counts page views and place stats without cookies. A visitor is a hash of address and browser with a salt that is
 * deleted after the day. The address itself is never stored.
 */
export class ViewCounter {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #timer: NodeJS.Timeout;
  readonly #termQuota = new TermQuota();
  readonly #robots = new LRUCache<string, boolean>({ max: USER_AGENTS_CACHED_MAX });
  #day: Pick<DcDay, "on" | "startsMs" | "endsMs"> = { on: "", startsMs: 0, endsMs: 0 };
  #waiting = new Map<string, WaitingVisit>();
  /** Visits of a failed write. */
  #failed: WaitingVisit[] = [];
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: { db: Database; log: Logger; now: () => Date }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#now = options.now;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** Records a view, unless a robot made it. Takes microseconds; the write happens later. */
  count(view: View): void {
    this.#record(view);
  }

  /** Records a click, unless a robot made it. */
  countClick(click: Click): void {
    this.#record(click);
  }

  /** Repeated visits increase a counter, so that a burst grows neither memory nor writes. */
  #record(visit: View | Click): void {
    if (this.#isRobot(visit.userAgent)) return;
    const day = this.#today();
    const name = visitKey(visit, day);
    const known = this.#waiting.get(name);
    if (known !== undefined && shownBy(known) === shownBy(visit)) {
      known.times += 1;
      return;
    }
    const { size } = this.#waiting;
    if (size + this.#failed.length >= WAITING_LIMIT) return;
    // The page was rendered again with other places: keep the earlier entry under another key.
    if (known !== undefined) this.#waiting.set(`${name}\n${size}`, known);
    const withoutTerms = hasTerms(visit) && !this.#termQuota.tryTake(visit.address, day);
    this.#waiting.set(name, { ...visit, day, times: 1, withoutTerms });
    if (this.#waiting.size % WAITING_MAX === 0) void this.flush();
  }

  /** Computing the day costs more than the rest of a cached response, so the result is reused until the day ends. */
  #today(): string {
    const nowMs = this.#now().getTime();
    if (nowMs < this.#day.startsMs || nowMs >= this.#day.endsMs) this.#day = dcDayAt(nowMs);
    return this.#day.on;
  }

  #isRobot(userAgent: string): boolean {
    if (userAgent.length > USER_AGENT_CHARACTERS_MAX) return true;
    const known = this.#robots.get(userAgent);
    if (known !== undefined) return known;
    const isBot = isRobot(userAgent);
    this.#robots.set(userAgent, isBot);
    return isBot;
  }

  /** Writes the waiting visits. After a failure they wait for the next flush. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const visits = [...this.#failed, ...this.#waiting.values()];
    if (visits.length === 0) return;
    this.#waiting.clear();
    this.#failed = [];
    try {
      await this.#db.transaction((tx) => writeVisits(tx, visits));
    } catch (error) {
      this.#failed = visits;
      const waiting = visits.length + this.#waiting.size;
      this.#log.warn({ err: error, waiting }, "Views could not be written and will be retried");
    }
  }
}

/** Whether a user agent is a robot's, empty, or longer than any browser's. */
export function isRobot(userAgent: string): boolean {
  return userAgent === "" || userAgent.length > USER_AGENT_CHARACTERS_MAX || isbot(userAgent);
}

type Tally = { day: string; subject: ViewSubject; key: string; views: number; hashes: Map<string, Uint8Array> };

/** Differs from every arrival name, so an opted-out visitor is never merged with a direct visitor. */
const OPTED_OUT = "-";

function visitKey(visit: View | Click, day: string): string {
  const what =
    "kind" in visit
      ? `${visit.kind} of ${visit.place}`
      : `${visit.subject}\n${visit.key}\n${visit.arrival === null ? OPTED_OUT : (visit.arrival?.name ?? "")}`;
  return `${day}\n${what}\n${visit.address}\n${visit.userAgent}`;
}

function shownBy(visit: View | Click): ListedPlaces | null {
  return "kind" in visit ? null : (visit.shown ?? null);
}

/** Whether the visit carries text written by people: a search term, host or utm value. */
function hasTerms(visit: View | Click): boolean {
  if ("kind" in visit) return false;
  const { shown, arrival } = visit;
  if ((shown?.term ?? null) !== null) return true;
  if (arrival === undefined || arrival === null) return false;
  const { host, searched, utmSource, utmCampaign } = arrival;
  return host !== null || searched !== null || utmSource !== null || utmCampaign !== null;
}

async function writeVisits(db: Database, visits: WaitingVisit[]): Promise<void> {
  const views: WaitingView[] = [];
  const clicks: WaitingClick[] = [];
  for (const visit of visits) {
    if ("kind" in visit) clicks.push(visit);
    else views.push(visit.arrival === null ? { ...visit, withoutTerms: true } : visit);
  }
  const salts = new Map<string, Uint8Array>();
  for (const day of new Set(visits.map((visit) => visit.day).toSorted())) salts.set(day, await loadDailySalt(db, day));
  await writeViews(db, views, salts);
  const keys = new VisitorKeys(salts);
  await writePlaceStats(db, { views, clicks, salts, keys });
  await writeArrivals(db, { views, salts, keys });
}

async function writeViews(db: Database, views: WaitingView[], salts: Map<string, Uint8Array>): Promise<void> {
  const tallies = inKeyOrder(tally(views, salts));
  const rows = [];
  for (const { hashes, ...each } of tallies)
    rows.push({ ...each, visitors: await countNewVisitors(db, { ...each, hashes }) });
  for (const chunk of chunks(rows, ROWS_PER_INSERT)) {
    await db
      .insert(dailyViews)
      .values(chunk)
      .onConflictDoUpdate({
        target: [dailyViews.day, dailyViews.subject, dailyViews.key, dailyViews.isDemo],
        set: {
          views: sql`${dailyViews.views} + excluded.views`,
          visitors: sql`${dailyViews.visitors} + excluded.visitors`,
        },
      });
  }
}

function tally(views: WaitingView[], salts: Map<string, Uint8Array>): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const view of views) {
    const salt = salts.get(view.day);
    if (salt === undefined) continue;
    const hash = hashVisitor(view, salt);
    const counted = [view, { ...view, subject: "site" as const, key: "all" }];
    for (const { day, subject, key } of counted) {
      const name = JSON.stringify([day, subject, key]);
      const entry = tallies.get(name) ?? { day, subject, key, views: 0, hashes: new Map() };
      entry.views += view.times;
      entry.hashes.set(Buffer.from(hash).toString("base64"), hash);
      tallies.set(name, entry);
    }
  }
  return tallies;
}

/** A fixed order, because two instances writing in opposite orders would deadlock. */
function inKeyOrder<Item>(items: Map<string, Item>): Item[] {
  return [...items].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function hashVisitor({ address, userAgent }: View, salt: Uint8Array): Uint8Array {
  const hash = createHash("sha256").update(salt).update(address).update("\n").update(userAgent).digest();
  return new Uint8Array(hash.subarray(0, HASH_BYTES));
}

/** The day's salt, shared by all instances: the first one creates it. */
export async function loadDailySalt(db: Database, day: string): Promise<Uint8Array> {
  await db
    .insert(visitorSalts)
    .values({ day, salt: new Uint8Array(randomBytes(32)) })
    .onConflictDoNothing();
  const [row] = await db.select().from(visitorSalts).where(eq(visitorSalts.day, day));
  if (row === undefined) throw new Error(`The salt of ${day} is missing after its insert`);
  return row.salt;
}

async function countNewVisitors(
  db: Database,
  { day, subject, key, hashes }: Tally | Omit<Tally, "views">,
): Promise<number> {
  let count = 0;
  for (const chunk of chunks(inKeyOrder(hashes), ROWS_PER_INSERT)) {
    const rows = chunk.map((hash) => ({ day, subject, key, hash }));
    const inserted = await db
      .insert(pageVisitorHashes)
      .values(rows)
      .onConflictDoNothing()
      .returning({ day: pageVisitorHashes.day });
    count += inserted.length;
  }
  return count;
}

/** Deletes the salts and hashes of past days, after which visitors can't be recognized. */
export async function deleteVisitorHashes(db: Database, now: Date): Promise<void> {
  const today = dcToday(now);
  await db.delete(pageVisitorHashes).where(lt(pageVisitorHashes.day, today));
  await db.delete(placeVisitorHashes).where(lt(placeVisitorHashes.day, today));
  await db.delete(searchTermCounts).where(lt(searchTermCounts.day, today));
  await db.delete(visitorSalts).where(lt(visitorSalts.day, today));
}
