import { eq, sql } from "drizzle-orm";
import { expect, vi } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports } from "#app/db/schema/importing.ts";
import { DAY_MS } from "#app/lib/duration.ts";
import type { Storage } from "#app/platform/storage.server.ts";
import { NOW } from "#tests/builders.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test } from "#tests/test-database.ts";

import { acquireImportLease } from "./import-lease.server.ts";
import { buildFeature, buildFile, processTestImport } from "../import-builders.ts";
import { openLocalFile, formatStoredLocation } from "../readers/import-file.server.ts";
import { OPENSTREETMAP, OVERTURE } from "../mapping/import-source.ts";
import { addImport, cancelImport, startCheck, processImport } from "../screens/import-lifecycle.server.ts";
import { type FileInspection, inspectFile } from "../readers/read-file.server.ts";

const ACTOR = { kind: "command" as const, id: "import" };

test("while one process holds an import's lease no other process reads the file, until the lease is released or expires", async ({
  db,
}) => {
  const { importId, storage, reads } = await buildUploadedImport(db);
  const acquire = () => acquireImportLease(db, { importId, isForced: false, log: silentLog() });
  const work = { db, storage, importId, actor: ACTOR, log: silentLog(), now: () => NOW };
  const lease = await acquire();
  const outcome = await processImport(work);
  const readsDuringLease = reads();
  await backdateLease(db, { importId, secondsAgo: 100 });
  const second = await acquire();
  // The first process comes back and must not release the second one's lease.
  await lease?.release();
  const third = await acquire();
  await second?.release();
  await processImport(work);

  expect([lease === null, outcome, readsDuringLease, second === null, third]).toEqual([false, "over", 0, false, null]);
  expect(reads()).toBe(1);
  expect(await rowOf(db, importId)).toMatchObject({ stage: "checked", worker: null, lockedUntil: null });
});

test("of two processes whose clocks differ by a day only one works at an import", async ({ db }) => {
  const { importId, storage, reads } = await buildUploadedImport(db);
  const lease = await acquireImportLease(db, { importId, isForced: false, log: silentLog() });
  const work = { db, storage, importId, actor: ACTOR, log: silentLog() };
  const clocks = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS));
  for (const clock of clocks) await processImport({ ...work, now: () => clock });
  const readsDuringLease = reads();
  await lease?.release();

  expect(lease).not.toBeNull();
  expect(readsDuringLease).toBe(0);
  expect(await rowOf(db, importId)).toMatchObject({ stage: "checking", worker: null, lockedUntil: null });
});

test("an import is taken over only on request", async ({ db }) => {
  const { importId, storage } = await buildUploadedImport(db);
  const work = { db, storage, importId, actor: ACTOR, log: silentLog(), now: () => NOW };
  const acquire = () => acquireImportLease(db, { importId, isForced: false, log: silentLog() });
  const first = await acquire();
  await processImport({ ...work, isForced: true });
  const taken = await rowOf(db, importId);
  await startCheck(db, { importId, actor: ACTOR, now: NOW });
  const next = await acquire();
  const refused = await acquire();
  for (const lease of [first, next]) await lease?.release();

  expect(taken?.stage).toBe("checked");
  expect([next, refused].map((lease) => lease === null)).toEqual([false, true]);
});

test("a check that was restarted with other columns writes nothing from the earlier mapping", async ({ db }) => {
  const rows = Array.from({ length: 250 }, (_, at) => `Old ${at},New ${at},${2_600 + at} Benning Rd NE`);
  const path = buildFile(["Name,Title,Address", ...rows].join("\n"));
  const found = await inspectFile(openLocalFile(path), null);
  if ("problem" in found) throw new Error(found.problem);
  const source = { ...OPENSTREETMAP, id: "import-merchants" };
  const input = {
    place: path,
    found,
    fileName: "table.csv",
    byteCount: 9,
    source,
    publishes: false,
    actor: ACTOR,
    now: NOW,
  };
  const added = await addImport(db, input);
  const importId = "id" in added ? added.id : "";
  await startCheck(db, { importId, actor: ACTOR, mapping: { name: "Name", street: "Address" }, now: NOW });
  const beginTransaction = db.transaction.bind(db);
  const spy = vi.spyOn(db, "transaction").mockImplementation(async (...given) => {
    spy.mockRestore();
    // By now the first batch has been read completely.
    await cancelImport(db, { importId, actor: ACTOR, now: NOW });
    await startCheck(db, { importId, actor: ACTOR, mapping: { name: "Title", street: "Address" }, now: NOW });
    return beginTransaction(...given);
  });
  await processTestImport(db, importId, NOW);
  const between = await db.$count(importRecords, eq(importRecords.importId, importId));
  await processTestImport(db, importId, NOW);
  const records = await db.select().from(importRecords).where(eq(importRecords.importId, importId));

  expect([between, records.length]).toEqual([0, 250]);
  expect(records.filter(({ name }) => !name.startsWith("New "))).toEqual([]);
});

/** An uploaded file whose check is pending. `reads` counts how often the file was read. */
async function buildUploadedImport(db: Database) {
  const content = Buffer.from(JSON.stringify([buildFeature()]));
  let count = 0;
  const storage: Storage = {
    put: async () => {},
    get: async () => {
      count += 1;
      return content;
    },
    removeFolder: async () => {},
  };
  const place = formatStoredLocation({ folder: `imports/2027-01-13/${crypto.randomUUID()}`, parts: 1 });
  const found: FileInspection = { encoding: "utf-8", isMixed: false, format: "overture", headers: [], sample: [] };
  const input = { place, found, fileName: "a.json", byteCount: content.length };
  const added = await addImport(db, { ...input, source: OVERTURE, publishes: false, actor: ACTOR, now: NOW });
  return { importId: "id" in added ? added.id : "", storage, reads: () => count };
}

/** Backdates the last renewal of the lease. */
async function backdateLease(db: Database, { importId, secondsAgo }: { importId: string; secondsAgo: number }) {
  const lockedUntil = sql`${imports.lockedUntil} - make_interval(secs => ${secondsAgo})`;
  await db.update(imports).set({ lockedUntil }).where(eq(imports.id, importId));
}

async function rowOf(db: Database, id: string) {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row;
}
