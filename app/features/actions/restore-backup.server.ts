import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import { applyMigrations, isFromBeforeBaseline, type Migration } from "#app/db/migrate.server.ts";
import { recordByStatement } from "#app/features/audit/audit.server.ts";
import { holdRestoredIssues } from "#app/features/newsletter/hold-restored.server.ts";
import { readTar, TarError } from "#app/lib/tar.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

import {
  BACKUP_FILE_BYTES_MAX,
  BACKUP_VERSION,
  BackupEnd,
  BackupHead,
  END_FILE,
  HEAD_FILE,
  TABLE_FILE,
  UPLOADS_FOLDER,
} from "./backup-format.ts";
import { quoted } from "./make-backup.server.ts";
import { RESTORE_ACTION, StagedFiles } from "./restored-files.server.ts";

/** Thrown for what an operator can mend: a file that is no whole backup of ours, a database that is in use. */
export class RestoreError extends Error {}

export type Restored = {
  madeAt: string;
  rows: number;
  files: number;
  newer: string[];
  /** Newsletters that were being sent, or would be due now. */
  heldIssues: number;
  /** Why files aren't in their place though all tables are back; the next start of the site goes on with them. */
  unplaced: string | null;
};

type Given = {
  path: string;
  env: Pick<Env, "dataDir" | "storage">;
  migrations: Migration[];
  replaces: boolean;
  goesOn?: boolean;
};

/**
 * Puts a backup into a database: all or nothing. The tables are made as they were when the
 * backup was; what came to them since is applied after it. Files come into place when the tables stand.
 *
 * @param given.replaces What is there goes; without it a database that holds anything is refused.
 * @param given.goesOn The same site goes on where it just stopped, with another database: sessions and waiting mails stay.
 * @throws RestoreError
 */
export async function restoreBackup(opened: OpenedDatabase, given: Given): Promise<Restored> {
  const files = filesIn(given.path);
  const staged = new StagedFiles(given.env);
  let isWritten = false;
  try {
    const head = await readHead(files);
    const known = migrationsOf(head, given.migrations);
    let tables = { rows: 0, newer: [] as string[], heldIssues: 0 };
    await opened.runLocked(async (run) => {
      await refuseInUse(run);
      tables = await restoreTables(run, { ...given, files, staged, head, known });
      isWritten = true;
    });
    return { madeAt: head.madeAt, ...tables, ...(await placed(staged)) };
  } catch (error) {
    // If the commit's answer is lost, the next start finds out whether it was one.
    if (!isWritten) await staged.drop();
    if (error instanceof TarError) throw new RestoreError(error.message, { cause: error });
    throw error;
  } finally {
    await files.return(undefined);
  }
}

type Restoring = Given & { files: Files; staged: StagedFiles; head: BackupHead; known: Migration[] };

async function restoreTables(
  run: RunSql,
  { path, env, migrations, replaces, goesOn = false, files, staged, head, known }: Restoring,
): Promise<Pick<Restored, "rows" | "newer" | "heldIssues">> {
  await emptyDatabase(run, replaces);
  await applyMigrations(run, known);
  const ties = await untie(run);
  const found = await readFiles(run, { files, head, env, staged });
  await tie(run, ties);
  await goOnCounting(run, head);
  const newer = await applyMigrations(run, migrations);
  const now = new Date();
  const { madeAt } = head;
  const heldIssues = goesOn ? 0 : await holdRestoredIssues(run, { madeAt: new Date(madeAt), by: COMMAND, now });
  if (!goesOn) await letRest(run);
  const rows = Object.values(found.rows).reduce((sum, count) => sum + count, 0);
  await recordByStatement(run, {
    actor: { kind: "command", id: COMMAND },
    action: RESTORE_ACTION,
    subject: { kind: "backup", id: basename(path).slice(0, NAME_CHARACTERS_MAX) },
    before: null,
    after: { madeAt, rows, files: found.files, filesIn: staged.name },
    now,
  });
  return { rows, newer, heldIssues };
}

/** As the log names who did it. */
const COMMAND = "backup";

/** Of a file's name in the log; a backup may be called anything by now. */
const NAME_CHARACTERS_MAX = 200;

/** The tables are back whatever becomes of the files, so it is no refusal any more. */
async function placed(staged: StagedFiles): Promise<Pick<Restored, "files" | "unplaced">> {
  try {
    return { files: await staged.place(), unplaced: null };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { files: 0, unplaced: code };
  }
}

type Files = AsyncGenerator<{ name: string; bytes: Buffer }>;

async function* filesIn(path: string): Files {
  const packed = createReadStream(path);
  const unpacked = packed.pipe(createGunzip());
  packed.on("error", (error) => unpacked.destroy(error));
  try {
    yield* readTar(unpacked, BACKUP_FILE_BYTES_MAX);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") throw new RestoreError(`There is no file ${path}`, { cause: error });
    if (code === "Z_BUF_ERROR") throw new RestoreError("It ends in the middle: it was cut short", { cause: error });
    if (code.startsWith("Z_")) throw new RestoreError("It is no backup, or a damaged one", { cause: error });
    throw error;
  } finally {
    packed.destroy();
  }
}

async function readHead(files: Files): Promise<BackupHead> {
  const { value, done } = await files.next();
  const text = done !== true && value.name === HEAD_FILE ? value.bytes.toString("utf8") : "";
  const read = BackupHead.safeParse(jsonOrNull(text));
  if (!read.success) throw new RestoreError("It is no backup of Rowhouse");
  if (read.data.version > BACKUP_VERSION) throw new RestoreError("It was made by a newer Rowhouse: use that one");
  return read.data;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Those that the backup's tables had had, in their order. */
function migrationsOf(head: BackupHead, migrations: Migration[]): Migration[] {
  if (isFromBeforeBaseline(head.migrations.map(({ name }) => name))) throw new RestoreError(FROM_BEFORE_BASELINE);
  const byName = new Map(migrations.map((each) => [each.name, each]));
  return head.migrations.map(({ name, sha256 }) => {
    const found = byName.get(name);
    if (found === undefined) throw new RestoreError(`It was made by a newer Rowhouse, which has ${name}: use that one`);
    if (found.sha256 !== sha256) throw new RestoreError(`It was made by another Rowhouse, whose ${name} is different`);
    return found;
  });
}

const FROM_BEFORE_BASELINE =
  "It is from before the baseline of the migrations: only the version that made it can restore it";

/** A site that went on beside it would write what it has in memory into the tables that came back. */
async function refuseInUse(run: RunSql): Promise<void> {
  const [others] = Count.parse(
    await run(
      `select count(*) as count from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and application_name <> current_setting('application_name')`,
      [],
    ),
  );
  if (others?.count === 0) return;
  throw new RestoreError("Others are connected to this database. Stop every site that runs on it, then restore");
}

const Count = z.array(z.object({ count: z.coerce.number() }));

async function emptyDatabase(run: RunSql, replaces: boolean): Promise<void> {
  const [tables] = Count.parse(
    await run(
      "select count(*) as count from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      [],
    ),
  );
  if (tables?.count === 0) return;
  if (!replaces)
    throw new RestoreError(
      "The database holds a site already. Make a backup of it, then add --replace to put this in its place",
    );
  await run("drop schema if exists jobs cascade; drop schema public cascade; create schema public;");
}

const Ties = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }));
type Ties = z.infer<typeof Ties>;

/**
 * Takes the references off and lets triggers sleep, so that tables can be filled in any order, with what stood in them.
 * References come back in the order in which they were made, because deletions follow them in that order.
 */
async function untie(run: RunSql): Promise<Ties> {
  const ties = Ties.parse(
    await run(
      `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by c.oid`,
      [],
    ),
  );
  for (const { table, name } of ties) await run(`alter table ${table} drop constraint ${quoted(name)}`, []);
  for (const table of await tableNames(run)) {
    await run(`alter table ${quoted(table)} disable trigger user`, []);
    if (table !== "schema_migrations") await run(`truncate ${quoted(table)}`, []);
  }
  return ties;
}

async function tableNames(run: RunSql): Promise<string[]> {
  const rows = await run(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    [],
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

const Identities = z.array(z.object({ table: z.string(), column: z.string() }));

/** References are checked as they come back, and numbers go on where they were. */
async function tie(run: RunSql, ties: Ties): Promise<void> {
  for (const { table, name, definition } of ties) {
    await run(`alter table ${table} add constraint ${quoted(name)} ${definition}`, []);
  }
  for (const table of await tableNames(run)) await run(`alter table ${quoted(table)} enable trigger user`, []);
  const identities = Identities.parse(
    await run(
      `select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
      [],
    ),
  );
  for (const { table, column } of identities) {
    const highest = `(select max(${quoted(column)}) from ${quoted(table)})`;
    await run(
      `select setval(pg_get_serial_sequence('${quoted(table)}', '${column}'), coalesce(${highest}, 1), ${highest} is not null)`,
      [],
    );
  }
}

/** Numbers of no column's own: without them the state of memberships would be taken for older than what is known. */
async function goOnCounting(run: RunSql, { sequences }: BackupHead): Promise<void> {
  for (const { name, last } of sequences) {
    await run(
      "select setval(oid::regclass, $2::bigint) from pg_class where relkind = 'S' and relname = $1 and relnamespace = 'public'::regnamespace",
      [name, last],
    );
  }
}

/** What has gone out or ended since the backup is not to go out or be open again: everybody signs in anew. */
async function letRest(run: RunSql): Promise<void> {
  await run("delete from sessions", []);
  await run("update mails set gave_up_at = now(), try_at = null where sent_at is null and gave_up_at is null", []);
}

const HAS_A_BUCKET =
  "It has photos, and this site keeps them in a bucket: restore it without STORAGE_URL, then copy DATA_DIR/uploads there";

/** Every file after the head; the last one says how much there has to be. */
async function readFiles(
  run: RunSql,
  { files, head, env, staged }: Pick<Restoring, "files" | "head" | "env" | "staged">,
): Promise<BackupEnd> {
  const insertOf = new Map(head.tables.map((table) => [table.name, insertInto(table)]));
  const found: BackupEnd = { rows: Object.fromEntries(head.tables.map(({ name }) => [name, 0])), files: 0 };
  for await (const { name, bytes } of files) {
    const table = TABLE_FILE.exec(name)?.[1];
    const insert = table === undefined ? undefined : insertOf.get(table);
    if (table !== undefined && insert !== undefined) {
      found.rows[table] = (found.rows[table] ?? 0) + (await insertLines(run, insert, bytes.toString("utf8")));
    } else if (name.startsWith(UPLOADS_FOLDER)) {
      if (env.storage !== null) throw new RestoreError(HAS_A_BUCKET);
      const key = name.slice(UPLOADS_FOLDER.length);
      if (!isStorageKey(key)) throw new RestoreError(`${JSON.stringify(key)} in it is no file of ours`);
      await staged.add(key, bytes);
      found.files += 1;
    } else if (name === END_FILE) {
      return checked(found, BackupEnd.parse(jsonOrNull(bytes.toString("utf8"))));
    } else throw new RestoreError(`Nobody knows what ${name} in it is`);
  }
  throw new RestoreError("It ends in the middle: it was cut short");
}

function checked(found: BackupEnd, said: BackupEnd): BackupEnd {
  const wrong = Object.entries(said.rows).find(([table, count]) => found.rows[table] !== count);
  if (wrong !== undefined) throw new RestoreError(`Rows of ${wrong[0]} are missing in it: it is damaged`);
  if (found.files !== said.files) throw new RestoreError("Photos are missing in it: it is damaged");
  return found;
}

function insertInto({ name, columns }: BackupHead["tables"][number]): string {
  const names = columns.map((column) => quoted(column.name)).join(", ");
  const values = columns.map(({ type }, at) => `(e ->> ${at})::${type}`).join(", ");
  return `insert into ${quoted(name)} (${names}) overriding system value
    select ${values} from json_array_elements($1::text::json) e`;
}

/** Characters of rows that go in by one statement. */
const STATEMENT_CHARACTERS = 1024 * 1024;

async function insertLines(run: RunSql, insert: string, text: string): Promise<number> {
  const lines = text.split("\n").filter((line) => line !== "");
  let [waiting, characters] = [[] as string[], 0];
  for (const line of lines) {
    waiting.push(line);
    characters += line.length;
    if (characters < STATEMENT_CHARACTERS) continue;
    await run(insert, [`[${waiting.join(",")}]`]);
    [waiting, characters] = [[], 0];
  }
  if (waiting.length > 0) await run(insert, [`[${waiting.join(",")}]`]);
  return lines.length;
}
