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

import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { applyMigrations, migrate, readMigrations } from "#app/db/migrate.server.ts";
import { sessions, users } from "#app/db/schema/accounts.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { placeFacts, places, sources } from "#app/db/schema/places.ts";
import { visitorSalts } from "#app/db/schema/analytics.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries } from "#app/db/schema/newsletter.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { findIssue } from "#app/desk/newsletter/issue/issues.server.ts";
import { buildIssue, buildSubscriber } from "#app/desk/newsletter/newsletter-builders.ts";
import { endIssue, resumeIssue } from "#app/desk/newsletter/sending/stop-issue.server.ts";
import { queueIssueMails, loadProgress } from "#app/desk/newsletter/sending/send-issue.server.ts";
import { recordOutcomes } from "#app/desk/newsletter/sending/delivery-outcomes.server.ts";
import { startIssue } from "#app/desk/newsletter/sending/start-issue.server.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { PHOTO_FORMATS, PHOTO_TYPES } from "#app/guide/photos/place/place-photo.ts";
import { masterKey, photoFileKey } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { preparePhotos } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { freshDatabase, migratedDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";
import { workerDatabase } from "#tests/test-database.ts";

import { MIGRATIONS_FOLDER } from "../../../../cli/prepare-database.ts";
import { backupFileName, BACKUPS_MAX } from "./backups.ts";
import { backupFolder, listBackups, makeBackup } from "./make-backup.server.ts";
import { RestoreError, restoreBackup } from "./restore-backup.server.ts";
import { finishRestores, RESTORE_ACTION, StagedFiles } from "./restored-files.server.ts";

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);

describe("a backup", { timeout: 120_000 }, () => {
  test("of all seed data, restored into an empty database, is the same in every table", async () => {
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

    const { rows } = made;
    const nothingElse = { files: 0, newer: [], stoppedIssues: 0, unplaced: null };
    expect(restored).toEqual({ madeAt: NOW.toISOString(), rows, ...nothingElse });
    expect(await restoresIn(target)).toMatchObject([{ subjectId: made.name, after: { rows, files: 0 } }]);
    expect(made.rows).toBeGreaterThan(5_000);
    expect(await digests(target)).toEqual(await digests(source));
  });

  test("preserves special values, sequences, foreign keys, triggers and the audit log", async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
    const before = await digests(opened);
    const references = await referencesOf(opened);
    const env = envOf(folder());
    await opened.db.execute(sql`select setval('billing_sync_versions', 4711)`);
    const made = await makeBackup(opened, { env, now: NOW, report: () => {} });
    const addedPlace = await buildPlace(opened.db, { name: "Built after the backup" });

    await restoreBackup(opened, { path: pathOf(env, made.name), env, migrations: MIGRATIONS, replaces: true });

    expect(await digests(opened)).toEqual(before);
    expect(await referencesOf(opened), "deletions follow references in the same order").toEqual(references);
    const next = await buildPlace(opened.db, { name: "Zwiebel & Söhne" });
    const [ticket] = await queryRows(opened.db, sql`select nextval('billing_sync_versions')::int as ticket`);
    expect(ticket, "membership sync versions continue").toEqual({ ticket: 4712 });
    expect(next.id, "the id of the lost place is assigned again").toBe(addedPlace.id);
    const [found] = await queryRows(
      opened.db,
      sql`select count(*)::int as n from place_search where place_id = ${next.id}`,
    );
    expect(found, "the search index trigger works").toEqual({ n: 1 });
    await expect(opened.db.execute(sql`delete from audit_entries where true`)).rejects.toThrow();
    await expect(
      opened.db.execute(sql`insert into saved_places (user_id, place_id, saved_at)
      values ('00000000-0000-4000-8000-000000000000', ${next.id}, now())`),
    ).rejects.toThrow();
  });

  test("of an older schema is migrated to the current one", async () => {
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

  test("includes uploaded photos and restores them, but leaves photos in a bucket alone", async () => {
    const [opened] = await migratedDatabase();
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
      "stores photos in a bucket",
    );
    expect((await makeBackup(opened, { env: bucket, now: later(1), report: () => {} })).files).toBe(0);
  });

  test("without the files of a photo whose crop changed meanwhile has them made again after a restore", async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
    const [env, [place]] = [envOf(folder()), await opened.db.select().from(places).limit(1)];
    const storage = openStorage(env);
    const ready = { placeId: place?.id ?? 0, width: 480, height: 360, readyWidth: 480, readyHeight: 360 };
    const whole = await buildPlacePhoto(opened.db, ready);
    const cropped = await buildPlacePhoto(opened.db, ready);
    const master = await sharp({ create: { width: 480, height: 360, channels: 3, background: "#943b27" } })
      .jpeg()
      .toBuffer();
    // The backup has read the rows, and then the crop of one photo is changed and its files are replaced.
    const renditions = [
      { id: whole.id, rendition: whole.rendition },
      { id: cropped.id, rendition: "f".repeat(32) },
    ];
    for (const { id, rendition } of renditions) {
      await storage.put(masterKey(id), master, "image/jpeg");
      for (const format of PHOTO_FORMATS)
        await storage.put(photoFileKey(id, { rendition, width: 480, format }), master, PHOTO_TYPES[format]);
    }
    const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });

    const restored = envOf(folder());
    await restoreBackup(opened, { path: pathOf(env, name), env: restored, migrations: MIGRATIONS, replaces: true });
    const readyOf = async ({ id }: { id: string }) =>
      (await opened.db.select().from(placePhotos).where(eq(placePhotos.id, id)))[0]?.readyRendition;
    expect([await readyOf(whole), await readyOf(cropped)]).toEqual([whole.rendition, null]);
    const newStorage = openStorage(restored);
    await preparePhotos({ db: opened.db, storage: newStorage, log: silentLog(), now: () => new Date() });

    expect(await readyOf(cropped)).toBe(cropped.rendition);
    const file = photoFileKey(cropped.id, { rendition: cropped.rendition, width: 480, format: "jpg" });
    expect(await newStorage.get(file)).not.toBeNull();
  });

  test("that is damaged after its photos changes no photo and no row; complete, it restores both", async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
    const [from, to] = [folder(), folder()];
    const photo = join("photos", "a1", "800.webp");
    for (const [dataDir, byte] of [
      [from, 1],
      [to, 9],
    ] as const) {
      mkdirSync(join(dataDir, "uploads", "photos", "a1"), { recursive: true });
      writeFileSync(join(dataDir, "uploads", photo), Buffer.from([byte]));
    }
    writeFileSync(join(from, "uploads", "photos", "a1", "400.webp"), Buffer.from([4]));
    const { name } = await makeBackup(opened, { env: envOf(from), now: NOW, report: () => {} });
    const before = await digests(opened);
    const restore = (bytes: Buffer) => {
      const path = join(from, "given.tar.gz");
      writeFileSync(path, bytes);
      return restoreBackup(opened, { path, env: envOf(to), migrations: MIGRATIONS, replaces: true });
    };
    const whole = gunzipSync(readFileSync(pathOf(envOf(from), name)));
    const inUploads = () => readdirSync(join(to, "uploads"), { recursive: true }).map(String).toSorted();

    await expect(restore(replaced(whole, '"files":2', '"files":3'))).rejects.toThrow("photos are missing");
    await expect(restore(gzipSync(whole.subarray(0, whole.length - 3_000)))).rejects.toThrow(/cut short|damaged/);

    expect(inUploads()).toEqual(["photos", "photos/a1", "photos/a1/800.webp"]);
    expect(readFileSync(join(to, "uploads", photo))).toEqual(Buffer.from([9]));
    expect(await digests(opened)).toEqual(before);

    expect(await restore(gzipSync(whole))).toMatchObject({ files: 2, unplaced: null });
    expect(inUploads()).toEqual(["photos", "photos/a1", "photos/a1/400.webp", "photos/a1/800.webp"]);
    expect(readFileSync(join(to, "uploads", photo))).toEqual(Buffer.from([1]));
    expect(await finishRestores(opened, envOf(to))).toBeNull();
  });

  test("whose restore is interrupted before its photos are in place is finished at the next start; a rolled back one is deleted", async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
    const [from, to] = [folder(), folder()];
    mkdirSync(join(from, "uploads", "photos", "a1"), { recursive: true });
    writeFileSync(join(from, "uploads", "photos", "a1", "800.webp"), Buffer.from([1]));
    const { name } = await makeBackup(opened, { env: envOf(from), now: NOW, report: () => {} });
    // A file is where the folder has to be, so nothing can be moved there.
    mkdirSync(join(to, "uploads"));
    writeFileSync(join(to, "uploads", "photos"), "in the way");
    mkdirSync(join(to, "uploads", ".restoring-0123456789abcdef", "photos"), { recursive: true });

    const path = pathOf(envOf(from), name);
    const restored = await restoreBackup(opened, { path, env: envOf(to), migrations: MIGRATIONS, replaces: true });
    expect(restored).toMatchObject({ files: 0, unplaced: expect.stringMatching(/^E(EXIST|NOTDIR)$/) });
    rmSync(join(to, "uploads", "photos"));

    expect(await finishRestores(opened, envOf(to))).toEqual({ placed: 1, dropped: 1 });
    expect(readdirSync(join(to, "uploads"))).toEqual(["photos"]);
    expect(readFileSync(join(to, "uploads", "photos", "a1", "800.webp"))).toEqual(Buffer.from([1]));
  });

  test("whose photos were already moved into place by a starting site needs nothing more from the command", async () => {
    const env = envOf(folder());
    const staged = new StagedFiles(env);
    for (const key of ["photos/a1/400.webp", "photos/a1/800.webp"]) await staged.add(key, Buffer.from([1]));

    expect([await staged.place(), await staged.place()]).toEqual([2, 0]);
    expect(readdirSync(join(env.dataDir, "uploads"), { recursive: true }).map(String).toSorted()).toEqual([
      "photos",
      "photos/a1",
      "photos/a1/400.webp",
      "photos/a1/800.webp",
    ]);
  });

  test("started in the same second as another has its own file", async () => {
    const [opened] = await migratedDatabase();
    const env = envOf(folder());

    const made = await Promise.all([1, 2, 3].map(() => makeBackup(opened, { env, now: NOW, report: () => {} })));

    const second = (seconds: number) => backupFileName(new Date(NOW.getTime() + seconds * 1000));
    expect(made.map(({ name }) => name).toSorted()).toEqual([second(0), second(1), second(2)]);
    for (const { name } of made)
      expect(gunzipSync(readFileSync(pathOf(env, name))).includes("end.json"), name).toBe(true);
    expect((await listBackups(env)).length).toBe(3);
  });

  test("appears only when complete, is readable by its user only, and only the newest are retained", async () => {
    const [opened] = await migratedDatabase();
    const env = envOf(folder());
    mkdirSync(backupFolder(env), { recursive: true });
    writeFileSync(join(backupFolder(env), `${backupFileName(later(-1))}.part`), "cut off");
    utimesSync(join(backupFolder(env), `${backupFileName(later(-1))}.part`), 0, 0);
    writeFileSync(join(backupFolder(env), "notes.txt"), "an operator's own");
    for (let minute = 0; minute <= BACKUPS_MAX; minute += 1)
      await makeBackup(opened, { env, now: later(minute), report: () => {} });

    const listed = await listBackups(env);

    expect(listed.map(({ name }) => name)).toEqual(
      Array.from({ length: BACKUPS_MAX }, (_, at) => backupFileName(later(BACKUPS_MAX - at))),
    );
    expect(readdirSync(backupFolder(env)).filter((name) => !name.endsWith(".tar.gz"))).toEqual(["notes.txt"]);
    expect(statSync(pathOf(env, listed[0]?.name ?? "")).mode & 0o077).toBe(0);
  });

  test("that is cut short, damaged, foreign or of a newer version is refused, and nothing changes", async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
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

    expect(await refused(whole, false)).toContain("already holds a site");
    expect(await refused(whole.subarray(0, whole.length - 400))).toContain("cut short");
    expect(await refused(gzipSync(unpacked.subarray(0, 40_960)))).toMatch(/cut short|damaged/);
    expect(await refused(Buffer.from("no archive"))).toContain("no backup");
    expect(await refused(gzipSync(Buffer.alloc(2_048)))).toContain("no backup");
    expect(await refused(replaced(unpacked, '"version": 1', '"version": 9'))).toContain("newer");
    expect(await refused(replaced(unpacked, '"0001-core.sql"', '"9999-core.sql"'))).toContain("newer");
    expect(await refused(replaced(unpacked, '"0002-guide.sql"', '"0001_guide.sql"'))).toContain("before the baseline");
    const missing = restoreBackup(opened, { path: "/nowhere", env, migrations: MIGRATIONS, replaces: true });
    await expect(missing).rejects.toThrow("File not found");
    expect(await digests(opened)).toEqual(before);
  });
});

test("a database that another process is connected to is not replaced", { timeout: 60_000 }, async () => {
  const [opened] = await migratedDatabase();
  const env = envOf(folder());
  const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });
  const restore = () => restoreBackup(opened, { path: pathOf(env, name), env, migrations: MIGRATIONS, replaces: true });
  const other = new Client({ ...opened.queueOptions, application_name: "another site" });
  await other.connect();
  await expect(restore()).rejects.toThrow("Other programs are connected to this database");
  await other.end();

  await expect.poll(restore, { timeout: 30_000 }).toMatchObject({ files: 0 });
});

test("a restore ends all sessions and gives up pending mail", { timeout: 60_000 }, async () => {
  const [opened] = await migratedDatabase();
  await fill(opened.db);
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
    await queryRows(opened.db, sql`select key, gave_up_at is not null as "isLeft" from mails order by key desc`),
  ).toEqual([
    { key: "waits", isLeft: true },
    { key: "sent", isLeft: false },
  ]);
});

test(
  "after a restore, a newsletter that was being sent is stopped, with the reason for the editors",
  { timeout: 60_000 },
  async () => {
    const [opened] = await migratedDatabase();
    await fill(opened.db);
    const { db } = opened;
    const by = (await db.select().from(users).limit(1))[0]?.id ?? "";
    for (let count = 0; count < 5; count += 1) await buildSubscriber(db);
    const { id } = await buildIssue(db);
    const starting = { by: null, postalAddress: null, now: NOW };
    expect(await startIssue(db, { id, ...starting })).toBe("started");
    const [late, ...inOutbox] = await db.select().from(newsletterDeliveries);
    await db.delete(newsletterDeliveries).where(eq(newsletterDeliveries.subscriberId, late?.subscriberId ?? ""));
    expect(await queueIssueMails(db, { id, now: NOW })).toBe(inOutbox.length);
    if (late !== undefined) await db.insert(newsletterDeliveries).values(late);
    const [sent, taken] = await db.select().from(mails).where(eq(mails.isBulk, true));
    await db
      .update(mails)
      .set({ sentAt: NOW, tryAt: null, isUnaccepted: false })
      .where(eq(mails.id, sent?.id ?? ""));
    await db
      .update(mails)
      .set({ isUnaccepted: false })
      .where(eq(mails.id, taken?.id ?? ""));
    const scheduled = { state: "scheduled" as const };
    const missed = await buildIssue(db, { ...scheduled, sendAt: new Date(Date.now() - 60_000) });
    const coming = await buildIssue(db, { ...scheduled, sendAt: new Date(Date.now() + 3_600_000) });
    const env = envOf(folder());
    const { name } = await makeBackup(opened, { env, now: NOW, report: () => {} });

    const path = pathOf(env, name);
    const restored = await restoreBackup(opened, { path, env, migrations: MIGRATIONS, replaces: true });

    expect(restored.stoppedIssues).toBe(2);
    const why = expect.stringContaining("was restored from its backup of");
    expect(await findIssue(db, id)).toMatchObject({ state: "stopped", problem: why });
    expect(await findIssue(db, missed.id)).toMatchObject({ state: "draft", sendAt: null, problem: why });
    expect(await findIssue(db, coming.id)).toMatchObject({ state: "scheduled", problem: null });
    await recordOutcomes(db, { id, now: NOW });
    expect(await loadProgress(db, id)).toMatchObject({ waiting: 3, queued: 0, sent: 1, failed: 1 });
    expect(await queueIssueMails(db, { id, now: NOW })).toBe(0);
    expect(await db.select().from(auditEntries).where(eq(auditEntries.actorName, "backup"))).toMatchObject([
      { action: "newsletter.stop", subjectId: id, before: { state: "sending" } },
      { action: "newsletter.unschedule", subjectId: missed.id, before: { state: "scheduled" } },
      { action: RESTORE_ACTION },
    ]);
    expect(await resumeIssue(db, { id, by, now: NOW })).toBe(true);
    expect(await queueIssueMails(db, { id, now: NOW })).toBe(3);

    const again = await restoreBackup(opened, { path, env, migrations: MIGRATIONS, replaces: true });
    expect(again.stoppedIssues).toBe(2);
    expect(await endIssue(db, { id, by, now: NOW })).toBe(true);
    expect(await queueIssueMails(db, { id, now: NOW })).toBe(0);
  },
);

/** Values that are easily lost when they are written as text. */
async function fill(db: Database): Promise<void> {
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
  // JSON null: confirmed to have no website, which differs from no fact.
  await db.insert(placeFacts).values({ ...fact, field: "website", value: sql`'null'::jsonb` });
  await db.insert(placeFacts).values({ ...fact, field: "zip", value: "20009" });
  await buildReview(db, { placeId: place.id, author, stars: 4, body: "Bread, {curly} and (round), NULL and \\N." });
  await db.insert(visitorSalts).values({ day: "2027-01-13", salt: new Uint8Array([0, 255, 10, 34]) });
  const actor = { kind: "staff" as const, id: author.id };
  const subject = { kind: "place", id: String(place.id) };
  await recordChange(db, { actor, action: "place.edit", subject, before: null, after: { name: "x" }, now: NOW });
}

async function restoresIn({ db }: OpenedDatabase) {
  return db.select().from(auditEntries).where(eq(auditEntries.action, RESTORE_ACTION));
}

/** A digest of each table's rows in any order, without the audit entry of the restore. Job queue and migrations are excluded, because they hold times. */
async function digests({ db }: OpenedDatabase): Promise<Record<string, string>> {
  const tables = z.array(z.object({ name: z.string() })).parse(
    await queryRows(
      db,
      sql`select relname as name from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by 1`,
    ),
  );
  expect(tables.length).toBeGreaterThan(80);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await queryRows(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
        from ${sql.identifier(name)} t where not ${name} = 'audit_entries' or to_jsonb(t) ->> 'action' <> ${RESTORE_ACTION}`,
    );
    found[name] = z.object({ digest: z.string() }).parse(row).digest;
  }
  return found;
}

/** The foreign keys in the order of their creation. */
async function referencesOf({ db }: OpenedDatabase): Promise<unknown[]> {
  const rows = await queryRows(
    db,
    sql`select conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  );
  return rows.map(({ conname }) => conname);
}

/** Replaces text of the same length, so that the archive stays valid. */
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
