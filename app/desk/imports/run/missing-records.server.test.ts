import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { bySlug, EMPTY_SPOT } from "../decision-builders.ts";
import { buildFeature, buildFeatureFile, buildImport, processTestImport } from "../import-builders.ts";
import { startUndo } from "./undo-import.server.ts";

const DAY_MS = 86_400_000;

test("a record that two whole files in a row lack loses its facts, its place stays open, and it may come back", async ({
  db,
}) => {
  const phones: unknown[] = [];
  const missing: unknown[] = [];
  for (const [day, hasOboe] of [true, false, false, true].entries()) {
    const { report } = await importWhole(db, { day, hasOboe });
    missing.push(report.missing);
    phones.push((await bySlug(db, "zephyr-oboe-repairs"))?.phone);
  }

  expect(missing).toEqual([0, 1, 1, 0]);
  expect(phones).toEqual(["+12025550143", "+12025550143", null, "+12025550143"]);
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ status: "published", closure: null });
});

test("a record that is there in between starts over, and a file with a part of its source counts nothing", async ({
  db,
}) => {
  for (const [day, hasOboe] of [true, false, true, false].entries()) await importWhole(db, { day, hasOboe });
  const part = await importWhole(db, { day: 4, hasOboe: false, isWhole: false });

  expect(part.report.missing).toBeNull();
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ phone: "+12025550143" });
});

test("undoing a whole file undoes what it said by lacking a record", async ({ db }) => {
  for (const [day, hasOboe] of [true, false].entries()) await importWhole(db, { day, hasOboe });
  // A new phone of the other shop gives the run something to undo.
  const { id } = await importWhole(db, { day: 2, hasOboe: false, phone: "+12025550177" });
  const dropped = await bySlug(db, "zephyr-oboe-repairs");
  const { id: editorId } = await buildUser(db, { role: "admin" });
  await startUndo(db, { importId: id, actor: { kind: "staff", id: editorId }, now: NOW });
  await processTestImport(db, id, NOW);

  expect(dropped).toMatchObject({ phone: null });
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ phone: "+12025550143" });
});

function importWhole(
  db: Database,
  {
    day,
    hasOboe,
    isWhole = true,
    phone = "+12025550144",
  }: { day: number; hasOboe: boolean; isWhole?: boolean; phone?: string },
) {
  const features = [
    buildFeature({ id: "b", name: "Quagga Kites", at: [38.8981, -76.9651], phones: [phone] }),
    ...(hasOboe
      ? [buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT, phones: ["+12025550143"] })]
      : []),
  ];
  const now = new Date(NOW.getTime() + day * DAY_MS);
  return buildImport(db, { path: buildFeatureFile(features), isWhole, now });
}
