import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { readGuidePicture } from "#app/features/guides/guide-picture.ts";
import { type Storage, storageOf } from "#app/platform/storage.server.ts";
import { buildGuide, buildUser, NOW } from "#tests/builders.ts";
import { buildJpeg, buildTellingJpeg } from "#tests/pictures.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as onDatabase } from "#tests/test-database.ts";

import { addGuidePicture, findGuidePicture, removeGuidePictures } from "./pictures.server.ts";

const DAY_MS = 24 * 60 * 60_000;

const test = onDatabase.extend<{ folder: string }>({
  folder: async ({ task: _task }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "guide-pictures-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

test("a picture is kept without what its file said besides, and is to be had by the address in the text", async ({
  db,
  folder,
}) => {
  const adding = await addingTo(db, folder);
  const bytes = await buildTellingJpeg("Zwiebelfisch");

  const added = await addGuidePicture(adding, bytes);

  const picture = pathOf(added);
  const file = await findGuidePicture(adding, { id: picture.id, file: `${picture.width}x${picture.height}.jpg` });
  const { width, height, exif } = await sharp(file?.bytes).metadata();
  expect([width, height, exif]).toEqual([picture.width, picture.height, undefined]);
  expect(Buffer.from(file?.bytes ?? []).includes("Zwiebelfisch")).toBe(false);
  expect((await findGuidePicture(adding, { id: picture.id, file: `${picture.width}.webp` }))?.type).toBe("image/webp");
  for (const name of ["1x1.jpg", "481.webp", "kept.jpg", "..", `${picture.width}.jpg`]) {
    expect(await findGuidePicture(adding, { id: picture.id, file: name })).toBeNull();
  }
});

test("the same file again is the same picture", async ({ db, folder }) => {
  const adding = await addingTo(db, folder);
  const bytes = await buildJpeg();

  const [first, second] = [await addGuidePicture(adding, bytes), await addGuidePicture(adding, bytes)];

  expect(second).toEqual(first);
  expect(await db.$count(guidePictures)).toBe(1);
});

test("who added a picture stands in the log once, and nobody of whom none was kept", async ({ db, folder }) => {
  const adding = await addingTo(db, folder);
  const bytes = await buildJpeg();
  const broken: Storage = { ...adding.storage, put: () => Promise.reject(new Error("The disk is full")) };
  await addGuidePicture({ ...adding, storage: broken }, bytes);
  const [first] = [await addGuidePicture(adding, bytes), await addGuidePicture(adding, bytes)];

  const picture = pathOf(first);
  const { id, width, height } = picture;
  const by = { actorKind: "staff", actorId: adding.by, subjectKind: "guide-picture", subjectId: id };
  expect(await db.select().from(auditEntries).where(eq(auditEntries.action, "guide-picture.add"))).toMatchObject([
    { ...by, before: null, after: { width, height } },
  ]);
});

test.for([
  ["no picture", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "not-a-picture"],
  ["nothing", Buffer.alloc(0), "not-a-picture"],
] as const)("%s is refused, and leaves nothing", async ([_what, bytes, refusal], { db, folder }) => {
  const adding = await addingTo(db, folder);

  expect(await addGuidePicture(adding, bytes)).toBe(refusal);
  expect(await db.$count(guidePictures)).toBe(0);
});

test("a storage that fails leaves no picture behind", async ({ db, folder }) => {
  const adding = await addingTo(db, folder);
  const broken: Storage = { ...adding.storage, put: () => Promise.reject(new Error("The disk is full")) };

  expect(await addGuidePicture({ ...adding, storage: broken }, await buildJpeg())).toBe("no-storage");
  expect(await db.$count(guidePictures)).toBe(0);
});

test("a picture that no guide names goes after two months with its files, one that is named stays", async ({
  db,
  folder,
}) => {
  const adding = await addingTo(db, folder);
  const [named, unnamed] = [
    await addGuidePicture(adding, await buildJpeg()),
    await addGuidePicture(adding, await buildJpeg({ hue: "#123456" })),
  ];
  if (typeof named === "string") throw new Error(named);
  await buildGuide(db, { body: `![A door](${named.path})` });
  const { id } = pathOf(unnamed);

  await removeGuidePictures(adding, new Date(NOW.getTime() + 59 * DAY_MS));
  expect(await db.$count(guidePictures)).toBe(2);
  await removeGuidePictures(adding, new Date(NOW.getTime() + 61 * DAY_MS));

  expect(await db.$count(guidePictures, eq(guidePictures.id, id))).toBe(0);
  expect(readdirSync(join(folder, "uploads/guide-pictures"))).toEqual([pathOf(named).id]);
});

async function addingTo(db: Database, folder: string) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { db, storage: storageOf({ dataDir: folder, storage: null }), log: silentLog(), by, now: NOW };
}

function pathOf(added: { path: string } | string) {
  const picture = typeof added === "string" ? null : readGuidePicture(added.path);
  if (picture === null) throw new Error(`It was refused: ${JSON.stringify(added)}`);
  return picture;
}
