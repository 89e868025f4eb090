import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";

import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import { applyMigrations, isFromBeforeBaseline, type Migration } from "#app/db/migrate.server.ts";
import { abandonUnsentMails } from "#app/core/mail/restored-mails.server.ts";
import { recordChangeBySql } from "#app/core/audit/audit.server.ts";
import { stopRestoredIssues } from "#app/desk/newsletter/sending/stop-restored-issues.server.ts";
import { unmarkIncompletePhotos } from "#app/guide/photos/place/upload/restored-photos.server.ts";
import { toByteStream } from "#app/lib/byte-stream.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import { endAllSessions } from "#app/people/accounts/sessions/sessions.server.ts";
import { readTar, TarError } from "#app/lib/tar.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isStorageKey } from "#app/platform/storage.server.ts";

import {
  BACKUP_FILE_BYTES_MAX,
  BACKUP_VERSION,
  BackupEnd,
  BackupHeader,
  END_FILE,
  HEADER_FILE,
  TABLE_FILE_PATTERN,
  UPLOADS_FOLDER,
} from "./backup-format.ts";
import { quoteIdentifier } from "./make-backup.server.ts";
import { RESTORE_ACTION, StagedFiles } from "./restored-files.server.ts";

/** A problem that an operator can fix: an incomplete or foreign file, or a database in use. */
export class RestoreError extends Error {}

export type RestoreResult = {
  madeAt: string;
  rows: number;
  files: number;
  newer: string[];
  /** Issues that were being sent, or are due by now. */
  stoppedIssues: number;
  /** Error code when the tables are restored but the files aren't. The next start of the site continues with them. */
  unplaced: string | null;
};

type RestoreInput = {
  path: string;
  env: Pick<Env, "dataDir" | "storage">;
  migrations: Migration[];
  replaces: boolean;
  goesOn?: boolean;
};

/**
 * Restores a backup into a database, all or nothing: creates the tables as they were, fills them, and applies newer
 * migrations. Files are moved into place after the tables.
 *
 * @param given.replaces Deletes the current data. Without it, a database that is not empty is refused.
 * @param given.goesOn The same site continues with another database: sessions and queued mails stay.
 * @throws RestoreError
 */
export async function restoreBackup(opened: OpenedDatabase, given: RestoreInput): Promise<RestoreResult> {
  const files = filesIn(given.path);
  const staged = new StagedFiles(given.env);
  let isWritten = false;
  try {
    const head = await readHead(files);
    const backupMigrations = findMigrations(head, given.migrations);
    let tables = { rows: 0, newer: [] as string[], stoppedIssues: 0 };
    await opened.runLocked(async (run) => {
      await refuseInUse(run);
      tables = await restoreTables(run, { ...given, files, staged, head, backupMigrations });
      isWritten = true;
    });
    return { madeAt: head.madeAt, ...tables, ...(await placeFiles(staged)) };
  } catch (error) {
    // If the answer to the commit is lost, the next start finds out whether it succeeded.
    if (!isWritten) await staged.drop();
    if (error instanceof TarError) throw new RestoreError(error.message, { cause: error });
    throw error;
  } finally {
    await files.return(undefined);
  }
}

type TableRestoreInput = RestoreInput & {
  files: Files;
  staged: StagedFiles;
  head: BackupHeader;
  backupMigrations: Migration[];
};

async function restoreTables(
  run: RunSql,
  { path, env, migrations, replaces, goesOn = false, files, staged, head, backupMigrations }: TableRestoreInput,
): Promise<Pick<RestoreResult, "rows" | "newer" | "stoppedIssues">> {
  await emptyDatabase(run, replaces);
  await applyMigrations(run, backupMigrations);
  const foreignKeys = await dropForeignKeys(run);
  const found = await readFiles(run, { files, head, env, staged });
  await restoreForeignKeys(run, foreignKeys);
  await restoreSequences(run, head);
  const newer = await applyMigrations(run, migrations);
  // Without files in the backup, they are in a bucket or stay in their place.
  if (found.files > 0) await unmarkIncompletePhotos(run, (key) => staged.has(key));
  const now = new Date();
  const { madeAt } = head;
  const stoppedIssues = goesOn ? 0 : await stopRestoredIssues(run, { madeAt: new Date(madeAt), by: COMMAND, now });
  if (!goesOn) await endSessionsAndMails(run);
  const rows = Object.values(found.rows).reduce((sum, count) => sum + count, 0);
  await recordChangeBySql(run, {
    actor: { kind: "command", id: COMMAND },
    action: RESTORE_ACTION,
    subject: { kind: "backup", id: basename(path).slice(0, NAME_CHARACTERS_MAX) },
    before: null,
    after: { madeAt, rows, files: found.files, filesIn: staged.name },
    now,
  });
  return { rows, newer, stoppedIssues };
}

/** The actor in the audit log. */
const COMMAND = "backup";

/** Limit of the file name in the audit log. A backup may have been renamed. */
const NAME_CHARACTERS_MAX = 200;

/** The tables are restored by now, so a failure with the files is reported and not thrown. */
async function placeFiles(staged: StagedFiles): Promise<Pick<RestoreResult, "files" | "unplaced">> {
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
    yield* readTar(toByteStream(unpacked), BACKUP_FILE_BYTES_MAX);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") throw new RestoreError(`File not found: ${path}`, { cause: error });
    if (code === "Z_BUF_ERROR") throw new RestoreError("The backup is incomplete: it was cut short", { cause: error });
    if (code.startsWith("Z_")) throw new RestoreError("This is no backup, or it is damaged", { cause: error });
    throw error;
  } finally {
    packed.destroy();
  }
}

async function readHead(files: Files): Promise<BackupHeader> {
  const { value, done } = await files.next();
  const text = done !== true && value.name === HEADER_FILE ? value.bytes.toString("utf8") : "";
  const read = BackupHeader.safeParse(parseJson(text));
  if (!read.success) throw new RestoreError("This is no backup of Rowhouse");
  if (read.data.version > BACKUP_VERSION)
    throw new RestoreError("The backup was made by a newer Rowhouse. Restore it with that version");
  return read.data;
}

/** The migrations that the backup's database had applied, in order. */
function findMigrations(head: BackupHeader, migrations: Migration[]): Migration[] {
  if (isFromBeforeBaseline(head.migrations.map(({ name }) => name))) throw new RestoreError(FROM_BEFORE_BASELINE);
  const byName = new Map(migrations.map((each) => [each.name, each]));
  return head.migrations.map(({ name, sha256 }) => {
    const found = byName.get(name);
    if (found === undefined)
      throw new RestoreError(`The backup was made by a newer Rowhouse that has ${name}. Restore it with that version`);
    if (found.sha256 !== sha256)
      throw new RestoreError(`The backup was made by a different Rowhouse: its ${name} differs`);
    return found;
  });
}

const FROM_BEFORE_BASELINE =
  "This backup was made before the baseline migrations. Restore it with the version that made it.";

/** A running site would write what it has in memory into the restored tables. */
async function refuseInUse(run: RunSql): Promise<void> {
  const [others] = Count.parse(
    await run(
      `select count(*) as count from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and application_name <> current_setting('application_name')`,
      [],
    ),
  );
  if (others?.count === 0) return;
  throw new RestoreError(
    "Other programs are connected to this database. Stop every site that uses it, then restore again",
  );
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
      "The database already holds a site. Make a backup of it, then add --replace to overwrite it",
    );
  await run("drop schema if exists jobs cascade; drop schema public cascade; create schema public;");
}

const ForeignKeys = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }));
type ForeignKeys = z.infer<typeof ForeignKeys>;

/**
 * Drops foreign keys and disables triggers, so that tables can be filled in any order. Foreign keys are created again
 * in their first order, which deletions follow.
 */
async function dropForeignKeys(run: RunSql): Promise<ForeignKeys> {
  const foreignKeys = ForeignKeys.parse(
    await run(
      `select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by c.oid`,
      [],
    ),
  );
  for (const { table, name } of foreignKeys)
    await run(`alter table ${table} drop constraint ${quoteIdentifier(name)}`, []);
  for (const table of await tableNames(run)) {
    await run(`alter table ${quoteIdentifier(table)} disable trigger user`, []);
    if (table !== "schema_migrations") await run(`truncate ${quoteIdentifier(table)}`, []);
  }
  return foreignKeys;
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

/** Adds the foreign keys again, which checks them, enables triggers, and sets identity columns to continue after the highest id. */
async function restoreForeignKeys(run: RunSql, foreignKeys: ForeignKeys): Promise<void> {
  for (const { table, name, definition } of foreignKeys) {
    await run(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`, []);
  }
  for (const table of await tableNames(run)) await run(`alter table ${quoteIdentifier(table)} enable trigger user`, []);
  const identities = Identities.parse(
    await run(
      `select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`,
      [],
    ),
  );
  for (const { table, column } of identities) {
    const highest = `(select max(${quoteIdentifier(column)}) from ${quoteIdentifier(table)})`;
    await run(
      `select setval(pg_get_serial_sequence('${quoteIdentifier(table)}', '${column}'), coalesce(${highest}, 1), ${highest} is not null)`,
      [],
    );
  }
}

/** Restores sequences that belong to no column. Without them, new membership states would seem older than stored ones. */
async function restoreSequences(run: RunSql, { sequences }: BackupHeader): Promise<void> {
  for (const { name, last } of sequences) {
    await run(
      "select setval(oid::regclass, $2::bigint) from pg_class where relkind = 'S' and relname = $1 and relnamespace = 'public'::regnamespace",
      [name, last],
    );
  }
}

/** Mails must not be sent again and ended sessions must not reopen, so pending mails are given up and everyone signs in again. */
async function endSessionsAndMails(run: RunSql): Promise<void> {
  await endAllSessions(run);
  await abandonUnsentMails(run);
}

const HAS_A_BUCKET =
  "The backup has photos, but this site stores photos in a bucket. Restore it without STORAGE_URL, then copy DATA_DIR/uploads to the bucket";

/** Reads every file after the header. The last one holds the expected counts. */
async function readFiles(
  run: RunSql,
  { files, head, env, staged }: Pick<TableRestoreInput, "files" | "head" | "env" | "staged">,
): Promise<BackupEnd> {
  const insertOf = new Map(head.tables.map((table) => [table.name, insertInto(table)]));
  const found: BackupEnd = { rows: Object.fromEntries(head.tables.map(({ name }) => [name, 0])), files: 0 };
  for await (const { name, bytes } of files) {
    const table = TABLE_FILE_PATTERN.exec(name)?.[1];
    const insert = table === undefined ? undefined : insertOf.get(table);
    if (table !== undefined && insert !== undefined) {
      found.rows[table] = (found.rows[table] ?? 0) + (await insertLines(run, insert, bytes.toString("utf8")));
    } else if (name.startsWith(UPLOADS_FOLDER)) {
      if (env.storage !== null) throw new RestoreError(HAS_A_BUCKET);
      const key = name.slice(UPLOADS_FOLDER.length);
      if (!isStorageKey(key))
        throw new RestoreError(`The backup contains ${JSON.stringify(key)}, which is not a Rowhouse file`);
      await staged.add(key, bytes);
      found.files += 1;
    } else if (name === END_FILE) {
      return checkCounts(found, BackupEnd.parse(parseJson(bytes.toString("utf8"))));
    } else throw new RestoreError(`The backup contains an unknown file, ${name}`);
  }
  throw new RestoreError("The backup is incomplete: it was cut short");
}

function checkCounts(found: BackupEnd, expected: BackupEnd): BackupEnd {
  const wrong = Object.entries(expected.rows).find(([table, count]) => found.rows[table] !== count);
  if (wrong !== undefined) throw new RestoreError(`The backup is damaged: rows of ${wrong[0]} are missing`);
  if (found.files !== expected.files) throw new RestoreError("The backup is damaged: photos are missing");
  return found;
}

function insertInto({ name, columns }: BackupHeader["tables"][number]): string {
  const names = columns.map((column) => quoteIdentifier(column.name)).join(", ");
  const values = columns.map(({ type }, at) => `(e ->> ${at})::${type}`).join(", ");
  return `insert into ${quoteIdentifier(name)} (${names}) overriding system value
    select ${values} from json_array_elements($1::text::json) e`;
}

/** Characters of rows inserted by one statement. */
const STATEMENT_CHARACTERS = 1024 * 1024;

async function insertLines(run: RunSql, insert: string, text: string): Promise<number> {
  const lines = text.split("\n").filter((line) => line !== "");
  let [buffered, characters] = [[] as string[], 0];
  for (const line of lines) {
    buffered.push(line);
    characters += line.length;
    if (characters < STATEMENT_CHARACTERS) continue;
    await run(insert, [`[${buffered.join(",")}]`]);
    [buffered, characters] = [[], 0];
  }
  if (buffered.length > 0) await run(insert, [`[${buffered.join(",")}]`]);
  return lines.length;
}
