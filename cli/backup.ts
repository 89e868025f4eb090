import { readMigrations } from "#app/db/migrate.server.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { BACKUPS_MAX, formatBytes } from "#app/desk/operations/backups/backups.ts";
import { backupFolder, listBackups, makeBackup } from "#app/desk/operations/backups/make-backup.server.ts";
import { RestoreError, restoreBackup } from "#app/desk/operations/backups/restore-backup.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { pluralize } from "#app/ui/format-count.ts";

import { MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

const USAGE = "Usage: npm run cli -- backup | backup list | backup restore FILE [--replace]";

/** `backup` makes one, also while the site runs; `backup list`; `backup restore FILE` needs the site stopped. */
export async function backupCommand(input: CommandInput): Promise<number> {
  const [verb, ...more] = input.args;
  if (verb === undefined) return make(input);
  if (verb === "list" && more.length === 0) return list(input);
  if (verb === "restore" && more.length > 0) return restore(input, more);
  input.print(USAGE);
  return 2;
}

async function make({ opened, print }: CommandInput): Promise<number> {
  const env = readEnv(process.env);
  const now = new Date();
  const made = await makeBackup(opened, { env, now, report: () => {} });
  await recordChange(opened.db, {
    actor: { kind: "command", id: "backup" },
    action: "backup.create",
    subject: { kind: "backup", id: made.name },
    before: null,
    after: { bytes: made.bytes, rows: made.rows, files: made.files },
    now,
  });
  print(
    `${made.name}: ${made.rows} rows and ${made.files} files, ${formatBytes(made.bytes)}, in ${backupFolder(env)}.`,
  );
  if (env.storage !== null) print("Uploaded files are in the bucket of STORAGE_URL, not in the backup.");
  print(`The newest ${BACKUPS_MAX} backups are kept.`);
  return 0;
}

async function list({ print }: CommandInput): Promise<number> {
  const backups = await listBackups(readEnv(process.env));
  if (backups.length === 0) print("No backups yet.");
  for (const { name, bytes } of backups) print(`${name}  ${formatBytes(bytes)}`);
  return 0;
}

async function restore({ opened, print }: CommandInput, words: string[]): Promise<number> {
  const replaces = words.includes("--replace");
  const [path, ...more] = words.filter((word) => word !== "--replace");
  if (path === undefined || more.length > 0) {
    print(USAGE);
    return 2;
  }
  try {
    const env = readEnv(process.env);
    const migrations = readMigrations(MIGRATIONS_FOLDER);
    const restored = await restoreBackup(opened, { path, env, migrations, replaces });
    const { madeAt, rows, files, newer, stoppedIssues, unplaced } = restored;
    print(`Restored the backup of ${madeAt}: ${rows} rows and ${files} files.`);
    if (newer.length > 0) print(`Applied newer migrations: ${newer.join(", ")}.`);
    if (stoppedIssues > 0)
      print(
        `On hold: ${pluralize(stoppedIssues, "newsletter")}. Decide at /admin/newsletter whether to continue each one.`,
      );
    if (unplaced === null) return 0;
    print(`The photos could not be moved into place (${unplaced}). Fix this, then start the site to finish.`);
    return 1;
  } catch (error) {
    if (!(error instanceof RestoreError)) throw error;
    print(`Nothing was restored. ${error.message}.`);
    return 1;
  }
}
