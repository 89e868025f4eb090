import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { routeDays } from "#app/db/schema/analytics.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";
import type { Logger } from "#app/platform/log.server.ts";

import type { RouteNames } from "./route-names.ts";
import { STEPS, stepOf } from "./server-times.ts";

/** A crash loses at most this much; a regular stop loses nothing. */
const FLUSH_MS = 60_000;

type Answers = { route: string; isKept: boolean; answers: number[] };

/**
 * Counts response times per route, robots included, since the server works for them too. Nothing about the client is
 * recorded. Memory is bounded: two arrays of counters per route.
 */
export class TimeCounter {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #routes: RouteNames;
  readonly #timer: NodeJS.Timeout;
  readonly #kept = new Map<string, number[]>();
  readonly #made = new Map<string, number[]>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: { db: Database; log: Logger; now: () => Date; routes: RouteNames }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#now = options.now;
    this.#routes = options.routes;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  /** @param given.isKept Whether the page came from the page cache. */
  note(target: string, { isKept, ms }: { isKept: boolean; ms: number }): void {
    const route = this.#routes.of(target);
    const known = isKept ? this.#kept : this.#made;
    let answers = known.get(route);
    if (answers === undefined) {
      answers = Array.from({ length: STEPS }, () => 0);
      known.set(route, answers);
    }
    const step = stepOf(ms);
    answers[step] = (answers[step] ?? 0) + 1;
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
    const counted = [...listed(this.#kept, true), ...listed(this.#made, false)];
    if (counted.length === 0) return;
    this.#kept.clear();
    this.#made.clear();
    try {
      await this.#db.transaction((tx) => writeTimes(tx, dcToday(this.#now()), counted));
    } catch (error) {
      for (const each of counted) addBack(each.isKept ? this.#kept : this.#made, each);
      this.#log.warn({ err: error }, "The times of answers could not be written down and wait");
    }
  }
}

function listed(counted: ReadonlyMap<string, number[]>, isKept: boolean): Answers[] {
  return [...counted].map(([route, answers]) => ({ route, isKept, answers }));
}

function addBack(counted: Map<string, number[]>, { route, answers }: Answers): void {
  const since = counted.get(route);
  counted.set(
    route,
    answers.map((each, step) => each + (since?.[step] ?? 0)),
  );
}

async function writeTimes(db: Database, day: string, counted: Answers[]): Promise<void> {
  const rows = counted
    .map((each) => ({ day, ...each }))
    // A fixed order, because two instances writing in opposite orders would deadlock.
    .toSorted((a, b) => (`${a.route} ${a.isKept}` < `${b.route} ${b.isKept}` ? -1 : 1));
  await db
    .insert(routeDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [routeDays.day, routeDays.route, routeDays.isKept],
      set: {
        answers: sql`(select array_agg(known + more order by step)
          from unnest(${routeDays.answers}, excluded.answers) with ordinality as both_of (known, more, step))`,
      },
    });
}
