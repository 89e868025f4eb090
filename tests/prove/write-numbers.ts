import { setTimeout as after } from "node:timers/promises";

import { sql } from "drizzle-orm";

import type { DatabaseProcess } from "#app/db/database.server.ts";
import { openLocalDatabase } from "#app/db/local-database.server.ts";
import { failureCode } from "#tests/prove/failure-code.ts";
import { silentLog } from "#tests/silent-log.ts";

/**
 * A separate process that inserts numbers until its input ends, and prints each that the database has acknowledged.
 * Arguments: folder, kind of process, first number, a statement to run in between.
 */
const [dataDir = "", as = "command", from = "0", between = ""] = process.argv.slice(2);

/** Concurrent commits are written to disk together, like those of visitors. */
const WRITERS = 4;

/** How many numbers are written between two runs of the given statement. */
const BETWEEN = 40;

/** Pause after a refusal, as no client retries at once. */
const REFUSED_PAUSE_MS = 20;

const users: DatabaseProcess[] = ["trial site", "production site", "command"];
const opened = await openLocalDatabase(dataDir, silentLog(), users.find((each) => each === as) ?? "command");
await opened.db.execute(sql`create table if not exists numbers (n bigint primary key, text text not null)`);
console.log("open");
let next = Number(from);
const over = new AbortController();
process.stdin.on("end", () => over.abort());
process.stdin.resume();
await Promise.all(Array.from({ length: WRITERS }, write));
await opened.close();

async function write(): Promise<void> {
  while (!over.signal.aborted) {
    const n = next;
    next += 1;
    try {
      await opened.db.execute(sql`insert into numbers values (${n}, repeat(md5(${n}::text), 30))`);
      console.log(n);
      if (between !== "" && n % BETWEEN === 0) await doBetween();
    } catch (error) {
      console.log(`refused ${failureCode(error)}`);
      await after(REFUSED_PAUSE_MS);
    }
  }
}

async function doBetween(): Promise<void> {
  console.log("between");
  await opened.db.execute(sql.raw(between));
}
