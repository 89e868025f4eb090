import { rmSync } from "node:fs";
import { join } from "node:path";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { findClustersToUpgrade, finishUpgrade } from "#app/db/local-cluster.server.ts";
import { openCluster } from "#app/db/local-database.server.ts";
import type { Migration } from "#app/db/migrate.server.ts";
import { backupFolder, makeBackup } from "#app/desk/operations/backups/make-backup.server.ts";
import { restoreBackup } from "#app/desk/operations/backups/restore-backup.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";

/**
 * Upgrades the data of the bundled PostgreSQL to this release's major version: a backup by the old programs, restored by the
 * new ones. The old data stays until the new data is complete.
 */
export async function moveDatabase(
  env: Pick<Env, "databaseUrl" | "dataDir" | "storage">,
  { log, migrations, say }: { log: Logger; migrations: Migration[]; say: (line: string) => void },
): Promise<void> {
  const { databaseUrl, dataDir } = env;
  const clusters = databaseUrl === null ? findClustersToUpgrade(dataDir, say) : null;
  if (clusters === null) return;
  const { from, to } = clusters;
  say(`Moving the database from PostgreSQL ${from.programs.major} to ${to.programs.major} ...`);
  const opening = { dataDir, log, as: "command" } as const;
  const old = await openCluster(from, { ...opening, as: "trial site" });
  const report = ({ step, done, total }: { step: string; done: number; total: number | null }) => {
    if (done % STEPS_PER_LINE === 0) say(`${step} (${done} of ${total ?? "?"})`);
  };
  const made = await withDatabase(old, (opened) =>
    makeBackup(opened, { env, now: new Date(), report, withFiles: false }),
  );
  const path = join(backupFolder(env), made.name);
  const { rows } = await withDatabase(await openCluster(to, opening), (opened) =>
    restoreBackup(opened, { path, env, migrations, replaces: false, goesOn: true }),
  );
  finishUpgrade(clusters);
  rmSync(path);
  say(`Moved: ${rows} rows.`);
}

async function withDatabase<Result>(
  opened: OpenedDatabase,
  work: (opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Progress is printed for every 20th table. */
const STEPS_PER_LINE = 20;
