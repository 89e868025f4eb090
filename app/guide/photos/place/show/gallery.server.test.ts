import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { moderationCases } from "#app/db/schema/moderation.ts";
import { places } from "#app/db/schema/places.ts";
import { listOpenCases } from "#app/core/cases/case-queries.server.ts";
import { listNotifications } from "#app/core/notifications/notifications.server.ts";
import { HOUR_MS } from "#app/lib/duration.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { buildOwner, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { buildJpeg } from "#tests/pictures.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as databaseTest } from "#tests/test-database.ts";

import { type AddedPhoto, addPhoto, STORE_TIMEOUT_MS } from "../upload/add-photo.server.ts";
import {
  cropPhoto,
  describePhoto,
  movePhoto,
  reorderPhotos,
  restoreListingPhoto,
  removeListingPhoto,
  retryPhotoPreparation,
} from "../owner/change-photos.server.ts";
import { FULL_CROP } from "../upload/crop.ts";
import { decideReportedPhoto } from "../review/decide-photo.server.ts";
import { buildPlacePhoto } from "../gallery-builders.ts";
import {
  findOwnerPhoto,
  findPhotoFile,
  findPublicPhoto,
  listOwnerPhotos,
  listPublicPhotos,
} from "../photo-queries.server.ts";
import { photoFolder } from "./photo-keys.server.ts";
import { UPLOADS_PER_DAY_MAX } from "../upload/photo-refusals.ts";
import { preparePhotos, PREPARE_ATTEMPTS_MAX } from "../upload/prepare-photos.server.ts";
import { PHOTOS_PER_PLACE_MAX, photoFilePath, UNCROPPED_FILE } from "../place-photo.ts";
import { removePhotos } from "../owner/remove-photos.server.ts";
import { reportPhoto } from "../review/report-photo.server.ts";

const later = (ms: number) => new Date(NOW.getTime() + ms);

const test = databaseTest.extend("storage", async ({ task: _task }, { onCleanup }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-gallery-"));
  onCleanup(() => rmSync(dataDir, { recursive: true, force: true }));
  return openStorage({ dataDir, storage: null });
});

/** Small pictures, a different one for each number. */
const pictures = new Map<number, Promise<Buffer>>();
function picture(number: number): Promise<Buffer> {
  const made = pictures.get(number) ?? buildJpeg({ width: 400 + number, height: 400 });
  pictures.set(number, made);
  return made;
}

describe("an uploaded photo", () => {
  test("is public once its files are made and it has a description", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const { id } = await add({ db, storage }, { place, owner, number: 1 });
    expect(await stateOf(db, place.id)).toEqual(["preparing"]);
    expect(await listPublicPhotos(db, place.id)).toEqual([]);

    await prepare({ db, storage });
    expect(await stateOf(db, place.id)).toEqual(["undescribed"]);
    expect(await listPublicPhotos(db, place.id)).toEqual([]);
    await describePhoto(db, { placeId: place.id, photoId: id, alt: "The front door", version: 1 });

    expect(await stateOf(db, place.id)).toEqual(["shown"]);
    expect(await listPublicPhotos(db, place.id)).toMatchObject([
      { id, alt: "The front door", width: 401, height: 400 },
    ]);
  });

  test("is stored once, even if the same file is sent twenty times, ten at a time", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const bytes = await picture(2);
    const send = () => addPhoto(uploadContext({ db, storage }), { placeId: place.id, uploadedBy: owner.id, bytes });

    const first = await Promise.all(Array.from({ length: 10 }, send));
    const again = await Promise.all(Array.from({ length: 10 }, send));

    const ids = [...first, ...again].flatMap((each) => (typeof each === "string" ? [] : [each.id]));
    expect(new Set(ids).size).toBe(1);
    expect(again.every((each) => typeof each !== "string" && !each.isNew)).toBe(true);
    expect(await db.$count(placePhotos)).toBe(1);
  });

  test("is prepared by a later run after a crash in the middle", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    await add({ db, storage }, { place, owner, number: 3 });
    let putsLeft = 3;
    const failingStorage: Storage = {
      ...storage,
      put: (...args) => {
        putsLeft -= 1;
        return putsLeft > 0 ? storage.put(...args) : Promise.reject(new Error("The plug was pulled"));
      },
    };

    await prepare({ db, storage: failingStorage });
    expect(await stateOf(db, place.id)).toEqual(["preparing"]);
    await prepare({ db, storage });
    expect(await stateOf(db, place.id), "not before its time").toEqual(["preparing"]);
    await prepare({ db, storage }, later(60_000));

    expect(await stateOf(db, place.id)).toEqual(["undescribed"]);
  });

  test("that can't be prepared is marked failed after the last attempt, and its owner can retry", async ({
    db,
    storage,
  }) => {
    const { place, owner } = await ownedPlace(db);
    const { id } = await add({ db, storage }, { place, owner, number: 4 });
    await storage.removeFolder(photoFolder(id));

    for (let count = 0; count < PREPARE_ATTEMPTS_MAX; count += 1)
      await prepare({ db, storage }, later(count * 24 * HOUR_MS));

    expect(await stateOf(db, place.id)).toEqual(["failed"]);
    expect(await retryPhotoPreparation(db, { placeId: place.id, photoId: id, now: NOW })).toBe("tried");
    expect(await stateOf(db, place.id)).toEqual(["preparing"]);
  });

  test("leaves no row when storing fails, and can be sent again", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const full: Storage = { ...storage, put: () => Promise.reject(new Error("No space left on device")) };
    const input = { placeId: place.id, uploadedBy: owner.id, bytes: await picture(5) };

    expect(await addPhoto(uploadContext({ db, storage: full }), input)).toBe("no-storage");
    expect(await db.$count(placePhotos)).toBe(0);
    expect(await addPhoto(uploadContext({ db, storage }), input)).toMatchObject({ isNew: true });
  });

  test("whose upload crashed while storing can be sent again after the timeout", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const { id } = await add({ db, storage }, { place, owner, number: 6 });
    await db.update(placePhotos).set({ storedAt: null }).where(eq(placePhotos.id, id));
    const input = { placeId: place.id, uploadedBy: owner.id, bytes: await picture(6) };
    const at = (ms: number) => addPhoto({ ...uploadContext({ db, storage }), now: later(ms) }, input);

    expect(await at(1_000), "the upload may still be running").toBe("busy");
    expect(await at(STORE_TIMEOUT_MS + 1)).toMatchObject({ isNew: true });
    await removePhotos({ db, storage }, later(25 * HOUR_MS));

    expect(await storage.get(`${photoFolder(id)}/kept.jpg`)).toBeNull();
    expect(await db.$count(placePhotos)).toBe(1);
  });

  test("is refused when the place is full or the daily limit is reached", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const input = { placeId: place.id, uploadedBy: owner.id, bytes: await picture(7) };
    const own = { placeId: place.id };
    for (let count = 0; count < PHOTOS_PER_PLACE_MAX; count += 1) await buildPlacePhoto(db, own);

    expect(await addPhoto(uploadContext({ db, storage }), input)).toBe("full");
    await db.update(placePhotos).set({ deletedAt: NOW }).where(eq(placePhotos.placeId, place.id));
    for (let count = PHOTOS_PER_PLACE_MAX; count < UPLOADS_PER_DAY_MAX; count += 1) {
      await buildPlacePhoto(db, { ...own, deletedAt: NOW });
    }
    expect(await addPhoto(uploadContext({ db, storage }), input)).toBe("too-often");
    expect(await addPhoto({ ...uploadContext({ db, storage }), now: later(25 * HOUR_MS) }, input)).toMatchObject({
      isNew: true,
    });
  });
});

describe("an owner", () => {
  test("crops a photo, and the old crop stays public until the new one is made", async ({ db, storage }) => {
    const { place, id } = await shownPhoto({ db, storage }, 8);
    const [before] = await listPublicPhotos(db, place.id);
    const own = { placeId: place.id, photoId: id };
    const crop = { shape: "1:1", size: 50, x: 0, y: 0 } as const;

    expect(await cropPhoto(db, { ...own, crop, version: 2, now: NOW })).toBe("cropped");
    expect(await listPublicPhotos(db, place.id)).toEqual([before]);
    await prepare({ db, storage });

    const [after] = await listPublicPhotos(db, place.id);
    expect(after).toMatchObject({ id, width: 200, height: 200 });
    expect(after?.rendition).not.toBe(before?.rendition);
    expect(await fileOf(db, id, before)).toBeNull();
    expect(await storage.get(`${photoFolder(id)}/${before?.rendition}/408.jpg`)).toBeNull();
    expect(await cropPhoto(db, { ...own, crop: FULL_CROP, version: 2, now: NOW }), "the crop has changed since").toBe(
      "changed-meanwhile",
    );
    expect(await cropPhoto(db, { ...own, crop, version: 2, now: NOW }), "the same twice").toBe("cropped");
  });

  test("describes a photo, and can't overwrite someone else's newer description", async ({ db, storage }) => {
    const { place, id } = await shownPhoto({ db, storage }, 9);
    const describe = (alt: string, version: number) =>
      describePhoto(db, { placeId: place.id, photoId: id, alt, version });

    expect(await describe("The bar at night", 2)).toBe("described");
    expect(await describe("The bar at night", 2)).toBe("same");
    expect(await describe("Another view", 2)).toBe("changed-meanwhile");
    expect(await listPublicPhotos(db, place.id)).toMatchObject([{ alt: "The bar at night" }]);
  });

  test("reorders photos, but only from the current order", async ({ db, storage }) => {
    const { place, owner } = await ownedPlace(db);
    const ids: string[] = [];
    for (const number of [10, 11, 12]) ids.push((await add({ db, storage }, { place, owner, number })).id);
    const [a = "", b = "", c = ""] = ids;
    const order = async () => (await listOwnerPhotos(db, { placeId: place.id, now: NOW })).photos.map(({ id }) => id);

    expect(await order()).toEqual([a, b, c]);
    expect(await reorderPhotos(db, { placeId: place.id, was: [a, b, c], order: [c, a, b] })).toBe("ordered");
    expect(await reorderPhotos(db, { placeId: place.id, was: [a, b, c], order: [b, a, c] })).toBe("changed-meanwhile");
    expect(await reorderPhotos(db, { placeId: place.id, was: [c, a, b], order: [c, a, "x"] })).toBe(
      "changed-meanwhile",
    );
    await movePhoto(db, { placeId: place.id, photoId: b, to: "up" });
    await movePhoto(db, { placeId: place.id, photoId: c, to: "up" });

    expect(await order()).toEqual([c, b, a]);
  });

  test("removes a photo at once and can restore it within a day; then its files are deleted", async ({
    db,
    storage,
  }) => {
    const { place, id } = await shownPhoto({ db, storage }, 13);
    const own = { placeId: place.id, photoId: id };
    const [shown] = await listPublicPhotos(db, place.id);

    expect(await removeListingPhoto(db, { ...own, now: NOW })).toBe("taken-off");
    expect([await listPublicPhotos(db, place.id), await fileOf(db, id, shown)]).toEqual([[], null]);
    expect(await restoreListingPhoto(db, { ...own, now: later(HOUR_MS) })).toBe("put-back");
    expect(await listPublicPhotos(db, place.id)).toEqual([shown]);
    await removeListingPhoto(db, { ...own, now: NOW });
    await removePhotos({ db, storage }, later(23 * HOUR_MS));
    expect(await storage.get(`${photoFolder(id)}/kept.jpg`)).not.toBeNull();
    expect(await restoreListingPhoto(db, { ...own, now: later(24 * HOUR_MS) })).toBe("no-such-photo");
    await removePhotos({ db, storage }, later(24 * HOUR_MS + 1));

    expect(await storage.get(`${photoFolder(id)}/kept.jpg`)).toBeNull();
    expect(await db.$count(placePhotos)).toBe(0);
  });

  test("can't restore a photo when the same file was uploaded again", async ({ db, storage }) => {
    const { place, owner, id } = await shownPhoto({ db, storage }, 14);
    await removeListingPhoto(db, { placeId: place.id, photoId: id, now: NOW });
    await add({ db, storage }, { place, owner, number: 14 });

    expect(await restoreListingPhoto(db, { placeId: place.id, photoId: id, now: NOW })).toBe("there-again");
  });

  test("can't change another place's photos", async ({ db, storage }) => {
    const { id } = await shownPhoto({ db, storage }, 15);
    const { place: other } = await ownedPlace(db);
    const own = { placeId: other.id, photoId: id };

    expect([
      await describePhoto(db, { ...own, alt: "Mine now", version: 2 }),
      await cropPhoto(db, { ...own, crop: FULL_CROP, version: 2, now: NOW }),
      await removeListingPhoto(db, { ...own, now: NOW }),
      await restoreListingPhoto(db, { ...own, now: NOW }),
      await movePhoto(db, { ...own, to: "up" }),
      await findOwnerPhoto(db, own),
    ]).toEqual([...Array.from({ length: 5 }, () => "no-such-photo"), null]);
    expect(await findPublicPhoto(db, id)).not.toBeNull();
  });
});

describe("a photo's files", () => {
  test("are public while the photo is shown; hidden ones are for owners and admins; the stored original is for no one", async ({
    db,
    storage,
  }) => {
    const { place, owner, id } = await shownPhoto({ db, storage }, 16);
    const { owner: stranger } = await ownedPlace(db);
    const [shown] = await listPublicPhotos(db, place.id);
    const viewers = [null, await buildUser(db), stranger, owner, await buildUser(db, { role: "admin" })];
    const name = nameOf(shown);
    const accessOf = async (file: string) =>
      Promise.all(
        viewers.map(async (viewer) => (await findPhotoFile(db, { photoId: id, name: file, viewer }))?.isPublic ?? null),
      );

    expect(await accessOf(name)).toEqual([true, true, true, true, true]);
    expect(await accessOf(UNCROPPED_FILE)).toEqual([null, null, null, false, false]);
    for (const wrong of ["kept.jpg", name.replace("-416.", "-417."), name.replace("jpg", "png"), `../${name}`, ""]) {
      expect(await accessOf(wrong)).toEqual([null, null, null, null, null]);
    }
    await removeListingPhoto(db, { placeId: place.id, photoId: id, now: NOW });
    expect(await accessOf(name)).toEqual([null, null, null, false, false]);
    await db
      .update(placePhotos)
      .set({ deletedAt: null, takenDownAt: NOW, takenDownReason: "x" })
      .where(eq(placePhotos.id, id));
    expect(await accessOf(name)).toEqual([null, null, null, false, false]);
  });

  test("are deleted with their place, and lose the uploader's name with the uploader's account", async ({
    db,
    storage,
  }) => {
    const { place, owner, id } = await shownPhoto({ db, storage }, 17);

    await db.delete(users).where(eq(users.id, owner.id));
    expect(await db.select().from(placePhotos)).toMatchObject([{ id, uploadedBy: null }]);
    expect(await listPublicPhotos(db, place.id)).toHaveLength(1);
    await db.delete(places).where(eq(places.id, place.id));
    expect(await findPublicPhoto(db, id)).toBeNull();
    await removePhotos({ db, storage }, NOW);

    expect(await db.$count(placePhotos)).toBe(0);
    expect(await storage.get(`${photoFolder(id)}/kept.jpg`)).toBeNull();
  });
});

describe("a reported photo", () => {
  test("stays public until an editor decides; rejected, it is hidden for good and owner and reporter are notified", async ({
    db,
    storage,
  }) => {
    const { place, owner, id } = await shownPhoto({ db, storage }, 18);
    const [reporter, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    const report = { photoId: id, reporterId: reporter.id, note: "It is ours.", now: NOW };
    await reportPhoto(db, { ...report, reason: "stolen" });
    await reportPhoto(db, { ...report, reason: "people" });

    expect(await listPublicPhotos(db, place.id)).toHaveLength(1);
    expect((await listOpenCases(db, { page: 1 })).cases).toMatchObject([
      { about: "photo", photoId: id, reasons: ["stolen"] },
    ]);
    const decision = {
      photoId: id,
      version: 2,
      decision: "rejected",
      reason: "It belongs to a paper.",
      now: NOW,
    } as const;
    expect(await decideReportedPhoto(db, { ...decision, decidedBy: owner.id })).toBe("own-photo");
    expect(await decideReportedPhoto(db, { ...decision, decidedBy: editor.id, version: 1 })).toBe("changed");
    expect(await decideReportedPhoto(db, { ...decision, decidedBy: editor.id })).toBe("decided");
    expect(await decideReportedPhoto(db, { ...decision, decidedBy: editor.id })).toBe("closed");

    expect(await listPublicPhotos(db, place.id)).toEqual([]);
    expect(await listOwnerPhotos(db, { placeId: place.id, now: NOW })).toMatchObject({
      photos: [{ state: "taken-down", takenDownReason: "It belongs to a paper." }],
    });
    expect([await notificationTitles(db, owner.id), await notificationTitles(db, reporter.id)]).toEqual([
      [`A photo of ${place.name} was removed`],
      [`A photo of ${place.name} that you reported was removed`],
    ]);
    const again = { placeId: place.id, uploadedBy: owner.id, bytes: await picture(18) };
    expect(await addPhoto(uploadContext({ db, storage }), again)).toBe("taken-down");
    await removeListingPhoto(db, { placeId: place.id, photoId: id, now: NOW });
    await removePhotos({ db, storage }, later(25 * HOUR_MS));
    expect(await storage.get(`${photoFolder(id)}/kept.jpg`)).toBeNull();
    expect(await addPhoto(uploadContext({ db, storage }), again)).toBe("taken-down");
  });

  test("that an editor approves stays public, and only the reporter is notified", async ({ db, storage }) => {
    const { place, owner, id } = await shownPhoto({ db, storage }, 19);
    const [reporter, editor] = [await buildUser(db), await buildUser(db, { role: "admin" })];
    await reportPhoto(db, { photoId: id, reporterId: reporter.id, reason: "elsewhere", note: "", now: NOW });

    await decideReportedPhoto(db, {
      photoId: id,
      version: 2,
      decision: "approved",
      reason: "",
      decidedBy: editor.id,
      now: NOW,
    });

    expect(await listPublicPhotos(db, place.id)).toHaveLength(1);
    expect([await notificationTitles(db, owner.id), await notificationTitles(db, reporter.id)]).toEqual([
      [],
      [`A photo of ${place.name} that you reported stays up`],
    ]);
    expect(await db.select().from(moderationCases)).toMatchObject([{ decision: "approved", decidedBy: editor.id }]);
  });

  test("that its owner removes closes its case", async ({ db, storage }) => {
    const { place, id } = await shownPhoto({ db, storage }, 20);
    const reporter = await buildUser(db);
    await reportPhoto(db, { photoId: id, reporterId: reporter.id, reason: "elsewhere", note: "", now: NOW });

    await removeListingPhoto(db, { placeId: place.id, photoId: id, now: NOW });

    expect((await listOpenCases(db, { page: 1 })).count).toBe(0);
  });
});

type Fixtures = { db: Database; storage: Storage };

function uploadContext({ db, storage }: Fixtures) {
  return { db, storage, log: silentLog(), now: NOW };
}

async function ownedPlace(db: Database) {
  const [place, owner] = [await buildPlace(db), await buildUser(db)];
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  return { place, owner };
}

async function add(
  fixtures: Fixtures,
  { place, owner, number }: { place: { id: number }; owner: { id: string }; number: number },
): Promise<AddedPhoto> {
  const bytes = await picture(number);
  const added = await addPhoto(uploadContext(fixtures), { placeId: place.id, uploadedBy: owner.id, bytes });
  if (typeof added === "string") throw new Error(`It was refused: ${added}`);
  return added;
}

function prepare({ db, storage }: Fixtures, now: Date = NOW): Promise<void> {
  return preparePhotos({ db, storage, log: silentLog(), now: () => now });
}

/** A public photo with version 2. */
async function shownPhoto(fixtures: Fixtures, number: number) {
  const { place, owner } = await ownedPlace(fixtures.db);
  const { id } = await add(fixtures, { place, owner, number });
  await prepare(fixtures);
  await describePhoto(fixtures.db, { placeId: place.id, photoId: id, alt: "The front door", version: 1 });
  return { place, owner, id };
}

async function stateOf(db: Database, placeId: number): Promise<string[]> {
  return (await listOwnerPhotos(db, { placeId, now: NOW })).photos.map(({ state }) => state);
}

type ShownFile = Parameters<typeof photoFilePath>[0] & { width: number };

function nameOf(shown: ShownFile | undefined): string {
  if (shown === undefined) throw new Error("No photo is shown");
  return photoFilePath(shown, { width: shown.width, format: "jpg" }).split("/").at(-1) ?? "";
}

function fileOf(db: Database, photoId: string, shown: ShownFile | undefined) {
  return findPhotoFile(db, { photoId, name: nameOf(shown), viewer: null });
}

async function notificationTitles(db: Database, userId: string): Promise<string[]> {
  return (await listNotifications(db, { userId, page: 1, count: 20 })).items.map(({ title }) => title);
}
