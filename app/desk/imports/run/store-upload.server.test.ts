import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { type ImportStage, imports } from "#app/db/schema/importing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { type Storage, openStorage } from "#app/platform/storage.server.ts";
import { NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { deleteLegacyUploads } from "./delete-legacy-uploads.server.ts";
import { buildCheckedImport, buildFeature } from "../import-builders.ts";
import {
  openImportFile,
  PART_BYTES,
  formatStoredLocation,
  parseStoredLocation,
} from "../readers/import-file.server.ts";
import { OVERTURE } from "../mapping/import-source.ts";
import {
  addImport,
  deleteOldImportFiles,
  startCheck,
  startRun,
  processImport,
} from "../screens/import-lifecycle.server.ts";
import { storeUpload } from "./store-upload.server.ts";
import { inspectFile } from "../readers/read-file.server.ts";

const ACTOR = { kind: "command" as const, id: "import" };

test("a file larger than one part is stored in parts, read back whole, and deleted after the import", async ({
  db,
}) => {
  const { storage, filesIn } = buildStorage();
  const collection = JSON.stringify({ type: "FeatureCollection", features: [buildFeature({ name: "Zebra Kites" })] });
  const id = await uploadAndCheck(db, storage, collection + " ".repeat(PART_BYTES * 2));
  const parts = filesIn();

  await workAt(db, storage, id);
  await startRun(db, { importId: id, publishes: true, actor: ACTOR, now: NOW });
  await workAt(db, storage, id);

  expect(parts).toHaveLength(3);
  expect(await rowOf(db, id)).toMatchObject({ stage: "done", filePath: null, recordsRead: 1, report: { new: 1 } });
  expect(filesIn()).toEqual([]);
});

test("an empty file is accepted as a file, and a file field without a chosen file is not", async () => {
  const { storage } = buildStorage();
  const upload = async (file: File) => {
    const body = new FormData();
    body.set("file", file);
    return storeUpload(new Request("http://here/", { method: "POST", body }), { storage, now: NOW });
  };

  expect(await upload(new File([], "empty.json"))).toMatchObject({ file: { fileName: "empty.json", byteCount: 0 } });
  expect(await upload(new File([], ""))).toMatchObject({ file: null });
});

test("an import whose file is gone fails and asks to send it again", async ({ db }) => {
  const { storage } = buildStorage();
  const id = await uploadAndCheck(db, storage, JSON.stringify(buildFeature()));
  const stored = parseStoredLocation((await rowOf(db, id))?.filePath ?? "");
  await storage.removeFolder(stored?.folder ?? "none");

  await workAt(db, storage, id);

  expect(await rowOf(db, id)).toMatchObject({
    stage: "failed",
    problem: expect.stringContaining("Upload it again") as unknown,
  });
});

test("an upload that breaks off, is too large or isn't a form leaves nothing in the storage", async () => {
  const { storage, filesIn } = buildStorage();
  const broken = new Request("http://here/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: `--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n${"y".repeat(PART_BYTES + 9)}`,
  });
  const plain = new Request("http://here/", { method: "POST", body: "name=value" });

  expect(await storeUpload(broken, { storage, now: NOW })).toBeNull();
  expect(await storeUpload(plain, { storage, now: NOW })).toBeNull();
  expect(filesIn()).toEqual([]);
});

test("files of abandoned imports are deleted after 30 days, and every upload after 60", async ({ db }) => {
  const { storage, filesIn } = buildStorage();
  const days = (count: number) => new Date(NOW.getTime() + count * DAY_MS);
  const remaining = await uploadAndCheck(db, storage, JSON.stringify(buildFeature()));
  const worked = await uploadAndCheck(db, storage, JSON.stringify(buildFeature()));
  await db
    .update(imports)
    .set({ progressedAt: days(29) })
    .where(eq(imports.id, worked));

  await deleteOldImportFiles(db, { storage, now: days(29) });
  expect(filesIn()).toHaveLength(2);
  await deleteOldImportFiles(db, { storage, now: days(31) });
  expect(filesIn()).toHaveLength(1);
  expect([(await rowOf(db, remaining))?.filePath, (await rowOf(db, worked))?.filePath]).toEqual([
    null,
    expect.stringMatching(/^stored:imports\/2027-01-13\//),
  ]);
  await db
    .update(imports)
    .set({ progressedAt: days(58) })
    .where(eq(imports.id, worked));
  await deleteOldImportFiles(db, { storage, now: days(61) });
  expect(filesIn()).toEqual([]);
});

test("uploads of an earlier version are deleted when they are done or 30 days old", async ({ db }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-old-uploads-"));
  const folder = join(dataDir, "rowhouse-imports");
  mkdirSync(folder);
  const add = async (name: string, { days, stage }: { days: number; stage: ImportStage }) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(buildFeature({ id: name })));
    const written = new Date(NOW.getTime() - days * DAY_MS);
    utimesSync(path, written, written);
    const { id } = await buildCheckedImport(db, { path });
    await db.update(imports).set({ stage }).where(eq(imports.id, id));
    return id;
  };
  const ids = [
    await add("done", { days: 1, stage: "done" }),
    await add("old", { days: 31, stage: "checked" }),
    await add("young", { days: 29, stage: "checked" }),
  ];
  const first = await deleteLegacyUploads(db, { dataDir, now: NOW });
  const remaining = readdirSync(folder);
  const rows = await Promise.all(ids.map((id) => rowOf(db, id)));
  const second = await deleteLegacyUploads(db, { dataDir, now: new Date(NOW.getTime() + 2 * DAY_MS) });

  expect([first.removed, remaining, second.removed]).toEqual([2, ["young"], 1]);
  expect(rows.map((row) => row?.filePath)).toEqual([null, null, join(folder, "young")]);
  expect(existsSync(folder)).toBe(false);
  expect(await deleteLegacyUploads(db, { dataDir, now: NOW })).toEqual({ removed: 0 });
});

function buildStorage() {
  const folder = mkdtempSync(join(tmpdir(), "rowhouse-import-upload-"));
  const filesIn = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []));
  return { storage: openStorage(readEnv({ DATA_DIR: folder })), filesIn };
}

/** A file uploaded with the form, whose check has been requested. */
async function uploadAndCheck(db: Database, storage: Storage, content: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([content]), String.raw`C:\places\some.geojson`);
  const upload = await storeUpload(new Request("http://here/", { method: "POST", body }), { storage, now: NOW });
  if (upload === null || upload === "too-large" || upload.file === null) throw new Error("Nothing was stored");
  const { stored, ...file } = upload.file;
  const found = await inspectFile(openImportFile(formatStoredLocation(stored), storage), null);
  if ("problem" in found) throw new Error(found.problem);
  const input = {
    ...file,
    place: formatStoredLocation(stored),
    found,
    source: OVERTURE,
    publishes: true,
    actor: ACTOR,
    now: NOW,
  };
  const added = await addImport(db, input);
  if ("problem" in added) throw new Error(added.problem);
  await startCheck(db, { importId: added.id, actor: ACTOR, now: NOW });
  return added.id;
}

async function workAt(db: Database, storage: Storage, importId: string): Promise<void> {
  await processImport({ db, storage, importId, now: () => NOW, actor: ACTOR, log: silentLog() });
}

async function rowOf(db: Database, id: string) {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row;
}
