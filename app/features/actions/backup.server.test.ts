import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { sql } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { applyMigrations, migrate, readMigrations } from "#app/db/migrate.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { placeFacts, sources } from "#app/db/schema/places.ts";
import { visitorSalts } from "#app/db/schema/analytics.ts";
import { recordChange } from "#app/features/audit/audit.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { freshDatabase } from "#tests/fresh-database.ts";
import { rowsOf } from "#tests/rows-of.ts";
import { workerDatabase } from "#tests/test-database.ts";

import { MIGRATIONS_FOLDER } from "../../../cli/prepare-database.ts";
import { backupName, BACKUPS_KEPT } from "./backups.ts";
import { backupFolder, listBackups, makeBackup } from "./make-backup.server.ts";
import { RestoreError, restoreBackup } from "./restore-backup.server.ts";

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

describe("a backup", { timeout: 120_000 }, () => {
  test("of the whole catalogue, put into an empty database, is the same in every table", async () => {
    const source = await workerDatabase();
    const env = envOf(folder());
    const made = await makeBackup(source, { env, now: NOW, report: () => {} });
    const [target] = await freshDatabase();

    const restored = await restoreBackup(target, {
      path: join(backupFolder(env), made.name),
      env,
      migrations: MIGRATIONS,
      replaces: false,
    });

    expect(restored).toEqual({ madeAt: NOW.toISOString(), rows: made.rows, files: 0, newer: [] });
    expect(made.rows).toBeGreaterThan(5_000);
    expect(await digests(target)).toEqual(await digests(source));
  });

  test("keeps values that are easily lost, numbers that go on, references, triggers and the log", async () => {
    const [opened] = await freshDatabase();
    await fill(opened);
    const before = await digests(opened);
    const env = envOf(folder());
    await opened.db.execute(sql`select setval('billing_sync_tickets', 4711)`);
    const made = await makeBackup(opened, { env, now: NOW, report: () => {} });
    const lost = await buildPlace(opened.db, { name: "Built after the backup" });

    await restoreBackup(opened, { path: pathOf(env, made.name), env, migrations: MIGRATIONS, replaces: true });

    expect(await digests(opened)).toEqual(before);
    const next = await buildPlace(opened.db, { name: "Zwiebel & Söhne" });
    const [ticket] = await rowsOf(opened.db, sql`select nextval('billing_sync_tickets')::int as ticket`);
    expect(ticket, "memberships' tickets go on").toEqual({ ticket: 4712 });
    expect(next.id, "the number that the lost one had is given again").toBe(lost.id);
    const [found] = await rowsOf(
      opened.db,
      sql`select count(*)::int as n from place_search where place_id = ${next.id}`,
    );
    expect(found, "the index's trigger works").toEqual({ n: 1 });
    await expect(opened.db.execute(sql`delete from audit_entries where true`)).rejects.toThrow();
    await expect(
      opened.db.execute(sql`insert into saved_places (user_id, place_id, saved_at)
      values ('00000000-0000-4000-8000-000000000000', ${next.id}, now())`),
    ).rejects.toThrow();
  });

  test("of older tables becomes one of today's", async () => {
    const [opened] = await freshDatabase();
    const older = MIGRATIONS.slice(0, -1);
    await opened.runLocked(async (run) => {
      await applyMigrations(run, older);
    });
    await opened.db.execute(sql`insert into visitor_salts (day, salt) values ('2027-01-13', '\\x0102')`);
    const env = envOf(folder());
    const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });

    const { newer } = await restoreBackup(opened, {
      path: pathOf(env, name),
      env,
      migrations: MIGRATIONS,
      replaces: true,
    });

    expect(newer).toEqual([MIGRATIONS.at(-1)?.name]);
    expect(await opened.db.$count(visitorSalts)).toBe(1);
    expect(await migrate(opened, MIGRATIONS_FOLDER)).toEqual([]);
  });

  test("has the photos that people have sent, and puts them back; in a bucket it leaves them", async () => {
    const [opened] = await freshDatabase();
    await migrate(opened, MIGRATIONS_FOLDER);
    const [from, to] = [folder(), folder()];
    mkdirSync(join(from, "uploads", "photos", "a1"), { recursive: true });
    writeFileSync(join(from, "uploads", "photos", "a1", "800.webp"), Buffer.from([1, 2, 3]));
    writeFileSync(join(from, "uploads", ".DS_Store"), "left by a tool");
    writeFileSync(join(from, "uploads", "photos", "copy_1.webp"), "left by a person");
    const { name, files } = await makeBackup(opened, { env: envOf(from), now: NOW, report: () => {} });

    const path = pathOf(envOf(from), name);
    await restoreBackup(opened, { path, env: envOf(to), migrations: MIGRATIONS, replaces: true });

    expect(files).toBe(1);
    expect(readFileSync(join(to, "uploads", "photos", "a1", "800.webp"))).toEqual(Buffer.from([1, 2, 3]));
    const bucket = { ...envOf(from), ...readEnv({ DATA_DIR: from, STORAGE_URL: "s3://k:s@127.0.0.1/photos?tls=off" }) };
    await expect(restoreBackup(opened, { path, env: bucket, migrations: MIGRATIONS, replaces: true })).rejects.toThrow(
      "keeps them in a bucket",
    );
    expect((await makeBackup(opened, { env: bucket, now: later(1), report: () => {} })).files).toBe(0);
  });

  test("is there only when it is whole, for nobody else to read, and only the last few are kept", async () => {
    const [opened] = await freshDatabase();
    await migrate(opened, MIGRATIONS_FOLDER);
    const env = envOf(folder());
    mkdirSync(backupFolder(env), { recursive: true });
    writeFileSync(join(backupFolder(env), `${backupName(later(-1))}.part`), "cut off");
    utimesSync(join(backupFolder(env), `${backupName(later(-1))}.part`), 0, 0);
    writeFileSync(join(backupFolder(env), "notes.txt"), "an operator's own");
    for (let minute = 0; minute <= BACKUPS_KEPT; minute += 1)
      await makeBackup(opened, { env, now: later(minute), report: () => {} });

    const listed = await listBackups(env);

    expect(listed.map(({ name }) => name)).toEqual(
      Array.from({ length: BACKUPS_KEPT }, (_, at) => backupName(later(BACKUPS_KEPT - at))),
    );
    expect(readdirSync(backupFolder(env)).filter((name) => !name.endsWith(".tar.gz"))).toEqual(["notes.txt"]);
    expect(statSync(pathOf(env, listed[0]?.name ?? "")).mode & 0o077).toBe(0);
  });

  test("that is cut short, damaged, of something else or of a newer version is refused, and nothing is changed", async () => {
    const [opened] = await freshDatabase();
    await fill(opened);
    const env = envOf(folder());
    const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });
    const whole = readFileSync(pathOf(env, name));
    const before = await digests(opened);
    const refused = async (bytes: Buffer, replaces = true) => {
      const path = join(env.dataDir, "given.tar.gz");
      writeFileSync(path, bytes);
      return restoreBackup(opened, { path, env, migrations: MIGRATIONS, replaces }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(RestoreError);
        return z.instanceof(RestoreError).parse(error).message;
      });
    };
    const unpacked = gunzipSync(whole);

    expect(await refused(whole, false)).toContain("holds a site already");
    expect(await refused(whole.subarray(0, whole.length - 400))).toContain("cut short");
    expect(await refused(gzipSync(unpacked.subarray(0, 40_960)))).toMatch(/cut short|damaged/);
    expect(await refused(Buffer.from("no archive"))).toContain("no backup");
    expect(await refused(gzipSync(Buffer.alloc(2_048)))).toContain("no backup");
    expect(await refused(replaced(unpacked, '"version": 1', '"version": 9'))).toContain("newer");
    expect(await refused(replaced(unpacked, '"0001_guide.sql"', '"9999_guide.sql"'))).toContain("newer");
    const missing = restoreBackup(opened, { path: "/nowhere", env, migrations: MIGRATIONS, replaces: true });
    await expect(missing).rejects.toThrow("There is no file");
    expect(await digests(opened)).toEqual(before);
  });
});

test("a database that another process works on is not replaced", { timeout: 60_000 }, async () => {
  const [opened] = await freshDatabase();
  await migrate(opened, MIGRATIONS_FOLDER);
  const env = envOf(folder());
  const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });
  const restore = () => restoreBackup(opened, { path: pathOf(env, name), env, migrations: MIGRATIONS, replaces: true });
  // The embedded database has one process by its lock on the folder.
  if (opened.engine === "postgres") {
    const other = new Client({ ...opened.queueOptions, application_name: "another site" });
    await other.connect();
    await expect(restore()).rejects.toThrow("Others are connected to this database");
    await other.end();
  }

  await expect.poll(restore, { timeout: 30_000 }).toMatchObject({ files: 0 });
});

test("restored lets nobody back in, and sends no mail that waited", { timeout: 60_000 }, async () => {
  const [opened] = await freshDatabase();
  await fill(opened);
  const [person] = await opened.db.select().from(users).limit(1);
  await opened.db
    .execute(sql`insert into mails (key, to_name, to_address, subject, body_text, queued_at, try_at, sent_at)
    values ('waits', '', 'a@example.com', 'S', 'B', now(), now(), null),
      ('sent', '', 'a@example.com', 'S', 'B', now(), null, now())`);
  const session = { tokenHash: new Uint8Array(32), userId: person?.id ?? "", browser: "Firefox" };
  await opened.db.insert(sessions).values({ ...session, createdAt: NOW, lastSeenAt: NOW });
  const env = envOf(folder());
  const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });

  await restoreBackup(opened, { path: pathOf(env, name), env, migrations: MIGRATIONS, replaces: true });

  expect(await opened.db.$count(sessions)).toBe(0);
  expect(
    await rowsOf(opened.db, sql`select key, gave_up_at is not null as "isLeft" from mails order by key desc`),
  ).toEqual([
    { key: "waits", isLeft: true },
    { key: "sent", isLeft: false },
  ]);
});

/** A little of everything that is easily lost on the way through a text. */
async function fill(opened: OpenedDatabase): Promise<void> {
  await migrate(opened, MIGRATIONS_FOLDER);
  const { db } = opened;
  await db.execute(sql`insert into neighborhoods (slug, name, kind, quadrants, aka, summary, description, special, center_lat,
    center_lng, confidence, shape, street_plan, neighbors, updated_at) values ('shaw', 'Shaw', 'neighborhood',
    array['NW'], '{}', '', '', '[]', 38.91234567890123, -77.1, 'sure', '[]', '{}', '{}', now()) on conflict do nothing`);
  await db.execute(sql`insert into categories (slug, name, short_name, headline, description, position)
    values ('food', 'Food', 'Food', '', '', 1) on conflict do nothing`);
  const author = await buildUser(db, { name: `O'Brien "the\\baker"\n\t☕ 'x'`, role: "admin" });
  const place = await buildPlace(db, { lat: 38.900000000000006, lng: -77.03653 });
  const [source] = await db
    .insert(sources)
    .values({
      id: "test",
      title: "T",
      publisher: "P",
      license: "CC0",
      licenseBasis: "own",
      credit: "",
      vintage: "",
      note: "",
    })
    .onConflictDoNothing()
    .returning();
  const sourceId = source?.id ?? "test";
  const fact = { placeId: place.id, sourceId, origin: "person" as const, recordedAt: NOW };
  // Known to be none, which is not the same as nothing said.
  await db.insert(placeFacts).values({ ...fact, field: "website", value: sql`'null'::jsonb` });
  await db.insert(placeFacts).values({ ...fact, field: "zip", value: "20009" });
  await buildReview(db, { placeId: place.id, author, stars: 4, body: "Bread, {curly} and (round), NULL and \\N." });
  await db.insert(visitorSalts).values({ day: "2027-01-13", salt: new Uint8Array([0, 255, 10, 34]) });
  const actor = { kind: "staff" as const, id: author.id };
  const subject = { kind: "place", id: String(place.id) };
  await recordChange(db, { actor, action: "place.edit", subject, before: null, after: { name: "x" }, now: NOW });
}

/** What each table holds, whatever the order. The queue and the list of migrations have instants of their own. */
async function digests({ db }: OpenedDatabase): Promise<Record<string, string>> {
  const tables = z.array(z.object({ name: z.string() })).parse(
    await rowsOf(
      db,
      sql`select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`,
    ),
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
        from ${sql.identifier(name)} t`,
    );
    found[name] = z.object({ digest: z.string() }).parse(row).digest;
  }
  return found;
}

/** The same length, so that the archive stays one. */
function replaced(unpacked: Buffer, from: string, to: string): Buffer {
  const at = unpacked.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(unpacked);
  changed.write(to, at);
  return gzipSync(changed);
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "rowhouse-backup-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function envOf(dataDir: string) {
  return readEnv({ DATA_DIR: dataDir });
}

function pathOf(env: { dataDir: string }, name: string): string {
  return join(backupFolder(env), name);
}

function later(minutes: number): Date {
  return new Date(NOW.getTime() + minutes * 60_000);
}
