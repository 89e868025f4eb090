import { sql } from "drizzle-orm";

import type { DatabaseProcess } from "#app/db/database.server.ts";
import { openLocalDatabase } from "#app/db/local-database.server.ts";

import { silentLog } from "./silent-log.ts";

/** A separate process that opens a data folder's database, writes a word if given, and stays until its input ends. */
const [dataDir = "", as = "command", word] = process.argv.slice(2);
const users: DatabaseProcess[] = ["trial site", "production site", "command"];
const opened = await openLocalDatabase(dataDir, silentLog(), users.find((each) => each === as) ?? "command");
if (word !== undefined) {
  await opened.db.execute(sql`create table if not exists words (word text)`);
  await opened.db.execute(sql`insert into words values (${word})`);
}
console.log("open");
process.stdin.resume();
process.stdin.on("end", () => void opened.close());
