import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts } from "#app/db/schema/places.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { decideRecord } from "../duplicates/decide-record.server.ts";
import { buildFeature, buildFile, buildImport, buildFeatureFile } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import { withdrawSource } from "./withdraw-source.server.ts";
import { COMMAND, EMPTY_SPOT, bySlug, buildPossibleDuplicate } from "../decision-builders.ts";

test("withdrawing a source removes its facts, lets other sources' facts take over, and removes places with nothing else", async ({
  db,
}) => {
  const sources = [{ dataset: "meta", update_time: "2027-01-02T08:00:00Z" }];
  const features = [
    buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT, phones: ["+12025550143"], sources }),
    buildFeature({ id: "b", name: "Quagga Kites", at: [38.8981, -76.9651] }),
    buildFeature({ id: "c", name: "Okapi Hats", at: [38.8985, -76.9645] }),
  ];
  await buildImport(db, { path: buildFeatureFile(features) });
  const osm = (id: number, name: string, phone: string) => ({
    type: "node",
    id,
    lat: EMPTY_SPOT[0],
    lon: EMPTY_SPOT[1],
    tags: { name, phone, shop: "bicycle", website: "https://zephyr.example" },
  });
  const path = buildFile(JSON.stringify({ elements: [osm(1, "Zephyr Oboe Repairs", "+12025550199")] }));
  await buildImport(db, { path, source: OPENSTREETMAP });
  const hats = await bySlug(db, "okapi-hats");
  const changes = [{ field: "phone" as const, value: "+12025550111", sourceId: "business-owner" }];
  await changeFacts(db, { placeId: hats?.id ?? 0, changes, changedBy: null, caseId: null, now: NOW });
  const before = await bySlug(db, "zephyr-oboe-repairs");
  const done = await withdrawSource(db, { sourceId: "overture-places", actor: COMMAND, now: NOW });
  const again = await withdrawSource(db, { sourceId: "overture-places", actor: COMMAND, now: NOW });

  expect(before).toMatchObject({ phone: "+12025550143", website: "https://zephyr.example" });
  expect(done).toEqual({ records: 3, removed: 1, retained: 1 });
  expect(again).toEqual({ records: 0, removed: 0, retained: 0 });
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ phone: "+12025550199", status: "published" });
  expect(await bySlug(db, "quagga-kites")).toBeUndefined();
  expect(await bySlug(db, "okapi-hats")).toMatchObject({
    name: "Okapi Hats",
    phone: "+12025550111",
    status: "published",
    lat: null,
  });
  expect(await db.$count(placeFacts, eq(placeFacts.sourceId, "overture-places"))).toBe(0);
  expect(await db.$count(sourceRecords, eq(sourceRecords.sourceId, "overture-places"))).toBe(0);
  expect(await withdrawSource(db, { sourceId: "abca-2025", actor: COMMAND, now: NOW })).toBeNull();
});

test("each run and each decision has one entry in the audit log", async ({ db }) => {
  const { record, id } = await buildPossibleDuplicate(db);
  await decideRecord(db, { recordId: record.id, decision: "same", actor: COMMAND, now: NOW });
  const entries = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, "import.run")));

  expect(entries.map(({ actorName, after }) => [actorName, after])).toEqual([
    ["import", expect.objectContaining({ possibleDuplicates: 1, added: 0 })],
  ]);
  expect(await db.$count(auditEntries, eq(auditEntries.action, "import.decide"))).toBe(1);
});
