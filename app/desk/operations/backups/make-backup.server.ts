import { createWriteStream } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import { TarWriter } from "#app/lib/tar.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isFileMissing, listFolder } from "#app/platform/list-folder.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

import {
  BACKUP_VERSION,
  type BackupEnd,
  type BackupHeader,
  END_FILE,
  HEADER_FILE,
  tablePartFile,
  UPLOADS_FOLDER,
} from "./backup-format.ts";
import { backupFileName, BACKUPS_MAX, isBackupFileName } from "./backups.ts";
import type { ReportProgress } from "../run-progress.ts";

/** Rows read at once. A member's picture has up to half a megabyte. */
const ROWS_PER_FETCH = 250;

/** Characters of a table held in memory before they are written to the archive. */
const PART_CHARACTERS = 4 * 1024 * 1024;

/** Excluded, because the restored database writes it itself. The job queue is in another schema. */
const EXCLUDED_TABLES = ["schema_migrations"];

export function backupFolder({ dataDir }: Pick<Env, "dataDir">): string {
  return join(dataDir, "backups");
}

export type BackupFile = { name: string; bytes: number; madeAt: Date };

/** The backups in this instance's folder, newest first. */
export async function listBackups(env: Pick<Env, "dataDir">): Promise<BackupFile[]> {
  const folder = backupFolder(env);
  const names = await listFolder(folder);
  const files = names.filter(isBackupFileName).toSorted().toReversed();
  return Promise.all(
    files.map(async (name) => {
      const { size, mtime } = await stat(join(folder, name));
      return { name, bytes: size, madeAt: mtime };
    }),
  );
}

export type BackupResult = { name: string; bytes: number; rows: number; files: number };

/**
 * Writes a snapshot of all tables and the uploaded files while the site runs. The backup gets its final name once it is
 * complete. Then the oldest backups beyond `BACKUPS_MAX` are deleted.
 *
 * @param given.withFiles False when uploads stay in place, as when the same site moves to another database.
 */
export async function makeBackup(
  opened: OpenedDatabase,
  given: { env: Pick<Env, "dataDir" | "storage">; now: Date; report: ReportProgress; withFiles?: boolean },
): Promise<BackupResult> {
  const { env, now, report, withFiles = env.storage === null } = given;
  const folder = backupFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = await reserveName(folder, now);
  const part = join(folder, `${name}${PART}`);
  const archive = new Archive(part, now);
  try {
    const rows = await opened.snapshot((run) => writeTables(run, { archive, env, now, report }));
    const files = withFiles ? await writeUploads(env, archive, report) : 0;
    const end: BackupEnd = { rows, files };
    await archive.add(END_FILE, JSON.stringify(end));
    await archive.finish();
    await rename(part, join(folder, name));
    const { size: bytes, mtimeMs } = await stat(join(folder, name));
    await deleteOldBackups(folder, mtimeMs);
    return { name, bytes, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files };
  } catch (error) {
    await archive.drop();
    throw error;
  }
}

/** The suffix of an incomplete backup. */
const PART = ".part";

/** How many backups started in the same second can get a name. */
const NAME_ATTEMPTS_MAX = 60;

/** The name of this second or of the next free one. Two backups must not write to the same file. */
async function reserveName(folder: string, now: Date): Promise<string> {
  for (let seconds = 0; seconds < NAME_ATTEMPTS_MAX; seconds += 1) {
    const name = backupFileName(new Date(now.getTime() + seconds * 1000));
    const part = join(folder, `${name}${PART}`);
    if (!(await createExclusively(part))) continue;
    // Another backup with this name may have been completed meanwhile.
    if (!(await fileExists(join(folder, name)))) return name;
    await rm(part, { force: true });
  }
  throw new Error(`${NAME_ATTEMPTS_MAX} backups begin in one second`);
}

/** Creates the file; false if it exists already. */
async function createExclusively(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function fileExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isFileMissing(error)) return false;
    throw error;
  }
}

/** No backup takes this long, so a part file that has not been written to for this long was interrupted. */
const INTERRUPTED_MS = 60 * 60_000;

/**
 * Deletes the oldest backups and the part files of interrupted ones. The command line may be making another backup now.
 *
 * @param nowMs By the clock of the file system, which may be another machine's.
 */
async function deleteOldBackups(folder: string, nowMs: number): Promise<void> {
  const names = (await listFolder(folder)).toSorted().toReversed();
  const old = names.filter(isBackupFileName).slice(BACKUPS_MAX);
  const parts = names.filter((name) => name.endsWith(PART) && isBackupFileName(name.slice(0, -PART.length)));
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of parts) {
    const modifiedAt = await modifiedAtOrNull(join(folder, name));
    if (modifiedAt !== null && nowMs - modifiedAt > INTERRUPTED_MS) await rm(join(folder, name), { force: true });
  }
}

/** Null: the backup was completed meanwhile and has its final name. */
async function modifiedAtOrNull(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isFileMissing(error)) return null;
    throw error;
  }
}

type TableBackupInput = {
  archive: Archive;
  env: Pick<Env, "storage">;
  now: Date;
  report: ReportProgress;
};

async function writeTables(
  run: RunSql,
  { archive, env, now, report }: TableBackupInput,
): Promise<Record<string, number>> {
  // With these settings, timestamps and bytes are read back the same everywhere.
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", "extra_float_digits = 1"])
    await run(`set local ${setting}`, []);
  const migrations = z
    .array(z.object({ name: z.string(), sha256: z.string() }))
    .parse(await run("select name, sha256 from schema_migrations order by name", []));
  const tables = await readTables(run);
  const head: BackupHeader = {
    format: "rowhouse-backup",
    version: BACKUP_VERSION,
    madeAt: now.toISOString(),
    migrations,
    tables,
    sequences: Sequences.parse(await run(SEQUENCE_VALUES_SQL, [])),
    without: [
      "Queued jobs: they run on schedule again.",
      ...(env.storage === null ? [] : ["Uploaded photos and pictures: they are in the bucket of STORAGE_URL."]),
    ],
  };
  await archive.add(HEADER_FILE, JSON.stringify(head, null, 2));
  const counts: Record<string, number> = {};
  for (const [at, table] of tables.entries()) {
    report({ step: `Table ${table.name}`, done: at, total: tables.length });
    counts[table.name] = await writeTable(run, { archive, table });
  }
  return counts;
}

const Sequences = z.array(z.object({ name: z.string(), last: z.string() }));
/** Sequences are not part of the snapshot. Their values are never lower than those in the tables, which were read first. */
const SEQUENCE_VALUES_SQL = `select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`;

const Columns = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));

/** Every table with its writable columns, without generated ones. */
async function readTables(run: RunSql): Promise<BackupHeader["tables"]> {
  const rows = Columns.parse(
    await run(
      `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = ''
       order by c.relname, a.attnum`,
      [],
    ),
  );
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable]
    .filter(([name]) => !EXCLUDED_TABLES.includes(name))
    .map(([name, columns]) => ({ name, columns: columns.map(({ name: column, type }) => ({ name: column, type })) }));
}

const Rows = z.array(z.object({ row: z.string() }));

async function writeTable(
  run: RunSql,
  { archive, table: { name, columns } }: { archive: Archive; table: BackupHeader["tables"][number] },
): Promise<number> {
  const textColumns = columns.map((column) => `${quoteIdentifier(column.name)}::text`).join(", ");
  await run(
    `declare rows_of cursor for select json_build_array(${textColumns})::text as row from ${quoteIdentifier(name)}`,
    [],
  );
  let [count, part, buffered, characters] = [0, 0, [] as string[], 0];
  const flush = async () => {
    part += 1;
    await archive.add(tablePartFile(name, part), `${buffered.join("\n")}\n`);
    [buffered, characters] = [[], 0];
  };
  for (;;) {
    const rows = Rows.parse(await run(`fetch ${ROWS_PER_FETCH} from rows_of`, []));
    for (const { row } of rows) {
      buffered.push(row);
      characters += row.length;
      if (characters >= PART_CHARACTERS) await flush();
    }
    count += rows.length;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  if (buffered.length > 0) await flush();
  await run("close rows_of", []);
  return count;
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Adds the uploads folder to the archive. Files may disappear while it is read. */
async function writeUploads(
  { dataDir }: Pick<Env, "dataDir">,
  archive: Archive,
  report: ReportProgress,
): Promise<number> {
  const folder = join(dataDir, "uploads");
  const paths = await listUploads(folder);
  let count = 0;
  for (const [at, path] of paths.entries()) {
    report({ step: "Photos and pictures", done: at, total: paths.length });
    const bytes = await readOrNull(path);
    if (bytes === null) continue;
    await archive.add(UPLOADS_FOLDER + relative(folder, path).replaceAll(sep, "/"), bytes);
    count += 1;
  }
  return count;
}

async function listUploads(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    // Files left by an operator's tools are no uploads, and a restore would refuse them.
    return paths.filter((path) => isStorageKey(relative(folder, path).replaceAll(sep, "/")));
  } catch (error) {
    if (isFileMissing(error)) return [];
    throw error;
  }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isFileMissing(error)) return null;
    throw error;
  }
}

/** A compressed archive on disk, readable by this user only. */
class Archive {
  readonly #path: string;
  readonly #tar: TarWriter;
  readonly #written: Promise<void>;

  constructor(path: string, at: Date) {
    this.#path = path;
    this.#tar = new TarWriter(at);
    this.#written = pipeline(this.#tar.bytes, createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }));
    // The disk may be full while no call is waiting. The next call reports it.
    this.#written.catch(() => {});
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    try {
      await this.#tar.add(name, typeof content === "string" ? Buffer.from(content) : content);
    } catch (error) {
      await this.#written;
      throw error;
    }
  }

  async finish(): Promise<void> {
    this.#tar.end();
    await this.#written;
    const file = await open(this.#path, "r");
    await file.sync();
    await file.close();
  }

  async drop(): Promise<void> {
    this.#tar.fail(new Error("The backup was not finished"));
    await this.#written.catch(() => {});
    await rm(this.#path, { force: true });
  }
}
