import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { applyMigrations, migrate } from "#app/db/migrate.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { visitorSalts } from "#app/db/schema/analytics.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { mails } from "#app/db/schema/mail.ts";
import { newsletterDeliveries } from "#app/db/schema/newsletter.ts";
import { findIssue } from "#app/desk/newsletter/issue/issues.server.ts";
import { buildIssue, buildSubscriber } from "#app/desk/newsletter/newsletter-builders.ts";
import { endIssue, resumeIssue } from "#app/desk/newsletter/sending/stop-issue.server.ts";
import { queueIssueMails, loadProgress } from "#app/desk/newsletter/sending/send-issue.server.ts";
import { recordOutcomes } from "#app/desk/newsletter/sending/delivery-outcomes.server.ts";
import { startIssue } from "#app/desk/newsletter/sending/start-issue.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { buildPlace, NOW } from "#tests/builders.ts";
import { freshDatabase, migratedDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";
import { workerDatabase } from "#tests/test-database.ts";

import { MIGRATIONS_FOLDER } from "../../../../cli/prepare-database.ts";
import { backupFileName, BACKUPS_MAX } from "./backups.ts";
import { backupFolder, listBackups, makeBackup } from "./make-backup.server.ts";
import { RestoreError, restoreBackup } from "./restore-backup.server.ts";
import { RESTORE_ACTION } from "./restored-files.server.ts";
import { MIGRATIONS, fill, digests, replaced, folder, envOf, pathOf } from "./backup-builders.ts";

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
    expect(
      await db.select().from(auditEntries).where(eq(auditEntries.actorName, "backup")).orderBy(auditEntries.id),
    ).toMatchObject([
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

async function restoresIn({ db }: OpenedDatabase) {
  return db.select().from(auditEntries).where(eq(auditEntries.action, RESTORE_ACTION));
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

function later(minutes: number): Date {
  return new Date(NOW.getTime() + minutes * 60_000);
}
