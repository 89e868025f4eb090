import { and, eq } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { sourceRecords } from "#app/db/schema/importing.ts";
import { type FactField, placeFacts } from "#app/db/schema/places.ts";
import { applyFacts } from "#app/guide/places/facts/apply-facts.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { describeFreshness } from "#app/guide/places/facts/fact-origin.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";
import { findPlacePage } from "#app/guide/places/place-queries.server.ts";
import { buildRequestContext, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { bySlug, EMPTY_SPOT } from "../decision-builders.ts";
import { buildFeature, buildFeatureFile, buildFile, buildImport } from "../import-builders.ts";
import { OPENSTREETMAP, OWN_WEBSITE } from "../mapping/import-source.ts";
import { withdrawSource } from "./withdraw-source.server.ts";

test("the newer of two open sources wins, whichever was imported first", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-10-01" });
  const older = await importOverture(db, { phone: "+12025550102", updatedOn: "2026-06-01" });
  const afterOlder = await factOf(db, "phone");
  await importOverture(db, { phone: "+12025550103", updatedOn: "2027-01-02" });
  const withinTrust = await factOf(db, "phone");
  await importOsm(db, { phone: "+12025550101", check_date: "2025-02-01" });

  expect(older.report).toMatchObject({ matched: 1 });
  expect(afterOlder).toMatchObject({ value: "+12025550101", sourceId: "openstreetmap" });
  expect(withinTrust).toMatchObject({ value: "+12025550101", sourceId: "openstreetmap" });
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ phone: "+12025550101" });
});

test("a source without trust wins once its record is so much newer, and its name changes nothing", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2025-02-01" });
  await importOverture(db, { name: "ZEPHYR OBOE REPAIRS LLC", phone: "+12025550102", updatedOn: "2026-12-01" });

  expect(await factOf(db, "phone")).toMatchObject({ value: "+12025550102", checkedOn: "2026-12" });
  expect(await factOf(db, "name")).toMatchObject({ value: "Zephyr Oboe Repairs", sourceId: "openstreetmap" });
});

test("the place's own website wins over newer open sources, and a person's word over all of them", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2020-01-01" }, OWN_WEBSITE);
  await importOsm(db, { phone: "+12025550102", check_date: "2026-12-01" });
  const own = await factOf(db, "phone");
  const changes = [{ field: "phone" as const, value: "+12025550199", sourceId: "business-owner" }];
  const place = await bySlug(db, "zephyr-oboe-repairs");
  await changeFacts(db, { placeId: place?.id ?? 0, changes, changedBy: null, caseId: null, now: NOW });
  await importOsm(db, { phone: "+12025550103", check_date: "2027-01-02" }, OWN_WEBSITE);

  expect(own).toMatchObject({ value: "+12025550101", sourceId: OWN_WEBSITE.id });
  expect(await factOf(db, "phone")).toMatchObject({ value: "+12025550199", origin: "person" });
});

test("a record without a date counts as old, and one of a day to come as undated", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2099-01-01" });
  const future = await factOf(db, "phone");
  await importOverture(db, { phone: "+12025550102", updatedOn: "2026-08-01" });

  expect(future).toMatchObject({ value: "+12025550101", checkedOn: null });
  expect(await factOf(db, "phone")).toMatchObject({ value: "+12025550102", checkedOn: "2026-08" });
});

test("the same facts with a newer date confirm them, and an older or missing date changes nothing", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-03-01" });
  const newer = await importOsm(db, { phone: "+12025550101", check_date: "2026-11-03" });
  const confirmed = await factOf(db, "phone");
  const older = await importOsm(db, { phone: "+12025550101", check_date: "2026-01-01" });
  const undated = await importOsm(db, { phone: "+12025550101" });

  expect(newer.report).toMatchObject({ confirmed: 1, changed: 0, unchanged: 0 });
  expect(confirmed).toMatchObject({ checkedOn: "2026-11-03" });
  const nothing = { confirmed: 0, changed: 0, unchanged: 1 };
  expect([older.report, undated.report]).toMatchObject([nothing, nothing]);
  expect(await factOf(db, "phone")).toEqual(confirmed);
});

test("a register's fact of the seed data gives way to a newer record alone, and comes back without it", async ({
  db,
}) => {
  await buildSeeded(db);
  const [phone, website] = ["+12025550102", "https://new.example"];
  const undated = await importOsm(db, { phone, website });
  const shown = [await factOf(db, "phone")];
  await importOsm(db, { phone, website, check_date: "2024-06-01" });
  shown.push(await factOf(db, "phone"));
  await importOsm(db, { phone, website, check_date: "2026-10-01" });
  const [replaced, editors] = [await factOf(db, "phone"), await factOf(db, "website")];
  await withdrawSource(db, { sourceId: OPENSTREETMAP.id, actor: { kind: "command", id: "test" }, now: NOW });

  const register = { value: "+12025550101", sourceId: "abca-2025", sourceRecord: "ABRA-1", checkedOn: "2025-02-28" };
  expect(undated.report).toMatchObject({ matched: 1 });
  expect(shown).toMatchObject([register, register]);
  expect(replaced).toMatchObject({ value: phone, sourceId: "openstreetmap", origin: "import" });
  expect(editors).toMatchObject({ value: "https://old.example", origin: "seed" });
  expect(await factOf(db, "phone")).toMatchObject({ ...register, origin: "seed" });
  expect(await db.$count(sourceRecords)).toBe(0);
});

test("hours of a newer record replace a register's words about the hours", async ({ db }) => {
  await buildSeeded(db);
  await importOsm(db, { opening_hours: "Mo-Fr 09:00-17:00", check_date: "2026-10-01" });

  expect(await factOf(db, "hours")).toMatchObject({ sourceId: "openstreetmap" });
  expect(await factOf(db, "hoursText")).toBeUndefined();
  await withdrawSource(db, { sourceId: OPENSTREETMAP.id, actor: { kind: "command", id: "test" }, now: NOW });
  expect(await factOf(db, "hours")).toBeUndefined();
  expect(await factOf(db, "hoursText")).toMatchObject({ value: "By the season", origin: "seed" });
});

test("another source that says the same later is shown as a confirmation", async ({ db }) => {
  await importOsm(db, { phone: "+12025550101", check_date: "2026-03-01" }, OWN_WEBSITE);
  const before = await phoneNote(db);
  await importOsm(db, { phone: "+12025550101", check_date: "2026-11-03" });
  const after = await phoneNote(db);
  await importOsm(db, { phone: "+12025550155", check_date: "2026-12-03" });

  expect(before).toBe("Confirmed by its website, Mar 2026");
  expect(after).toBe("Confirmed by its website, Mar 2026, confirmed by OpenStreetMap on Nov 3, 2026");
  expect(await phoneNote(db)).toBe("Confirmed by its website, Mar 2026");
});

/** A place of the seed data: a register has its phone and its hours in words, and the editors know its website. */
async function buildSeeded(db: Database): Promise<void> {
  const [lat, lng] = EMPTY_SPOT;
  const own = { sourceId: "rowhouse", sourceRecord: null, checkedOn: null, origin: "seed" } as const;
  const register = { sourceId: "abca-2025", sourceRecord: "ABRA-1", checkedOn: "2025-02-28", origin: "seed" } as const;
  const put: Fact[] = [
    { ...own, field: "name", value: "Zephyr Oboe Repairs" },
    { ...own, field: "category", value: "food" },
    { ...own, field: "type", value: "Cafe" },
    { ...own, field: "neighborhood", value: "shaw" },
    { ...own, field: "position", value: { lat, lng } },
    { ...own, field: "website", value: "https://old.example" },
    { ...register, field: "phone", value: "+12025550101" },
    { ...register, field: "hoursText", value: "By the season" },
  ];
  await applyFacts(db, { changes: [{ place: null, put, drop: [] }], author: null, now: NOW });
}

function importOsm(db: Database, tags: Record<string, string>, source = OPENSTREETMAP) {
  const [lat, lon] = EMPTY_SPOT;
  const named = { name: "Zephyr Oboe Repairs", amenity: "cafe", ...tags };
  const path = buildFile(JSON.stringify({ elements: [{ type: "node", id: 7, lat, lon, tags: named }] }));
  return buildImport(db, { path, source });
}

function importOverture(
  db: Database,
  { name = "Zephyr Oboe Repairs", phone, updatedOn }: { name?: string; phone: string; updatedOn: string },
) {
  const sources = [{ dataset: "meta", update_time: `${updatedOn}T08:00:00Z` }];
  const feature = buildFeature({ id: "o", name, at: EMPTY_SPOT, phones: [phone], sources });
  return buildImport(db, { path: buildFeatureFile([feature]) });
}

async function factOf(db: Database, field: FactField) {
  const place = await bySlug(db, "zephyr-oboe-repairs");
  const [fact] = await db
    .select()
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, place?.id ?? 0), eq(placeFacts.field, field)));
  return fact;
}

async function phoneNote(db: Database): Promise<string> {
  const page = await findPlacePage(db, "zephyr-oboe-repairs", buildRequestContext());
  return page?.origins.phone === undefined ? "" : describeFreshness(page.origins.phone);
}
