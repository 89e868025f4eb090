import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { SettingError } from "#app/lib/setting-error.ts";

import type { OpenedDatabase, RunSql } from "./database.server.ts";

const AppliedMigration = z.object({ name: z.string(), sha256: z.string() });

/**
 * Applies the SQL files of `folder` that this database hasn't had, in name order, all or none.
 * Two instances that start at once wait for each other.
 *
 * @returns The names applied now.
 * @throws SettingError when the database was made before the baseline.
 * @throws When an applied file was changed or removed since: migrations are append-only.
 */
export async function migrate(opened: OpenedDatabase, folder: string): Promise<string[]> {
  let appliedNow: string[] = [];
  await opened.runLocked(async (run) => {
    appliedNow = await applyMigrations(run, readMigrations(folder));
  });
  return appliedNow;
}

/** Like `migrate`, inside a transaction that the caller has begun. */
export async function applyMigrations(run: RunSql, files: Migration[]): Promise<string[]> {
  const appliedNow: string[] = [];
  await run(
    "create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
  );
  const rows = z.array(AppliedMigration).parse(await run("select name, sha256 from schema_migrations", []));
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  if (isFromBeforeBaseline(applied.keys())) throw new SettingError(FROM_BEFORE_BASELINE);
  refuseChangedHistory(applied, files);
  for (const file of files.filter(({ name }) => !applied.has(name))) {
    await run(file.text);
    await run("insert into schema_migrations (name, sha256) values ($1, $2)", [file.name, file.sha256]);
    appliedNow.push(file.name);
  }
  return appliedNow;
}

export type Migration = { name: string; text: string; sha256: string };

export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    });
}

/**
 * The first of the 59 files that the six files of the baseline replaced. Their names have underscores; the baseline's have
 * hyphens.
 */
const FIRST_BEFORE_BASELINE = "0001_guide.sql";

const FROM_BEFORE_BASELINE =
  "this database is from before the baseline of the migrations, and its tables can't be brought up to date. " +
  "Set DATA_DIR or DATABASE_URL to a new, empty database, or run `npm run cli -- backup restore FILE --replace` " +
  "with a backup that this version made";

/** Whether a database or a backup with these migrations is from before the baseline. */
export function isFromBeforeBaseline(names: Iterable<string>): boolean {
  return [...names].includes(FIRST_BEFORE_BASELINE);
}

function refuseChangedHistory(applied: Map<string, string>, files: Migration[]): void {
  const byName = new Map(files.map((file) => [file.name, file.sha256]));
  for (const [name, sha256] of applied) {
    if (byName.get(name) === sha256) continue;
    const what = byName.has(name) ? "was changed after it was applied" : "is missing, but this database has it";
    throw new Error(`Migration ${name} ${what}. Restore it and write a new one: migrations are append-only`);
  }
}
