import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import type { OpenedDatabase, RunSql } from "#app/db/database.server.ts";
import { readMigrations } from "#app/db/migrate.server.ts";
import { openPostgres } from "#app/db/postgres.server.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { backupFolder, makeBackup, type BackupResult } from "#app/desk/operations/backups/make-backup.server.ts";
import { restoreBackup } from "#app/desk/operations/backups/restore-backup.server.ts";
import { RESTORE_ACTION } from "#app/desk/operations/backups/restored-files.server.ts";
import { addPhoto } from "#app/guide/photos/place/upload/add-photo.server.ts";
import { masterKey, uncroppedKey } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { removePhotos } from "#app/guide/photos/place/owner/remove-photos.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { freshDatabase } from "#tests/fresh-database.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { silentLog } from "#tests/silent-log.ts";
import { workerDatabaseUrl } from "#tests/test-server.ts";

import { MIGRATIONS_FOLDER } from "../../cli/prepare-database.ts";

const BACKUPS = 3;
const WRITES_BEFORE_BACKUP = 12;
const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

test("a backup made during writes is consistent in every row and every file", async () => {
  const source = await seededDatabase();
  const env = envOfNewFolder();
  const writers = new Writers(source, openStorage(env));
  const backups: Observed[] = [];

  for (let round = 0; round < BACKUPS; round += 1) {
    const enough = expect.poll(() => writers.counts.photos, { timeout: 120_000 });
    await Promise.race([enough.toBeGreaterThan(round * WRITES_BEFORE_BACKUP), writers.ended]);
    const before = { ...writers.counts };
    const observed = await observedBackup(source, { env, now: new Date(NOW.getTime() + round * 60_000) });
    backups.push(observed);
    expect(writers.counts.reviews, "writes happened during the backup").toBeGreaterThan(before.reviews);
  }
  await writers.stop();

  for (const { made, tables } of backups) {
    const [target] = await freshDatabase();
    const restored = envOfNewFolder();
    const path = join(backupFolder(env), made.name);
    await restoreBackup(target, { path, env: restored, migrations: MIGRATIONS, replaces: true });
    expect(await target.snapshot(digests)).toEqual(tables);
    const files = filesIn(restored.dataDir);
    expect([...files].filter(([key, digest]) => writers.files.get(key) !== digest)).toEqual([]);
    expect((await requiredFiles(target)).filter((key) => !files.has(key))).toEqual([]);
    expect(files.size).toBe(made.files);
  }
  const { made } = z.object({ made: z.custom<BackupResult>() }).parse(backups.at(-1));
  console.info(
    `figure: backups under writes: ${BACKUPS}, the last of ${made.rows} rows and ${made.files} files, equal by row and byte`,
  );
});

type Observed = { made: BackupResult; tables: Record<string, string> };

/** Reads the tables' digests in the same transaction in which the backup reads the tables. */
async function observedBackup(
  source: OpenedDatabase,
  { env, now }: { env: ReturnType<typeof readEnv>; now: Date },
): Promise<Observed> {
  let tables: Record<string, string> = {};
  const observed: OpenedDatabase = {
    ...source,
    snapshot: (work) =>
      source.snapshot(async (run) => {
        tables = await digests(run);
        return work(run);
      }),
  };
  const made = await makeBackup(observed, { env, now, report: () => {} });
  return { made, tables };
}

const Names = z.array(z.object({ name: z.string() }));
const Digests = z.tuple([z.object({ digest: z.string() })]);

/** A digest of each table's rows in any order, without the audit entry of the restore. Sequences are not compared. */
async function digests(run: RunSql): Promise<Record<string, string>> {
  const tables = Names.parse(
    await run(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname <> 'schema_migrations' order by 1`,
      [],
    ),
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await run(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
       from "${name}" t where not $1 = 'audit_entries' or to_jsonb(t) ->> 'action' <> $2`,
      [name, RESTORE_ACTION],
    );
    found[name] = Digests.parse(rows)[0].digest;
  }
  return found;
}

/** Adds and removes photos, writes reviews and edits places, all concurrently, until stopped. */
class Writers {
  readonly counts = { photos: 0, reviews: 0, edits: 0, removed: 0 };
  /** The digest of every file that was ever written, by its key. */
  readonly files = new Map<string, string>();
  /** Rejects as soon as one of the writers fails. */
  readonly ended: Promise<unknown>;
  #isOver = false;
  readonly #source: OpenedDatabase;
  readonly #storage: Storage;

  constructor(source: OpenedDatabase, storage: Storage) {
    this.#source = source;
    this.#storage = {
      ...storage,
      put: (key, bytes, type) => {
        this.files.set(key, digestOf(bytes));
        return storage.put(key, bytes, type);
      },
    };
    this.ended = Promise.all([this.#photos(), this.#reviews(), this.#edits()]);
    // The caller that awaits `ended` handles the error.
    this.ended.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.ended;
  }

  async #photos(): Promise<void> {
    const { db } = this.#source;
    while (!this.#isOver) {
      const place = await buildPlace(db);
      const { id: uploadedBy } = await buildUser(db);
      const adding = { db, storage: this.#storage, log: silentLog(), now: NOW };
      const added = await addPhoto(adding, { placeId: place.id, uploadedBy, bytes: await buildJpeg() });
      if (typeof added === "string") throw new Error(`The photo is refused: ${added}`);
      this.counts.photos += 1;
      if (this.counts.photos % 3 !== 0) continue;
      await db
        .update(placePhotos)
        .set({ deletedAt: new Date(0) })
        .where(eq(placePhotos.id, added.id));
      await removePhotos(adding, NOW);
      this.counts.removed += 1;
    }
  }

  async #reviews(): Promise<void> {
    const { db } = this.#source;
    while (!this.#isOver) {
      const place = await buildPlace(db);
      await buildReview(db, {
        placeId: place.id,
        author: await buildUser(db),
        stars: 4,
        body: "Bread, {curly} and (round), NULL and \\N.",
      });
      this.counts.reviews += 1;
    }
  }

  async #edits(): Promise<void> {
    const { db } = this.#source;
    while (!this.#isOver) {
      await db
        .update(places)
        .set({ description: `Edited ${this.counts.edits} times` })
        .where(sql`${places.id} % 17 = ${this.counts.edits % 17}`);
      this.counts.edits += 1;
    }
  }
}

/** The files that every photo that isn't removed needs. */
async function requiredFiles({ db }: OpenedDatabase): Promise<string[]> {
  const photos = await db
    .select({ id: placePhotos.id })
    .from(placePhotos)
    .where(and(isNotNull(placePhotos.storedAt), isNull(placePhotos.deletedAt)));
  expect(photos.length).toBeGreaterThan(0);
  return photos.flatMap(({ id }) => [masterKey(id), uncroppedKey(id)]);
}

function filesIn(dataDir: string): Map<string, string> {
  const folder = join(dataDir, "uploads");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), digestOf(readFileSync(path))]),
  );
}

function digestOf(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex");
}

/** A database for this test alone, with all seed data. */
async function seededDatabase(): Promise<OpenedDatabase> {
  const opened = openPostgres(await workerDatabaseUrl("backup", "rowhouse_template"), silentLog());
  onTestFinished(() => opened.close());
  return opened;
}

function envOfNewFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-prove-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return readEnv({ DATA_DIR: dataDir });
}
