import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { places } from "#app/db/schema/places.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { bySlug, EMPTY_SPOT, factsOf } from "../decision-builders.ts";
import { buildFeature, buildFeatureFile, buildImport, processTestImport } from "../import-builders.ts";
import * as route from "../screens/import.route.tsx";
import { importPath } from "../screens/imports.ts";

const OBOE = { id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT };

test("undoing a run removes what it added and puts back what it changed, as it was", async ({ db }) => {
  await importPlaces(db, [{ ...OBOE, phones: ["+12025550101"] }]);
  const place = await bySlug(db, "zephyr-oboe-repairs");
  const factsBefore = await factsOf(db, place?.id ?? 0);
  const recordsBefore = await db.select().from(sourceRecords);
  const later = await importPlaces(db, [
    { ...OBOE, phones: ["+12025550102"], websites: ["https://zephyr.example"] },
    { id: "b", name: "Quagga Kites", at: [38.8981, -76.9651] },
  ]);
  const changed = await bySlug(db, "zephyr-oboe-repairs");
  const answer = await undo(db, later.id);
  const facts = await factsOf(db, place?.id ?? 0);

  expect(changed).toMatchObject({ phone: "+12025550102", website: "https://zephyr.example" });
  expect(answer).toBe(importPath(later.id));
  expect(facts.map(withoutTime)).toEqual(factsBefore.map(withoutTime));
  expect(await db.select().from(sourceRecords)).toEqual(recordsBefore);
  expect(await bySlug(db, "quagga-kites")).toBeUndefined();
  const [row] = await db.select().from(imports).where(eq(imports.id, later.id));
  expect(row).toMatchObject({ stage: "undone", report: { undone: { entries: 2, removed: 1, retained: 0 } } });
  expect(await db.$count(importRecords, eq(importRecords.importId, later.id))).toBe(0);
  const isAudited = and(eq(auditEntries.subjectId, later.id), eq(auditEntries.action, "import.undo-run"));
  expect(await db.$count(auditEntries, isAudited)).toBe(1);
});

test("a place that people have built on stays, with its name and what they said", async ({ db }) => {
  const { id } = await importPlaces(db, [{ ...OBOE, websites: ["https://zephyr.example"] }]);
  const place = await bySlug(db, "zephyr-oboe-repairs");
  const changes = [{ field: "phone" as const, value: "+12025550199", sourceId: "business-owner" }];
  await changeFacts(db, { placeId: place?.id ?? 0, changes, changedBy: null, caseId: null, now: NOW });
  await undo(db, id);

  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({
    name: "Zephyr Oboe Repairs",
    phone: "+12025550199",
    website: null,
    status: "published",
  });
});

test("a run is undone only before the runs that came before it, once, and not while nothing was written", async ({
  db,
}) => {
  const first = await importPlaces(db, [{ ...OBOE, phones: ["+12025550101"] }]);
  const second = await importPlaces(db, [{ ...OBOE, phones: ["+12025550102"] }]);
  const tooEarly = await undo(db, first.id);
  const between = await bySlug(db, "zephyr-oboe-repairs");
  const undone = await undo(db, second.id);
  const again = await undo(db, second.id);
  const last = await undo(db, first.id);

  expect([tooEarly, undone, again, last]).toEqual([400, importPath(second.id), 409, importPath(first.id)]);
  expect(between).toMatchObject({ phone: "+12025550102" });
  expect(await bySlug(db, "zephyr-oboe-repairs")).toBeUndefined();
});

test("after an undo the same file is imported like a new one", async ({ db }) => {
  const { id } = await importPlaces(db, [OBOE]);
  await undo(db, id);
  const { report } = await importPlaces(db, [OBOE]);

  expect(report).toMatchObject({ new: 1, skipped: 0, applied: 1 });
  expect(await db.$count(places, eq(places.slug, "zephyr-oboe-repairs"))).toBe(1);
});

test("an undo that stops between two batches goes on where it stopped", async ({ db }) => {
  const many = Array.from({ length: 210 }, (_, at) => ({
    id: `p${at}`,
    name: `Plover ${at} Kites`,
    at: [38.8973 + (at % 20) / 10_000, -76.9665 + Math.floor(at / 20) / 10_000] as [number, number],
    phones: [`+1202555${String(at).padStart(4, "0")}`],
  }));
  const { id, report } = await importPlaces(db, many);
  await request(db, id);
  await processTestImport(db, id, NOW, { isTimeUp: () => true });
  const [halfway] = await db.select().from(imports).where(eq(imports.id, id));
  await processTestImport(db, id, NOW);
  const [row] = await db.select().from(imports).where(eq(imports.id, id));

  expect(report).toMatchObject({ new: 210, applied: 210 });
  expect(halfway).toMatchObject({ stage: "undoing", report: { undone: { entries: 200, removed: 200 } } });
  expect(row).toMatchObject({ stage: "undone", report: { undone: { entries: 210, removed: 210, retained: 0 } } });
});

function importPlaces(db: Database, features: Parameters<typeof buildFeature>[0][]) {
  return buildImport(db, { path: buildFeatureFile(features.map((feature) => buildFeature(feature))) });
}

/** Presses "Undo this import", and lets the job work. */
async function undo(db: Database, id: string): Promise<unknown> {
  const answer = await request(db, id);
  await processTestImport(db, id, NOW);
  return answer;
}

async function request(db: Database, id: string): Promise<unknown> {
  const person = await buildUser(db, { role: "admin" });
  return requestRoute(db, { route, path: importPath(id), params: { id }, fields: { do: "undo" }, person });
}

function withoutTime({ recordedAt: _recordedAt, ...fact }: Awaited<ReturnType<typeof factsOf>>[number]) {
  return fact;
}
