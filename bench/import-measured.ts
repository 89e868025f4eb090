import { statSync } from "node:fs";
import { dirname } from "node:path";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { places } from "#app/db/schema/places.ts";
import { openLocalFile } from "#app/desk/imports/readers/import-file.server.ts";
import { findImport } from "#app/desk/imports/run/import-queries.server.ts";
import { OVERTURE } from "#app/desk/imports/mapping/import-source.ts";
import { addImport, startRun, processImport } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { inspectFile } from "#app/desk/imports/readers/read-file.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { silentLog } from "../tests/silent-log.ts";
import { memoryNow, formatThroughput, watchMemory } from "./import-figures.ts";

const ACTOR = { kind: "command" as const, id: "bench" };

/** Checks and imports one file into a prepared database. Arguments: the database's URL and the file. */
const [databaseUrl = "", path = ""] = process.argv.slice(2);
const program = memoryNow();
const opened = openPostgres(databaseUrl, silentLog());
console.log(`${program} before opening the database, ${memoryNow()} after`);
await measure(opened);
await opened.close();

async function measure({ db }: OpenedDatabase): Promise<void> {
  const now = () => new Date();
  const file = await inspectFile(openLocalFile(path), null);
  if ("problem" in file) throw new Error(file.problem);
  const about = { place: path, found: file, fileName: "places.geojson", byteCount: statSync(path).size };
  const added = await addImport(db, { ...about, source: OVERTURE, publishes: true, actor: ACTOR, now: now() });
  if ("problem" in added) throw new Error(added.problem);
  const storage = openStorage(readEnv({ DATA_DIR: dirname(path) }));
  const work = { db, storage, importId: added.id, now, actor: ACTOR, log: silentLog() };
  for (const phase of ["checked", "imported"]) {
    const memory = watchMemory();
    const startedAt = performance.now();
    if (phase === "imported") await startRun(db, { importId: added.id, publishes: true, actor: ACTOR, now: now() });
    await processImport(work);
    const found = await findImport(db, added.id);
    console.log(
      `${phase}: ${formatThroughput(path, found?.recordsRead ?? 0, performance.now() - startedAt)}, ${memory.end()}`,
    );
    console.log(`  ${JSON.stringify(found?.report)}`);
  }
  console.log(`  ${await db.$count(places)} places in total`);
}
