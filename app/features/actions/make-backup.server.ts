import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { createGzip, type Gzip } from "node:zlib";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import { tarEnd, tarEntry } from "#app/lib/tar.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isMissing, namesIn } from "#app/platform/folder-names.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

import {
  BACKUP_VERSION,
  type BackupEnd,
  type BackupHead,
  END_FILE,
  HEAD_FILE,
  tableFile,
  UPLOADS_FOLDER,
} from "./backup-format.ts";
import { backupName, BACKUPS_KEPT, isBackupName } from "./backups.ts";
import type { Report } from "./run-report.ts";

/** Rows that are read at once; a picture of a member has up to half a megabyte. */
const ROWS_PER_FETCH = 250;

/** So much of a table is in memory before it goes into the archive. */
const PART_CHARACTERS = 4 * 1024 * 1024;

/** Left out: the queue is filled anew at every start, and this one the restored database writes itself. */
const TABLES_LEFT_OUT = ["schema_migrations"];

export function backupFolder({ dataDir }: Pick<Env, "dataDir">): string {
  return join(dataDir, "backups");
}

export type BackupFile = { name: string; bytes: number; madeAt: Date };

/** What lies in this instance's folder, the newest first. */
export async function listBackups(env: Pick<Env, "dataDir">): Promise<BackupFile[]> {
  const folder = backupFolder(env);
  const names = await namesIn(folder);
  const files = names.filter(isBackupName).toSorted().toReversed();
  return Promise.all(
    files.map(async (name) => {
      const { size, mtime } = await stat(join(folder, name));
      return { name, bytes: size, madeAt: mtime };
    }),
  );
}

export type MadeBackup = { name: string; bytes: number; rows: number; files: number };

/**
 * Writes a backup of all tables as they are at one instant, and of the files that people have sent, while the site runs. It
 * is there under its name only once it is whole; the oldest beyond `BACKUPS_KEPT` then go.
 *
 * @param given.withFiles False where they stay in their place, as when the same site goes on with another database.
 */
export async function makeBackup(
  opened: OpenedDatabase,
  given: { env: Pick<Env, "dataDir" | "storage">; now: Date; report: Report; withFiles?: boolean },
): Promise<MadeBackup> {
  const { env, now, report, withFiles = env.storage === null } = given;
  const folder = backupFolder(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = await takeName(folder, now);
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
    await removeOld(folder, mtimeMs);
    return { name, bytes, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files };
  } catch (error) {
    await archive.drop();
    throw error;
  }
}

/** Of a backup that isn't whole yet. */
const PART = ".part";

/** So many backups that begin in one second get a name each. */
const NAMES_TRIED_MAX = 60;

/** The name of this second, or of the next that nobody has: two that write into one file would break it. */
async function takeName(folder: string, now: Date): Promise<string> {
  for (let seconds = 0; seconds < NAMES_TRIED_MAX; seconds += 1) {
    const name = backupName(new Date(now.getTime() + seconds * 1000));
    const part = join(folder, `${name}${PART}`);
    if (!(await isMine(part))) continue;
    // Whoever had it before has given it its whole name by now.
    if (!(await isThere(join(folder, name)))) return name;
    await rm(part, { force: true });
  }
  throw new Error(`${NAMES_TRIED_MAX} backups begin in one second`);
}

/** Makes the file, which only one can. */
async function isMine(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** No backup of ours takes so long: what a part is that nobody has written to since then was cut off. */
const CUT_OFF_MS = 60 * 60_000;

/**
 * Those beyond the number, and what a backup left that was cut off; another one may be under way, by the command.
 *
 * @param nowMs By the clock that dates the folder's files, which may be another machine's.
 */
async function removeOld(folder: string, nowMs: number): Promise<void> {
  const names = (await namesIn(folder)).toSorted().toReversed();
  const old = names.filter(isBackupName).slice(BACKUPS_KEPT);
  const cut = names.filter((name) => name.endsWith(PART) && isBackupName(name.slice(0, -PART.length)));
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of cut) {
    const touchedAt = await touchedAtOrNull(join(folder, name));
    if (touchedAt !== null && nowMs - touchedAt > CUT_OFF_MS) await rm(join(folder, name), { force: true });
  }
}

/** Null: it has become whole meanwhile, under its own name. */
async function touchedAtOrNull(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

type Writing = {
  archive: Archive;
  env: Pick<Env, "storage">;
  now: Date;
  report: Report;
};

async function writeTables(run: RunSql, { archive, env, now, report }: Writing): Promise<Record<string, number>> {
  // Texts of instants and of bytes read the same wherever they are read again.
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", "extra_float_digits = 1"])
    await run(`set local ${setting}`, []);
  const migrations = z
    .array(z.object({ name: z.string(), sha256: z.string() }))
    .parse(await run("select name, sha256 from schema_migrations order by name", []));
  const tables = await readTables(run);
  const head: BackupHead = {
    format: "rowhouse-backup",
    version: BACKUP_VERSION,
    madeAt: now.toISOString(),
    migrations,
    tables,
    sequences: Sequences.parse(await run(GIVEN_NUMBERS, [])),
    without: [
      "The waiting jobs of the queue: they run at their own times again.",
      ...(env.storage === null
        ? []
        : ["Photos and pictures that people have sent: they lie in the bucket of STORAGE_URL."]),
    ],
  };
  await archive.add(HEAD_FILE, JSON.stringify(head, null, 2));
  const counts: Record<string, number> = {};
  for (const [at, table] of tables.entries()) {
    report({ step: `Table ${table.name}`, done: at, total: tables.length });
    counts[table.name] = await writeTable(run, { archive, table });
  }
  return counts;
}

const Sequences = z.array(z.object({ name: z.string(), last: z.string() }));
/** Sequences know no instant: what they say is never less than what the tables hold, which were opened before. */
const GIVEN_NUMBERS = `select sequencename as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`;

const Columns = z.array(z.object({ table: z.string(), name: z.string(), type: z.string() }));

/** Every table with the columns that can be written; what the database generates itself is left out. */
async function readTables(run: RunSql): Promise<BackupHead["tables"]> {
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
    .filter(([name]) => !TABLES_LEFT_OUT.includes(name))
    .map(([name, columns]) => ({ name, columns: columns.map(({ name: column, type }) => ({ name: column, type })) }));
}

const Rows = z.array(z.object({ row: z.string() }));

async function writeTable(
  run: RunSql,
  { archive, table: { name, columns } }: { archive: Archive; table: BackupHead["tables"][number] },
): Promise<number> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(", ");
  await run(`declare rows_of cursor for select json_build_array(${texts})::text as row from ${quoted(name)}`, []);
  let [count, part, waiting, characters] = [0, 0, [] as string[], 0];
  const flush = async () => {
    part += 1;
    await archive.add(tableFile(name, part), `${waiting.join("\n")}\n`);
    [waiting, characters] = [[], 0];
  };
  for (;;) {
    const rows = Rows.parse(await run(`fetch ${ROWS_PER_FETCH} from rows_of`, []));
    for (const { row } of rows) {
      waiting.push(row);
      characters += row.length;
      if (characters >= PART_CHARACTERS) await flush();
    }
    count += rows.length;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  if (waiting.length > 0) await flush();
  await run("close rows_of", []);
  return count;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The folder of what people have sent; files may go while it is read. */
async function writeUploads({ dataDir }: Pick<Env, "dataDir">, archive: Archive, report: Report): Promise<number> {
  const folder = join(dataDir, "uploads");
  const found = await uploadsIn(folder);
  let count = 0;
  for (const [at, path] of found.entries()) {
    report({ step: "Photos and pictures", done: at, total: found.length });
    const bytes = await readOrNull(path);
    if (bytes === null) continue;
    await archive.add(UPLOADS_FOLDER + relative(folder, path).replaceAll(sep, "/"), bytes);
    count += 1;
  }
  return count;
}

async function uploadsIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    // What an operator's tools leave there is no upload, and no restore would take it.
    return paths.filter((path) => isStorageKey(relative(folder, path).replaceAll(sep, "/")));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readOrNull(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A compressed archive on the disk, which only this user may read. */
class Archive {
  readonly #path: string;
  readonly #at: Date;
  readonly #gzip: Gzip = createGzip({ level: 6 });
  readonly #written: Promise<unknown>;
  #failure: Error | null = null;

  constructor(path: string, at: Date) {
    this.#path = path;
    this.#at = at;
    const file = createWriteStream(path, { mode: 0o600 });
    this.#written = once(this.#gzip.pipe(file), "close");
    // A disk that is full says so here, while nobody waits for it.
    file.on("error", (error) => {
      this.#failure = error;
      this.#gzip.destroy(error);
    });
    this.#gzip.on("error", (error) => {
      this.#failure = error;
    });
    this.#written.catch(() => {});
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (const part of tarEntry(name, bytes, this.#at)) await this.#write(part);
  }

  async finish(): Promise<void> {
    await this.#write(tarEnd());
    this.#gzip.end();
    await this.#written;
    if (this.#failure !== null) throw this.#failure;
    const file = await open(this.#path, "r");
    await file.sync();
    await file.close();
  }

  async drop(): Promise<void> {
    this.#gzip.destroy();
    await rm(this.#path, { force: true });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    if (bytes.length > 0 && !this.#gzip.write(bytes)) await once(this.#gzip, "drain");
  }
}
