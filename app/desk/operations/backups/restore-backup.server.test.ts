import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { sessions, users } from "#app/db/schema/accounts.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { places } from "#app/db/schema/places.ts";
import { buildPlacePhoto } from "#app/guide/photos/place/gallery-builders.ts";
import { PHOTO_FORMATS, PHOTO_TYPES } from "#app/guide/photos/place/place-photo.ts";
import { masterKey, photoFileKey } from "#app/guide/photos/place/show/photo-keys.server.ts";
import { preparePhotos } from "#app/guide/photos/place/upload/prepare-photos.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { NOW } from "#tests/builders.ts";
import { migratedDatabase } from "#tests/fresh-database.ts";
import { queryRows } from "#tests/query-rows.ts";
import { silentLog } from "#tests/silent-log.ts";

import { makeBackup } from "./make-backup.server.ts";
import { restoreBackup } from "./restore-backup.server.ts";
import { finishRestores, StagedFiles } from "./restored-files.server.ts";
import { MIGRATIONS, fill, digests, replaced, folder, envOf, pathOf } from "./backup-builders.ts";

describe("a backup that is restored", { timeout: 120_000 }, () => {
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
