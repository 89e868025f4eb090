import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { guidePictures } from "#app/db/schema/editing.ts";
import { parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { buildGuide, buildUser, NOW } from "#tests/builders.ts";
import { buildJpeg, buildJpegWithMetadata } from "#tests/pictures.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test as onDatabase } from "#tests/test-database.ts";

import { addGuidePicture, findGuidePicture, deleteUnusedPictures } from "./guide-pictures.server.ts";

const test = onDatabase.extend<{ folder: string }>({
  folder: async ({ task: _task }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "guide-pictures-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

test("a picture is stored without metadata, and served under the URL in the text", async ({ db, folder }) => {
  const context = await contextFor(db, folder);
  const bytes = await buildJpegWithMetadata("Zwiebelfisch");

  const added = await addGuidePicture(context, bytes);

  const picture = pathOf(added);
  const file = await findGuidePicture(context, { id: picture.id, file: `${picture.width}x${picture.height}.jpg` });
  const { width, height, exif } = await sharp(file?.bytes).metadata();
  expect([width, height, exif]).toEqual([picture.width, picture.height, undefined]);
  expect(Buffer.from(file?.bytes ?? []).includes("Zwiebelfisch")).toBe(false);
  expect((await findGuidePicture(context, { id: picture.id, file: `${picture.width}.webp` }))?.type).toBe("image/webp");
  for (const name of ["1x1.jpg", "481.webp", "kept.jpg", "..", `${picture.width}.jpg`]) {
    expect(await findGuidePicture(context, { id: picture.id, file: name })).toBeNull();
  }
});

test("the same file is stored once", async ({ db, folder }) => {
  const context = await contextFor(db, folder);
  const bytes = await buildJpeg();

  const [first, second] = [await addGuidePicture(context, bytes), await addGuidePicture(context, bytes)];

  expect(second).toEqual(first);
  expect(await db.$count(guidePictures)).toBe(1);
});

test("the audit log has one entry for an added picture, and none for a failed upload", async ({ db, folder }) => {
  const context = await contextFor(db, folder);
  const bytes = await buildJpeg();
  const broken: Storage = { ...context.storage, put: () => Promise.reject(new Error("The disk is full")) };
  await addGuidePicture({ ...context, storage: broken }, bytes);
  const [first] = [await addGuidePicture(context, bytes), await addGuidePicture(context, bytes)];

  const picture = pathOf(first);
  const { id, width, height } = picture;
  const by = { actorKind: "staff", actorId: context.by, subjectKind: "guide-picture", subjectId: id };
  expect(await db.select().from(auditEntries).where(eq(auditEntries.action, "guide-picture.add"))).toMatchObject([
    { ...by, before: null, after: { width, height } },
  ]);
});

test.for([
  ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "not-a-picture"],
  ["an empty file", Buffer.alloc(0), "not-a-picture"],
] as const)("%s is refused and stores nothing", async ([_what, bytes, refusal], { db, folder }) => {
  const context = await contextFor(db, folder);

  expect(await addGuidePicture(context, bytes)).toBe(refusal);
  expect(await db.$count(guidePictures)).toBe(0);
});

test("a storage failure leaves no picture behind", async ({ db, folder }) => {
  const context = await contextFor(db, folder);
  const broken: Storage = { ...context.storage, put: () => Promise.reject(new Error("The disk is full")) };

  expect(await addGuidePicture({ ...context, storage: broken }, await buildJpeg())).toBe("no-storage");
  expect(await db.$count(guidePictures)).toBe(0);
});

test("an unused picture is deleted with its files after two months, a used one stays", async ({ db, folder }) => {
  const context = await contextFor(db, folder);
  const cover = await addGuidePicture(context, await buildJpeg({ hue: "#654321" }));
  const [used, unused] = [
    await addGuidePicture(context, await buildJpeg()),
    await addGuidePicture(context, await buildJpeg({ hue: "#123456" })),
  ];
  if (typeof used === "string" || typeof cover === "string") throw new Error("A picture was refused");
  await buildGuide(db, { body: `![A door](${used.path})` });
  await buildGuide(db, { cover: { path: cover.path, alt: "A wall", credit: "" } });
  const { id } = pathOf(unused);

  await deleteUnusedPictures(context, new Date(NOW.getTime() + 59 * DAY_MS));
  expect(await db.$count(guidePictures)).toBe(3);
  await deleteUnusedPictures(context, new Date(NOW.getTime() + 61 * DAY_MS));

  expect(await db.$count(guidePictures, eq(guidePictures.id, id))).toBe(0);
  expect(readdirSync(join(folder, "uploads/guide-pictures")).toSorted()).toEqual(
    [pathOf(used).id, pathOf(cover).id].toSorted(),
  );
});

async function contextFor(db: Database, folder: string) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { db, storage: openStorage({ dataDir: folder, storage: null }), log: silentLog(), by, now: NOW };
}

function pathOf(added: { path: string } | string) {
  const picture = typeof added === "string" ? null : parseGuidePicturePath(added.path);
  if (picture === null) throw new Error(`It was refused: ${JSON.stringify(added)}`);
  return picture;
}
