import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { dailyRouteTimings } from "#app/db/schema/analytics.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import type { Logger } from "#app/platform/log.server.ts";
import type { RouteTable } from "#app/platform/route-table.ts";

import { BUCKET_COUNT, bucketOf } from "./response-times.ts";

/** A crash loses at most this much; a regular stop loses nothing. */
const FLUSH_MS = 60_000;

/** The label for requests that match no route. */
const NO_ROUTE = "(no page)";

type RouteTimes = { route: string; isCacheHit: boolean; responseCounts: number[] };

/**
 * Counts response times per route, robots included, since the server works for them too. Nothing about the client is
 * recorded. Memory is bounded: two arrays of counters per route.
 */
export class ResponseTimeCounter {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #routes: RouteTable;
  readonly #timer: NodeJS.Timeout;
  readonly #cached = new Map<string, number[]>();
  readonly #rendered = new Map<string, number[]>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: { db: Database; log: Logger; now: () => Date; routes: RouteTable }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#now = options.now;
    this.#routes = options.routes;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** @param input.isCacheHit Whether the page came from the page cache. */
  record(target: string, { isCacheHit, ms }: { isCacheHit: boolean; ms: number }): void {
    const route = this.#routes.find(target)?.pattern ?? NO_ROUTE;
    const counts = isCacheHit ? this.#cached : this.#rendered;
    let responseCounts = counts.get(route);
    if (responseCounts === undefined) {
      responseCounts = Array.from({ length: BUCKET_COUNT }, () => 0);
      counts.set(route, responseCounts);
    }
    const step = bucketOf(ms);
    responseCounts[step] = (responseCounts[step] ?? 0) + 1;
  }

  /** Writes the counts; after a failure they are added to the next write. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const counted = [...toRows(this.#cached, true), ...toRows(this.#rendered, false)];
    if (counted.length === 0) return;
    this.#cached.clear();
    this.#rendered.clear();
    try {
      await this.#db.transaction((tx) => writeTimes(tx, dcToday(this.#now()), counted));
    } catch (error) {
      for (const each of counted) restoreCounts(each.isCacheHit ? this.#cached : this.#rendered, each);
      this.#log.warn({ err: error }, "Response times could not be written and will be retried");
    }
  }
}

function toRows(counted: ReadonlyMap<string, number[]>, isCacheHit: boolean): RouteTimes[] {
  return [...counted].map(([route, responseCounts]) => ({ route, isCacheHit, responseCounts }));
}

function restoreCounts(counted: Map<string, number[]>, { route, responseCounts }: RouteTimes): void {
  const newer = counted.get(route);
  counted.set(
    route,
    responseCounts.map((each, step) => each + (newer?.[step] ?? 0)),
  );
}

async function writeTimes(db: Database, day: string, counted: RouteTimes[]): Promise<void> {
  const rows = counted
    .map((each) => ({ day, ...each }))
    // A fixed order, because two instances writing in opposite orders would deadlock.
    .toSorted((a, b) => (`${a.route} ${a.isCacheHit}` < `${b.route} ${b.isCacheHit}` ? -1 : 1));
  await db
    .insert(dailyRouteTimings)
    .values(rows)
    .onConflictDoUpdate({
      target: [dailyRouteTimings.day, dailyRouteTimings.route, dailyRouteTimings.isCacheHit],
      set: {
        responseCounts: sql`(select array_agg(known + more order by step)
          from unnest(${dailyRouteTimings.responseCounts}, excluded.response_counts) with ordinality as both_of (known, more, step))`,
      },
    });
}
