import { and, eq, like, sql } from "drizzle-orm";
import { expect, vi } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { queryRows } from "#tests/query-rows.ts";
import { test } from "#tests/test-database.ts";

import {
  buildCheckedImport,
  buildFeature,
  buildFile,
  buildImport,
  buildFeatureFile,
  loadImportReport,
  processTestImport,
} from "../import-builders.ts";
import { type ImportSource, OPENSTREETMAP, OVERTURE } from "../mapping/import-source.ts";
import { listCustomMappings } from "../run/import-queries.server.ts";
import { saveCategoryMappings, startCheck, startRun } from "./import-lifecycle.server.ts";

test("a new place is listed with its facts, each with its source, license and date", async ({ db }) => {
  const feature = buildFeature({
    name: "Zebra Finch Coffee",
    phones: ["(202) 555-0143"],
    websites: ["http://zebrafinch.example/dc"],
    addresses: [{ freeform: "2600 Benning Rd NE", postcode: "20002-1234", region: "DC", country: "US" }],
    sources: [{ dataset: "meta", update_time: "2026-10-05T08:00:00Z" }],
  });
  const { report } = await buildImport(db, { path: buildFeatureFile([feature]) });
  const [place] = await db.select().from(places).where(eq(places.slug, "zebra-finch-coffee"));
  const facts = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, place?.id ?? 0));

  expect(report).toMatchObject({ new: 1, skipped: 0, applied: 1 });
  expect(place).toMatchObject({
    name: "Zebra Finch Coffee",
    categorySlug: "food",
    type: "Cafe",
    street: "2600 Benning Road",
    quadrant: "NE",
    zip: "20002",
    phone: "+12025550143",
    website: "http://zebrafinch.example/dc",
    status: "published",
  });
  const phone = facts.find(({ field }) => field === "phone");
  expect(phone).toMatchObject({
    sourceId: "overture-places",
    sourceRecord: "0001",
    checkedOn: "2026-10",
    origin: "import",
  });
  expect(facts.find(({ field }) => field === "category")).toMatchObject({ sourceId: "import-words", checkedOn: null });
});

test("a place that is certainly listed already gains only the facts it lacks", async ({ db }) => {
  const [tryst] = await db.select().from(places).where(eq(places.slug, "tryst"));
  await db.delete(placeFacts).where(and(eq(placeFacts.placeId, tryst?.id ?? 0), eq(placeFacts.field, "phone")));
  const before = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, tryst?.id ?? 0));
  const feature = buildFeature({
    name: "TRYST, LLC",
    at: [tryst?.lat ?? 0, tryst?.lng ?? 0],
    phones: ["+12025550100"],
    websites: ["https://tryst.example"],
    addresses: [{ freeform: "2459 18th St NW", postcode: "20009" }],
  });
  const { report } = await buildImport(db, { path: buildFeatureFile([feature]) });
  const after = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, tryst?.id ?? 0));

  expect(report).toMatchObject({ new: 0, matched: 1, filling: 1 });
  for (const fact of before) expect(after).toContainEqual(fact);
  const added = after.filter(({ origin }) => origin === "import").map(({ field }) => field);
  expect(added.length).toBeGreaterThan(0);
  expect(added).not.toContain("address");
});

test("importing the same file again changes nothing, and a changed file updates only what changed", async ({ db }) => {
  const at: [number, number] = [38.8973, -76.9665];
  const first = buildFeature({ name: "Zebra Finch Coffee", at, phones: ["+12025550143"] });
  await buildImport(db, { path: buildFeatureFile([first]) });
  const state = await db.select().from(placeFacts).where(eq(placeFacts.sourceRecord, "0001"));
  const second = await buildImport(db, { path: buildFeatureFile([first]) });
  const same = await db.select().from(placeFacts).where(eq(placeFacts.sourceRecord, "0001"));
  const third = await buildImport(db, {
    path: buildFeatureFile([
      { ...first, properties: { ...first.properties, phones: [], websites: ["https://zebra.example"] } },
    ]),
  });
  const [place] = await db.select().from(places).where(eq(places.slug, "zebra-finch-coffee"));

  expect(second.report).toMatchObject({ new: 0, unchanged: 1, applied: 0 });
  expect(same).toEqual(state);
  expect(third.report).toMatchObject({ changed: 1, applied: 1 });
  expect(place).toMatchObject({ phone: null, website: "https://zebra.example" });
  expect(await db.$count(places, like(places.slug, "zebra-finch%"))).toBe(1);
});

test("facts that a person set on an imported place survive further imports and a reload of the seed data", async ({
  db,
}) => {
  const feature = (phone: string) => buildFeatureFile([buildFeature({ name: "Zebra Finch Coffee", phones: [phone] })]);
  await buildImport(db, { path: feature("+12025550143") });
  const [place] = await db.select().from(places).where(eq(places.slug, "zebra-finch-coffee"));
  const changes = [{ field: "phone" as const, value: "+12025550199", sourceId: "business-owner" }];
  await changeFacts(db, { placeId: place?.id ?? 0, changes, changedBy: null, caseId: null, now: NOW });
  await buildImport(db, { path: feature("+12025550144") });
  await loadSeedData(db, { folder: "seeds/catalogue", now: NOW, force: true });
  const [after] = await db.select().from(places).where(eq(places.slug, "zebra-finch-coffee"));

  expect(after).toMatchObject({ phone: "+12025550199", name: "Zebra Finch Coffee", status: "published" });
});

test("a place that is in a file twice becomes one place with the facts of both entries", async ({ db }) => {
  const at: [number, number] = [38.8973, -76.9665];
  const path = buildFeatureFile([
    buildFeature({ id: "a", name: "Zebra Finch Coffee", at, phones: ["+12025550143"] }),
    buildFeature({ id: "b", name: "Zebra Finch Coffee LLC", at, websites: ["https://zebra.example"] }),
    buildFeature({ id: "a", name: "Zebra Finch Coffee", at }),
  ]);
  const { report } = await buildImport(db, { path });
  const [place] = await db.select().from(places).where(eq(places.slug, "zebra-finch-coffee"));

  expect(report).toMatchObject({ new: 1, duplicatesInFile: 1, skipped: 1, skips: { repeated: 1 } });
  expect(place).toMatchObject({ phone: "+12025550143", website: "https://zebra.example" });
  expect(await db.$count(sourceRecords, eq(sourceRecords.placeId, place?.id ?? 0))).toBe(2);
});

test("a check writes only its report, and names each skipped entry with the reason", async ({ db }) => {
  const count = await db.$count(places);
  const path = buildFeatureFile([
    buildFeature({ id: "a", name: "Zebra Finch Coffee" }),
    buildFeature({ id: "b", name: "" }),
    buildFeature({ id: "c", name: "In Virginia", at: [38.86, -77.09] }),
    buildFeature({ id: "d", name: "Gone", operating_status: "permanently_closed" }),
    buildFeature({ id: "e", name: "Odd Thing", categories: { primary: "alien_embassy" } }),
  ]);
  const { id, report } = await buildCheckedImport(db, { path });
  const skipped = await db
    .select()
    .from(importRecords)
    .where(and(eq(importRecords.importId, id), eq(importRecords.outcome, "skipped")));

  expect(await db.$count(places)).toBe(count);
  expect(report).toMatchObject({ new: 1, skipped: 4, unknownKinds: { alien_embassy: 1 } });
  expect(skipped.map(({ number, reason }) => [number, reason])).toEqual([
    [2, "no-name"],
    [3, "outside"],
    [4, "closed"],
    [5, "unknown-kind"],
  ]);
});

test("an editor's category for a file without kinds applies to that file only", async ({ db }) => {
  const header =
    "Status,Store code,Business name,Address line 1,Locality,Administrative area,Postal code,Primary phone";
  const row = (code: string, name: string) => `Published,${code},${name},2600 Benning Rd NE,Washington,DC,20002,`;
  const path = buildFile([header, row("S1", "Zephyr Kites"), row("S2", "Okapi Hats")].join("\n"));
  const source = { ...OPENSTREETMAP, id: "import-merchants" };
  const { id, report } = await buildCheckedImport(db, { path, source });
  const defaultCategory = { category: "shopping", type: "Kite shop" } as const;
  const actor = { kind: "command" as const, id: "import" };
  const started = await startCheck(db, { importId: id, defaultCategory, actor, now: NOW });
  await processTestImport(db, id, NOW);
  const records = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const other = await buildCheckedImport(db, { path, source });

  expect(report).toMatchObject({ new: 0, skipped: 2, unknownKinds: { "": 2 } });
  expect(started).toBe("started");
  expect(records.map(({ outcome, facts }) => [outcome, facts])).toEqual([
    ["new", expect.objectContaining(defaultCategory)],
    ["new", expect.objectContaining(defaultCategory)],
  ]);
  expect(other.report).toMatchObject({ new: 0, unknownKinds: { "": 2 } });
});

test("kinds and cuisines named like built-in object members are handled like any other", async ({ db }) => {
  const rows = ["__proto__", "constructor", "toString", "Cafe"].map(
    (kind, at) => `Zephyr ${at},${2_600 + at} Benning Rd NE,${kind}`,
  );
  const path = buildFile(["Name,Address,Kind", ...rows].join("\n"));
  const table = await buildCheckedImport(db, { path, source: { ...OPENSTREETMAP, id: "import-merchants" } });
  const element = { type: "node", id: 7, lat: 38.8973, lon: -76.9665 };
  const tags = { name: "Okapi Noodles", amenity: "restaurant", cuisine: "constructor" };
  const osm = await buildCheckedImport(db, {
    path: buildFile(JSON.stringify({ elements: [{ ...element, tags }] })),
    source: OPENSTREETMAP,
  });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, osm.id));

  expect(table.report).toMatchObject({ new: 1, skipped: 3 });
  const kinds = new Map(Object.entries(table.report.unknownKinds ?? {}));
  expect(kinds).toEqual(new Map(["__proto__", "constructor", "toString"].map((kind) => [kind, 1])));
  expect(record?.facts).toMatchObject({ category: "food", type: "Restaurant" });
});

test("an Overpass answer that broke off and a file that ends between two entries are reported as incomplete", async ({
  db,
}) => {
  const element = {
    type: "node",
    id: 7,
    lat: 38.8973,
    lon: -76.9665,
    tags: { name: "Okapi Noodles", amenity: "cafe" },
  };
  const remark = 'runtime error: Query timed out in "query" at line 1 after 25 seconds.';
  const answers = [
    JSON.stringify({ elements: [], remark }),
    JSON.stringify({ elements: [element], remark }, null, 2),
    JSON.stringify({ generator: "remark", remark, elements: [element] }),
    JSON.stringify({ osm3s: {}, remark }),
    JSON.stringify({ elements: [element], remark: "runtime remark: Timeout is 5 seconds." }),
    JSON.stringify({ elements: [{ ...element, remark }] }),
    `{"elements": [\n${JSON.stringify(element)},\n`,
    JSON.stringify({ elements: [element], remark }).slice(0, -20),
  ];
  const endings: unknown[] = [];
  for (const answer of answers) {
    const { report } = await buildCheckedImport(db, { path: buildFile(answer), source: OPENSTREETMAP });
    endings.push(report.ending?.kind === "remark" ? report.ending.remark : report.ending?.kind);
  }

  expect(endings).toEqual([remark, remark, remark, remark, "whole", "whole", "cut-short", "cut-short"]);
});

test("the audit log shows who uploaded a file and who checked it with which columns", async ({ db }) => {
  const path = buildFile("Name,Address,Type\nZephyr Kites,2600 Benning Rd NE,Bike shop\n");
  const mapping = { name: "Name", street: "Address", kind: "Type" };
  const { id } = await buildCheckedImport(db, { path, source: { ...OPENSTREETMAP, id: "import-merchants" }, mapping });
  const { id: editorId } = await buildUser(db, { role: "admin" });
  const actor = { kind: "staff", id: editorId } as const;
  await startCheck(db, { importId: id, mapping: { name: "Name", street: "Address" }, actor, now: NOW });
  // The check is already running, so nothing starts.
  await startCheck(db, { importId: id, actor, now: NOW });

  const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(auditEntries.id);
  expect(entries).toMatchObject([
    {
      action: "import.send",
      actorName: "import",
      after: { file: "places.txt", format: "csv", source: "import-merchants" },
    },
    { action: "import.check", actorName: "import", after: { mapping } },
    { action: "import.check", actorId: editorId, after: { mapping: { name: "Name", street: "Address" } } },
  ]);
});

test("a category mapping can be set, changed and removed", async ({ db }) => {
  const path = buildFeatureFile([buildFeature({ name: "Odd Thing", categories: { primary: "alien_embassy" } })]);
  const { id } = await buildCheckedImport(db, { path });
  const actor = { kind: "command" as const, id: "import" };
  const results: unknown[] = [];
  const kinds = [{ category: "services", type: "Embassy" }, { category: "nightlife", type: "Bar" }, null] as const;
  for (const kind of kinds) {
    await saveCategoryMappings(db, { format: "overture", kinds: [{ key: "alien_embassy", kind }], actor, now: NOW });
    await startCheck(db, { importId: id, actor, now: NOW });
    await processTestImport(db, id, NOW);
    const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
    results.push([record?.outcome, record?.facts.type, await listCustomMappings(db, "overture")]);
  }

  expect(results).toEqual([
    ["new", "Embassy", [{ key: "alien_embassy", ...kinds[0] }]],
    ["new", "Bar", [{ key: "alien_embassy", ...kinds[1] }]],
    ["skipped", undefined, []],
  ]);
});

test("new places wait for an editor unless they are to be listed at once", async ({ db }) => {
  const count = await db.$count(places);
  const { id } = await buildImport(db, { path: buildFeatureFile([buildFeature()]), publishes: false });
  const waiting = await db.select().from(importRecords).where(eq(importRecords.importId, id));

  expect(await db.$count(places)).toBe(count);
  expect(waiting.map(({ state, outcome }) => [state, outcome])).toEqual([["waiting", "new"]]);
});

test("a place that is listed during a run isn't listed again by the run", async ({ db }) => {
  const { id } = await buildStarted(db, OVERTURE);
  const listed: number[] = [];
  const list = async (at: number, input: { name: string; phone?: string }) => {
    const [lat, lng] = ploverAt(at);
    // The phone matches at any distance; the others match by position.
    listed.push((await buildPlace(db, { lat, lng, ...input })).id);
  };
  beforeBatches(db, [
    async () => list(7, { name: "Plover 7 Kites", phone: "+12025550007" }),
    async () => {
      await list(257, { name: "Plover 257 Kites LLC" });
      await list(258, { name: "The Plover 258 Kites", phone: "+12025550258" });
    },
  ]);
  await processTestImport(db, id, NOW);
  const rows = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const placeOf = new Map(rows.map(({ recordId, placeId }) => [recordId, placeId]));

  expect(listed).toHaveLength(3);
  expect([7, 257, 258].map((at) => placeOf.get(`plover-${at}`))).toEqual(listed);
  expect(await db.$count(places, like(places.name, "%Plover %"))).toBe(PLOVERS);
  expect(await loadImportReport(db, id)).toMatchObject({ new: PLOVERS, applied: PLOVERS });
});

test("of two imports that run at once neither lists what the other has listed", async ({ db }) => {
  const one = await buildStarted(db, OVERTURE);
  const other = await buildStarted(db, OPENSTREETMAP);
  beforeBatches(db, [async () => {}, async () => processTestImport(db, one.id, NOW)]);
  await processTestImport(db, other.id, NOW);
  const locks = await queryRows(
    db,
    sql`select 1 as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
      and objid = (hashtextextended('import-run', 0) & x'ffffffff'::bigint)::oid`,
  );

  expect([one.report.new, other.report.new]).toEqual([PLOVERS, PLOVERS]);
  expect(await db.$count(places, like(places.name, "%Plover %"))).toBe(PLOVERS);
  expect(locks).toHaveLength(1);
});

test("OpenStreetMap's hours, attributes and check dates are imported", async ({ db }) => {
  const element = {
    type: "node",
    id: 77,
    lat: 38.8973,
    lon: -76.9665,
    tags: {
      name: "Zebra Finch Noodles",
      amenity: "restaurant",
      cuisine: "thai;noodle",
      opening_hours: "Mo-Fr 11:00-21:00; PH off",
      check_date: "2026-09-01",
      outdoor_seating: "no",
      wheelchair: "yes",
      "addr:housenumber": "2600",
      "addr:street": "Benning Road Northeast",
    },
  };
  const path = buildFile(
    JSON.stringify({ version: 0.6, elements: [element, { type: "node", id: 78, lat: 1, lon: 1 }] }),
  );
  const { report } = await buildImport(db, { path, source: OPENSTREETMAP });
  const [place] = await db.select().from(places).where(eq(places.slug, "zebra-finch-noodles"));
  const facts = await db
    .select()
    .from(placeFacts)
    .where(eq(placeFacts.placeId, place?.id ?? 0));

  expect(report.skips).toEqual({ "not-a-place": 1 });
  expect(place).toMatchObject({
    type: "Thai",
    street: "2600 Benning Road",
    quadrant: "NE",
    attributes: { outdoorSeating: false, stepFreeEntrance: true },
  });
  expect(place?.hours?.weekly.monday).toEqual([{ opens: "11:00", closes: "21:00" }]);
  expect(facts.find(({ field }) => field === "hours")).toMatchObject({
    sourceId: "openstreetmap",
    sourceRecord: "node/77",
    checkedOn: "2026-09-01",
  });
});

test("an entry without a position is compared with listed places and with much earlier entries of its file", async ({
  db,
}) => {
  const listed = await buildPlace(db, {
    name: "Okapi Lantern",
    street: "2700 Benning Road",
    quadrant: "NE",
    lat: 38.8982,
    lng: -76.9641,
  });
  const unplaced = (id: string, name: string, freeform: string) => ({
    ...buildFeature({ id, name, addresses: [{ freeform, region: "DC" }] }),
    geometry: null,
  });
  const path = buildFeatureFile([
    buildFeature({ id: "z", name: "Zebra Finch Coffee", addresses: [{ freeform: "2600 Benning Rd NE" }] }),
    ...Array.from({ length: PLOVERS }, (_, at) =>
      buildFeature({ id: `plover-${at}`, name: `Plover ${at} Kites`, at: ploverAt(at) }),
    ),
    unplaced("y", "Zebra Finch Coffee LLC", "2600 Benning Rd NE"),
    unplaced("o", "Okapi Lantern LLC", "2700 Benning Rd NE"),
  ]);
  const { id, report } = await buildCheckedImport(db, { path });
  const [okapi] = await db
    .select()
    .from(importRecords)
    .where(and(eq(importRecords.importId, id), eq(importRecords.recordId, "o")));

  expect(report).toMatchObject({
    new: PLOVERS + 1,
    duplicatesInFile: 1,
    matched: 1,
    possibleDuplicates: 0,
    skipped: 0,
  });
  expect(okapi).toMatchObject({ outcome: "duplicate", candidateId: listed.id });
});

test("an entry that is named like an other name of the place at its door is that place", async ({ db }) => {
  const [lat, lng] = ploverAt(0);
  const listed = await buildPlace(db, {
    name: "Okapi Lantern",
    otherNames: ["Old Zebra House", "Quagga Hall"],
    lat,
    lng,
  });
  const path = buildFeatureFile([buildFeature({ id: "q", name: "Quagga Hall", at: [lat, lng] })]);

  const { id, report } = await buildCheckedImport(db, { path });

  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  expect(report).toMatchObject({ new: 0, matched: 1 });
  expect(record).toMatchObject({ outcome: "duplicate", candidateId: listed.id });
});

test("a cancelled import leaves no staged records", async ({ db }) => {
  const { id } = await buildCheckedImport(db, { path: buildFeatureFile([buildFeature()]) });
  const { cancelImport } = await import("./import-lifecycle.server.ts");
  const stopped = await cancelImport(db, { importId: id, actor: { kind: "command", id: "import" }, now: NOW });
  const again = await cancelImport(db, { importId: id, actor: { kind: "command", id: "import" }, now: NOW });
  const [row] = await db.select().from(imports).where(eq(imports.id, id));

  expect([stopped, again]).toEqual([true, false]);
  expect(row?.stage).toBe("cancelled");
  expect(await db.$count(importRecords, eq(importRecords.importId, id))).toBe(0);
});

/** More entries than a batch of a check or a run. */
const PLOVERS = 260;

/** Positions about ten meters apart, on an empty stretch of riverbank. */
function ploverAt(at: number): [number, number] {
  return [38.8973 + (at % 20) / 10_000, -76.9665 + Math.floor(at / 20) / 10_000];
}

/** A checked file with more entries than a batch, whose run has been requested. */
async function buildStarted(db: Database, source: ImportSource) {
  const features = Array.from({ length: PLOVERS }, (_, at) =>
    buildFeature({
      id: `plover-${at}`,
      name: `Plover ${at} Kites`,
      at: ploverAt(at),
      phones: [`+1202555${String(at).padStart(4, "0")}`],
    }),
  );
  const checked = await buildCheckedImport(db, { path: buildFeatureFile(features), source });
  const actor = { kind: "command" as const, id: "import" };
  await startRun(db, { importId: checked.id, publishes: true, actor, now: NOW });
  return checked;
}

/** Runs each step right before the next batch begins, after the run has read the listings. */
function beforeBatches(db: Database, steps: (() => Promise<void>)[]): void {
  const beginTransaction = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementation(async (...input) => {
    await steps.shift()?.();
    return beginTransaction(...input);
  });
}
