import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import { auditEntries } from "#app/db/schema/audit.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { places, sources } from "#app/db/schema/places.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { startEvidenceClaim } from "#app/business/listings/claims/claims.server.ts";
import { postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { test, workerDatabase } from "#tests/test-database.ts";
import { countBlockedLocks } from "#tests/blocked-locks.ts";

import { IMPORT_LOCK } from "../run/apply-import.server.ts";
import { decideRecord, undoDecision } from "./decide-record.server.ts";
import { buildFeature, buildFile, buildImport, buildFeatureFile, processTestImport } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import { cancelImport, startPublishing } from "../screens/import-lifecycle.server.ts";
import { mergePlaces } from "../merges/merge-places.server.ts";
import { LATER, COMMAND, EMPTY_SPOT, factsOf, bySlug, buildPossibleDuplicate } from "../decision-builders.ts";

test("a possible duplicate waits, fills missing facts when confirmed as the same place, and waits again after an undo", async ({
  db,
}) => {
  const { record, place, report } = await buildPossibleDuplicate(db);
  const before = await factsOf(db, place.id);
  const decided = await decideRecord(db, { recordId: record.id, decision: "same", actor: COMMAND, now: NOW });
  const [filled] = await db.select().from(places).where(eq(places.id, place.id));
  const twice = await decideRecord(db, { recordId: record.id, decision: "new", actor: COMMAND, now: NOW });
  const undone = await undoDecision(db, { recordId: record.id, actor: COMMAND, now: NOW });

  expect([report.possibleDuplicates, record.state, record.candidateId]).toEqual([1, "waiting", place.id]);
  expect([decided, twice, undone]).toEqual(["decided", "gone", "undone"]);
  expect(filled).toMatchObject({ phone: "+12025550143", name: "Zephyr Oboe Repairs" });
  expect(await factsOf(db, place.id)).toEqual(before);
  expect(await db.$count(importRecords, eq(importRecords.state, "waiting"))).toBe(1);
});

test("an entry decided as another place is listed, and an undo removes the place unless people have built on it", async ({
  db,
}) => {
  const { record } = await buildPossibleDuplicate(db);
  const decide = () => decideRecord(db, { recordId: record.id, decision: "new", actor: COMMAND, now: NOW });
  await decide();
  const listed = await bySlug(db, "zephyr-organ-repairs");
  const undone = await undoDecision(db, { recordId: record.id, actor: COMMAND, now: NOW });
  const gone = await bySlug(db, "zephyr-organ-repairs");
  await decide();
  await buildReview(db, { placeId: (await bySlug(db, "zephyr-organ-repairs"))?.id ?? 0 });
  const refused = await undoDecision(db, { recordId: record.id, actor: COMMAND, now: NOW });

  expect([listed?.status, undone, gone, refused]).toEqual(["published", "undone", undefined, "built-on"]);
  expect((await bySlug(db, "zephyr-organ-repairs"))?.status).toBe("published");
});

test("an undo doesn't remove a place that has a question or a pending ownership claim", async ({ db }) => {
  const { record } = await buildPossibleDuplicate(db);
  const { id: userId } = await buildUser(db);
  const actions = [
    (place: { id: number; slug: string; name: string }) =>
      postPlaceQuestion(db, { place, askerId: userId, body: "Is there a bench outside?", now: NOW }),
    ({ id: placeId }: { id: number }) =>
      startEvidenceClaim(db, { placeId, claimerId: userId, evidence: "It is mine.", now: NOW }),
  ];
  for (const act of actions) {
    expect(await decideRecord(db, { recordId: record.id, decision: "new", actor: COMMAND, now: NOW })).toBe("decided");
    const place = await bySlug(db, "zephyr-organ-repairs");
    if (place === undefined) throw new Error("The place was not listed");
    await act(place);

    expect(await undoDecision(db, { recordId: record.id, actor: COMMAND, now: NOW })).toBe("built-on");
    expect((await bySlug(db, "zephyr-organ-repairs"))?.status).toBe("published");
    await db.delete(places).where(eq(places.id, place.id));
    await db.update(importRecords).set({ state: "waiting", placeId: null }).where(eq(importRecords.id, record.id));
  }
});

test("a twin follows the decision about its entry, and its undo", async ({ db }) => {
  const features = [
    buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT }),
    buildFeature({ id: "again", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT, websites: ["https://zephyr.example"] }),
  ];
  const { id, report } = await buildImport(db, { path: buildFeatureFile(features), publishes: false });
  const [first] = await db.select().from(importRecords).where(eq(importRecords.importId, id)).orderBy(importRecords.id);
  const input = { lat: EMPTY_SPOT[0], lng: EMPTY_SPOT[1], createdAt: new Date(NOW.getTime() + 1) };
  const other = await buildPlace(db, { name: "The Zephyr Oboe Repairs", website: null, ...input });
  const about = { recordId: first?.id ?? 0, actor: COMMAND, now: LATER };
  const decide = (decision: "same" | "new") => decideRecord(db, { ...about, decision });
  const readState = async () => ({
    other: (await bySlug(db, other.slug))?.website ?? null,
    own: (await bySlug(db, "zephyr-oboe-repairs"))?.website,
    waiting: await db.$count(importRecords, eq(importRecords.state, "waiting")),
    said: await db.$count(sourceRecords),
  });

  expect(await decide("new")).toBe("listed-since");
  const before = await readState();
  expect(await decide("same")).toBe("decided");
  const same = await readState();
  expect(await undoDecision(db, about)).toBe("undone");
  const undone = await readState();
  const listed = [
    await decide("new"),
    await readState(),
    await undoDecision(db, about),
    await readState(),
    await decide("new"),
  ];
  const place = await bySlug(db, "zephyr-oboe-repairs");
  await buildReview(db, { placeId: place?.id ?? 0 });
  const refused = await undoDecision(db, about);

  expect(report).toMatchObject({ new: 1, duplicatesInFile: 1 });
  expect(before).toEqual({ other: null, own: undefined, waiting: 2, said: 0 });
  expect(same).toEqual({ other: "https://zephyr.example", own: undefined, waiting: 0, said: 2 });
  expect(undone).toEqual(before);
  const own = { other: null, own: "https://zephyr.example", waiting: 0, said: 2 };
  expect(listed).toEqual(["decided", own, "undone", before, "decided"]);
  expect(refused).toBe("built-on");
  expect(await readState()).toEqual(own);
});

test("undoing an entry whose place was merged since removes its facts from the surviving listing", async ({ db }) => {
  const { record, place } = await buildPossibleDuplicate(db);
  await decideRecord(db, { recordId: record.id, decision: "same", actor: COMMAND, now: NOW });
  const survivor = await buildPlace(db, { name: "Quagga Kites", phone: null });
  await mergePlaces(db, { survivorSlug: survivor.slug, duplicateSlug: place.slug, actor: COMMAND, now: NOW });
  const merged = await bySlug(db, survivor.slug);
  const undone = await undoDecision(db, { recordId: record.id, actor: COMMAND, now: LATER });

  expect([merged?.phone, undone]).toEqual(["+12025550143", "undone"]);
  expect((await bySlug(db, survivor.slug))?.phone).toBeNull();
  expect((await bySlug(db, place.slug))?.status).toBe("removed");
});

test("an entry that an editor left out doesn't come back with the next file", async ({ db }) => {
  const { record } = await buildPossibleDuplicate(db);
  await decideRecord(db, { recordId: record.id, decision: "left-out", actor: COMMAND, now: NOW });
  const entry = buildFeature({ id: "b", name: "Zephyr Organ Repairs", at: [38.89735, -76.96655] });
  const { report } = await buildImport(db, { path: buildFeatureFile([entry]) });

  expect(report).toMatchObject({ possibleDuplicates: 0, new: 0, skips: { "refused-before": 1 } });
});

test("an entry without a neighborhood is listed only after an editor chooses one", async ({ db }) => {
  const path = buildFile("Name,Address,Zip,Type\nZephyr Kites,2600 Benning Rd NE,20002,Bike shop\n");
  const { id, report } = await buildImport(db, { path, source: { ...OPENSTREETMAP, id: "import-merchants" } });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const input = { recordId: record?.id ?? 0, decision: "new" as const, actor: COMMAND, now: NOW };
  const none = await startPublishing(db, { importId: id, actor: COMMAND, now: NOW });
  const refused = await decideRecord(db, input);
  const wrong = await decideRecord(db, { ...input, neighborhood: "atlantis" });
  const done = await decideRecord(db, { ...input, neighborhood: "shaw" });

  expect(report).toMatchObject({ new: 1, unplaced: 1 });
  expect([none, refused, wrong, done]).toEqual([false, "no-neighborhood", "no-neighborhood", "decided"]);
  expect(await bySlug(db, "zephyr-kites")).toMatchObject({ neighborhoodSlug: "shaw", type: "Bike shop", lat: null });
});

test("listing all waiting new places skips those that were listed while they waited", async ({ db }) => {
  const at = (step: number): [number, number] => [38.8973 + step * 0.0006, -76.9665];
  const names = ["Zephyr Oboe Repairs", "Quagga Kites", "Okapi Hats", "Ibis Lamps"];
  const features = names.map((name, step) => buildFeature({ id: name, name, at: at(step) }));
  // A twin of the first entry, so it follows that entry.
  features.push(
    buildFeature({ id: "again", name: "Zephyr Oboe Repairs", at: at(0), websites: ["https://zephyr.example"] }),
  );
  const { id, report } = await buildImport(db, { path: buildFeatureFile(features), publishes: false });
  const input = { importId: id, actor: COMMAND, now: NOW };
  const [lat, lng] = at(1);
  const late = { createdAt: new Date(NOW.getTime() + 1) };
  const same = await buildPlace(db, { name: "Quagga Kites", lat, lng, ...late });
  const alike = await buildPlace(db, { name: "Okapi Hoods", lat: at(2)[0] + 0.0004, lng, ...late });
  const isStarted = await startPublishing(db, input);
  const twice = await startPublishing(db, input);
  const stopped = await cancelImport(db, input);
  const asBefore = await db.$count(importRecords, eq(importRecords.state, "waiting"));
  await startPublishing(db, input);
  await processTestImport(db, id, NOW);
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  const records = await db.select().from(importRecords).where(eq(importRecords.importId, id)).orderBy(importRecords.id);
  const zephyr = await bySlug(db, "zephyr-oboe-repairs");

  expect(report).toMatchObject({ new: 4, duplicatesInFile: 1, applied: 5 });
  expect([isStarted, twice, stopped, asBefore]).toEqual([true, false, true, 5]);
  expect(zephyr).toMatchObject({ status: "published", website: "https://zephyr.example" });
  expect(records.map(({ state, outcome, placeId, candidateId }) => [state, outcome, placeId ?? candidateId])).toEqual([
    ["applied", "new", zephyr?.id],
    ["applied", "new", same.id],
    ["waiting", "possible-duplicate", alike.id],
    ["applied", "new", (await bySlug(db, "ibis-lamps"))?.id],
    ["applied", "duplicate-in-file", zephyr?.id],
  ]);
  expect(row).toMatchObject({ stage: "done", report: { applied: 5 } });
  expect(await startPublishing(db, input)).toBe(false);
});

test("before a waiting entry is listed, it is compared with places listed in the meantime", async ({ db }) => {
  const path = buildFeatureFile([buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT })]);
  const { id } = await buildImport(db, { path, publishes: false });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const input = { lat: EMPTY_SPOT[0], lng: EMPTY_SPOT[1], createdAt: new Date(NOW.getTime() + 1) };
  const listed = await buildPlace(db, { name: "The Zephyr Oboe Repairs", ...input });
  const decide = () => decideRecord(db, { recordId: record?.id ?? 0, decision: "new", actor: COMMAND, now: LATER });
  const first = await decide();
  const [heldRecord] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const second = await decide();

  expect([first, second]).toEqual(["listed-since", "decided"]);
  expect(heldRecord).toMatchObject({ state: "waiting", outcome: "possible-duplicate", candidateId: listed.id });
  expect(await bySlug(db, "zephyr-oboe-repairs")).toMatchObject({ status: "published" });
});

test("a decision waits for the batch that is running, and then sees the places it listed", async () => {
  const { db } = await workerDatabase();
  const source = { ...OPENSTREETMAP, id: "import-of-a-turn" };
  const path = buildFeatureFile([buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT })]);
  const { id } = await buildImport(db, { path, source, publishes: false });
  onTestFinished(async () => {
    await db.delete(places).where(eq(places.name, "Zephyr Oboe Repairs"));
    await db.delete(imports).where(eq(imports.id, id));
    await db.delete(sources).where(eq(sources.id, source.id));
    await db.execute(sql`alter table audit_entries disable trigger audit_entries_append_only`);
    await db.delete(auditEntries).where(eq(auditEntries.subjectId, id));
    await db.execute(sql`alter table audit_entries enable trigger audit_entries_append_only`);
  });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const input = { recordId: record?.id ?? 0, decision: "new" as const, actor: COMMAND, now: LATER };
  const { deciding } = await db.transaction(async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const waiting = decideRecord(db, input);
    await expect.poll(() => countBlockedLocks(tx), { timeout: 5_000 }).toBeGreaterThan(0);
    await buildPlace(tx, { name: "Zephyr Oboe Repairs", lat: EMPTY_SPOT[0], lng: EMPTY_SPOT[1], createdAt: LATER });
    return { deciding: waiting };
  });

  expect(await deciding).toBe("listed-since");
});
