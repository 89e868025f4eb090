import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { placeDays, viewDays } from "#app/db/schema/analytics.ts";
import { placePhotos } from "#app/db/schema/gallery.ts";
import { postPlaces } from "#app/db/schema/guides.ts";
import { importRecords, imports, placeMerges, sourceRecords } from "#app/db/schema/importing.ts";
import { listEntries, lists, savedPlaces } from "#app/db/schema/members.ts";
import { placeFacts, places, sources } from "#app/db/schema/places.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { sumPlaceStats } from "#app/guide/analytics/counters/read-place-stats.server.ts";
import { startEvidenceClaim } from "#app/business/listings/claims/claims.server.ts";
import { findSuccessorSlug } from "#app/guide/places/facts/place-closure.server.ts";
import { changeFacts } from "#app/guide/places/facts/change-place.server.ts";
import { loadQuestionsExcerpt } from "#app/people/place-questions/place-question-queries.server.ts";
import { postPlaceAnswer, postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildGuide, buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test, workerDatabase } from "#tests/test-database.ts";
import { countBlockedLocks } from "#tests/blocked-locks.ts";

import { IMPORT_LOCK } from "./apply-import.server.ts";
import { decideRecord, undoDecision } from "../duplicates/decide-record.server.ts";
import { buildFeature, buildFile, buildImport, buildFeatureFile, processTestImport } from "../import-builders.ts";
import { OPENSTREETMAP } from "../mapping/import-source.ts";
import { cancelImport, startPublishing } from "../screens/import-lifecycle.server.ts";
import { listMerges, mergePlaces, undoMerge } from "../merges/merge-places.server.ts";
import { MERGES_PATH } from "../merges/merge.ts";
import * as mergesRoute from "../merges/merges.route.tsx";
import { withdrawSource } from "./withdraw-source.server.ts";

const LATER = new Date(NOW.getTime() + 60_000);

const COMMAND = { kind: "command" as const, id: "import" };

/** Coordinates of an empty spot. */
const EMPTY_SPOT: [number, number] = [38.8973, -76.9665];

async function factsOf(db: Database, placeId: number) {
  return db.select().from(placeFacts).where(eq(placeFacts.placeId, placeId)).orderBy(placeFacts.field);
}

async function bySlug(db: Database, slug: string) {
  const [place] = await db.select().from(places).where(eq(places.slug, slug));
  return place;
}

/** A listed place, and a waiting entry that may be the same place. */
async function buildPossibleDuplicate(db: Database) {
  await buildImport(db, {
    path: buildFeatureFile([buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT })]),
  });
  const entry = buildFeature({
    id: "b",
    name: "Zephyr Organ Repairs",
    at: [38.89735, -76.96655],
    phones: ["+12025550143"],
  });
  const { id, report } = await buildImport(db, { path: buildFeatureFile([entry]) });
  const [record] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const place = await bySlug(db, "zephyr-oboe-repairs");
  if (record === undefined || place === undefined) throw new Error("There is nothing to decide");
  return { id, record, place, report };
}

test("a possible duplicate waits, fills missing facts when confirmed as the same place, and waits again after an undo", async ({
  db,
}) => {
  const { record, place, report } = await buildPossibleDuplicate(db);
  const before = await factsOf(db, place.id);
  const decided = await decideRecord(db, { recordId: record.id, decision: "same", actor: COMMAND, now: NOW });
  const [filled] = await db.select().from(places).where(eq(places.id, place.id));
  const twice = await decideRecord(db, { recordId: record.id, decision: "new", actor: COMMAND, now: NOW });
  const undone = await undoDecision(db, { recordId: record.id, actor: COMMAND, now: NOW });

  expect([report.perhaps, record.state, record.candidateId]).toEqual([1, "waiting", place.id]);
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

  expect(report).toMatchObject({ new: 1, twins: 1 });
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

  expect(report).toMatchObject({ perhaps: 0, new: 0, skips: { "refused-before": 1 } });
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

  expect(report).toMatchObject({ new: 4, twins: 1, applied: 5 });
  expect([isStarted, twice, stopped, asBefore]).toEqual([true, false, true, 5]);
  expect(zephyr).toMatchObject({ status: "published", website: "https://zephyr.example" });
  expect(records.map(({ state, outcome, placeId, candidateId }) => [state, outcome, placeId ?? candidateId])).toEqual([
    ["applied", "new", zephyr?.id],
    ["applied", "new", same.id],
    ["waiting", "perhaps", alike.id],
    ["applied", "new", (await bySlug(db, "ibis-lamps"))?.id],
    ["applied", "twin", zephyr?.id],
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
  const [held] = await db.select().from(importRecords).where(eq(importRecords.importId, id));
  const second = await decide();

  expect([first, second]).toEqual(["listed-since", "decided"]);
  expect(held).toMatchObject({ state: "waiting", outcome: "perhaps", candidateId: listed.id });
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
    await db.execute(sql`alter table audit_entries disable trigger audit_entries_stay`);
    await db.delete(auditEntries).where(eq(auditEntries.subjectId, id));
    await db.execute(sql`alter table audit_entries enable trigger audit_entries_stay`);
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

test("a merge moves facts, reviews and saves and redirects the old page, and its undo restores everything", async ({
  db,
}) => {
  const survivor = await bySlug(db, "tryst");
  const gone = await bySlug(db, "madams-organ");
  if (survivor === undefined || gone === undefined) throw new Error("The seed data has changed");
  const both = await buildUser(db);
  const saver = await buildUser(db);
  const [list] = await db
    .insert(lists)
    .values({ ownerId: saver.id, name: "Mine", visibility: "private", createdAt: NOW, updatedAt: NOW })
    .returning();
  await db.insert(savedPlaces).values([
    { userId: saver.id, placeId: gone.id, savedAt: NOW },
    { userId: both.id, placeId: survivor.id, savedAt: NOW },
    { userId: both.id, placeId: gone.id, savedAt: new Date(NOW.getTime() - 1000) },
  ]);
  await db.insert(listEntries).values({ listId: list?.id ?? "", placeId: gone.id, position: 0, addedAt: NOW });
  await buildReview(db, { placeId: gone.id });
  await buildReview(db, { placeId: survivor.id, author: both });
  await buildReview(db, { placeId: gone.id, author: both });
  const state = async () => ({
    facts: [await factsOf(db, survivor.id), await factsOf(db, gone.id)],
    reviews: await db
      .select({ id: reviews.id, placeId: reviews.placeId })
      .from(reviews)
      .where(inArray(reviews.placeId, [survivor.id, gone.id]))
      .orderBy(reviews.id),
    saves: await db
      .select()
      .from(savedPlaces)
      .where(inArray(savedPlaces.placeId, [survivor.id, gone.id]))
      .orderBy(savedPlaces.userId, savedPlaces.placeId),
    entries: await db
      .select()
      .from(listEntries)
      .where(eq(listEntries.listId, list?.id ?? ""))
      .orderBy(listEntries.placeId),
    statuses: [(await bySlug(db, "tryst"))?.status, (await bySlug(db, "madams-organ"))?.status],
  });
  const before = await state();
  const merged = await mergePlaces(db, {
    survivorSlug: "tryst",
    duplicateSlug: "madams-organ",
    actor: COMMAND,
    now: NOW,
  });
  const during = await state();
  const redirectsTo = await findSuccessorSlug(db, "madams-organ");
  const [merge] = (await listMerges(db, { page: 1 })).items;
  const undone = await undoMerge(db, { mergeId: merge?.id ?? "", actor: COMMAND, now: NOW });
  const twice = await undoMerge(db, { mergeId: merge?.id ?? "", actor: COMMAND, now: NOW });

  expect(merged).toMatchObject({ id: merge?.id });
  expect(redirectsTo).toBe("tryst");
  expect(during.reviews.filter(({ placeId }) => placeId === survivor.id).length).toBe(2);
  expect(during.saves.filter(({ placeId }) => placeId === survivor.id).length).toBe(2);
  expect(new Set(during.entries.map(({ placeId }) => placeId))).toEqual(new Set([gone.id, survivor.id]));
  expect(during.statuses).toEqual(["published", "removed"]);
  for (const fact of before.facts[0] ?? []) expect(during.facts[0]).toContainEqual(fact);
  expect([undone, twice]).toEqual(["undone", "gone"]);
  expect(await state()).toEqual(before);
  expect(await findSuccessorSlug(db, "madams-organ")).toBeNull();
});

test("a merge moves questions and answers, and its undo restores them", async ({ db }) => {
  const [survivor, gone, asker] = [await buildPlace(db), await buildPlace(db), await buildUser(db)];
  const member = await buildUser(db);
  const ask = async (place: typeof survivor, body: string) => {
    const input = await postPlaceQuestion(db, { place, askerId: asker.id, body, now: NOW });
    if (typeof input === "string") throw new Error(`The question was not asked: ${input}`);
    return input.id;
  };
  const [stays, moves] = [await ask(survivor, "Do you take cards?"), await ask(gone, "Is there room for a stroller?")];
  const input = { place: gone, questionId: moves, authorId: member.id, isBusiness: false, body: "There is.", now: NOW };
  await postPlaceAnswer(db, input);
  const state = async () => [
    await loadQuestionsExcerpt(db, survivor, newPageCacheInfo()),
    await loadQuestionsExcerpt(db, gone, newPageCacheInfo()),
  ];
  const before = await state();

  const merged = await mergePlaces(db, {
    survivorSlug: survivor.slug,
    duplicateSlug: gone.slug,
    actor: COMMAND,
    now: NOW,
  });
  const [ofKept, ofGone] = await state();
  const [listed] = (await listMerges(db, { page: 1 })).items;
  const mergeId = typeof merged === "string" ? "" : merged.id;
  expect(await undoMerge(db, { mergeId, actor: COMMAND, now: NOW })).toBe("undone");

  expect(ofKept?.questions.map(({ id, answers }) => [id, answers.length])).toEqual([
    [moves, 1],
    [stays, 0],
  ]);
  expect(ofGone).toEqual({ questions: [], total: 0 });
  expect(listed).toMatchObject({ id: mergeId, questions: 1 });
  expect(await state()).toEqual(before);
});

test("a merge moves photos, stats and guide mentions and keeps the closing date, and its undo restores each", async ({
  db,
}) => {
  const survivor = await buildPlace(db, { name: "Quagga Kites" });
  const closing = { status: "closed", closure: "permanent", closedOn: "2026-02-03" } as const;
  const gone = await buildPlace(db, { name: "Quagga Kites LLC", ...closing });
  const [mine, both] = [await buildGuide(db, { places: [gone] }), await buildGuide(db, { places: [gone, survivor] })];
  await buildPhoto(db, { placeId: survivor.id, digest: "a", position: 4 });
  await buildPhoto(db, { placeId: gone.id, digest: "a", position: 1 });
  const own = await buildPhoto(db, { placeId: gone.id, digest: "b", position: 2 });
  const counted = { day: "2027-01-05", figure: "website", times: 3, visitors: 2 } as const;
  await db.insert(placeDays).values([
    { placeId: survivor.id, ...counted },
    { placeId: gone.id, ...counted },
  ]);
  await db.insert(viewDays).values({ day: "2027-01-05", subject: "place", key: gone.slug, views: 9, visitors: 7 });
  const state = async () => ({
    photos: await db
      .select({ id: placePhotos.id, placeId: placePhotos.placeId, position: placePhotos.position })
      .from(placePhotos)
      .where(inArray(placePhotos.placeId, [survivor.id, gone.id]))
      .orderBy(placePhotos.id),
    guides: await db
      .select({ postId: postPlaces.postId, placeId: postPlaces.placeId })
      .from(postPlaces)
      .where(inArray(postPlaces.postId, [mine.id, both.id]))
      .orderBy(postPlaces.postId, postPlaces.placeId),
    figures: await sumPlaceStats(db, { placeIds: [survivor.id], days: { from: "2027-01-01", to: "2027-01-31" } }),
    gone: await bySlug(db, gone.slug),
  });
  const before = await state();
  const merged = await mergePlaces(db, {
    survivorSlug: survivor.slug,
    duplicateSlug: gone.slug,
    actor: COMMAND,
    now: NOW,
  });
  const during = await state();
  const mergeId = typeof merged === "string" ? "" : merged.id;
  const undone = await undoMerge(db, { mergeId, actor: COMMAND, now: NOW });
  const after = await state();

  expect(during.photos.filter(({ placeId }) => placeId === survivor.id).length).toBe(2);
  expect(during.photos).toContainEqual({ id: own, placeId: survivor.id, position: 7 });
  expect(during.guides).toContainEqual({ postId: mine.id, placeId: survivor.id });
  expect(during.guides.filter(({ placeId }) => placeId === gone.id)).toEqual([{ postId: both.id, placeId: gone.id }]);
  expect(before.figures).toEqual([{ placeId: survivor.id, figure: "website", times: 3, visitors: 2 }]);
  expect(during.figures.toSorted((a, b) => a.times - b.times)).toEqual([
    { placeId: survivor.id, figure: "website", times: 6, visitors: 4 },
    { placeId: survivor.id, figure: "views", times: 9, visitors: 7 },
  ]);
  expect(undone).toBe("undone");
  expect(after).toEqual({ ...before, gone: { ...before.gone, updatedAt: NOW } });
});

test("older merges are on the next page and can be undone there, and a page past the last redirects to the last", async ({
  db,
}) => {
  const [survivor, gone] = [await buildPlace(db), await buildPlace(db)];
  const undone = {
    keptId: survivor.id,
    goneId: gone.id,
    moved: { reviews: [], records: [], made: [], closure: null, successorId: null },
  };
  await db.insert(placeMerges).values(
    Array.from({ length: 49 }, (_, at) => ({
      ...undone,
      mergedAt: new Date(NOW.getTime() + at * 1_000),
      undoneAt: LATER,
    })),
  );
  const last = await mergePlaces(db, {
    survivorSlug: survivor.slug,
    duplicateSlug: gone.slug,
    actor: COMMAND,
    now: NOW,
  });
  const first = {
    survivorSlug: "tryst",
    duplicateSlug: "madams-organ",
    actor: COMMAND,
    now: new Date(NOW.getTime() - 1_000),
  };
  const merged = await mergePlaces(db, first);
  const person = await buildUser(db, { role: "admin" });
  const input = { route: mergesRoute, person };
  const [one, two] = [await listMerges(db, { page: 1 }), await listMerges(db, { page: 2 })];

  expect([one.items.length, one.pageCount, two.items.map(({ id }) => id)]).toEqual([
    50,
    2,
    [typeof merged === "string" ? "" : merged.id],
  ]);
  expect(typeof last).not.toBe("string");
  expect(await requestRoute(db, { ...input, path: `${MERGES_PATH}?page=2` })).toBe(200);
  expect(await requestRoute(db, { ...input, path: `${MERGES_PATH}?page=3` })).toBe(`${MERGES_PATH}?page=2`);
  const undo = { undo: two.items[0]?.id ?? "" };
  expect(await requestRoute(db, { ...input, path: `${MERGES_PATH}?page=2`, fields: undo })).toBe(
    `${MERGES_PATH}?page=2`,
  );
});

test("a merge into a listing that was merged again can be undone only after the later merge", async ({ db }) => {
  const [one, two, three] = [await buildPlace(db), await buildPlace(db), await buildPlace(db)];
  const merge = async (survivor: string, gone: string) => {
    const merged = await mergePlaces(db, { survivorSlug: survivor, duplicateSlug: gone, actor: COMMAND, now: NOW });
    return typeof merged === "string" ? "" : merged.id;
  };
  const undo = (mergeId: string) => undoMerge(db, { mergeId, actor: COMMAND, now: NOW });
  const first = await merge(two.slug, one.slug);
  const second = await merge(three.slug, two.slug);

  expect(await findSuccessorSlug(db, one.slug)).toBe(three.slug);
  expect(await undo(first)).toBe("merged-on");
  expect(await undo(second)).toBe("undone");
  expect(await undo(first)).toBe("undone");
  expect((await bySlug(db, one.slug))?.status).toBe("published");
});

async function buildPhoto(
  db: Database,
  { placeId, digest, position }: { placeId: number; digest: string; position: number },
): Promise<string> {
  const [photo] = await db
    .insert(placePhotos)
    .values({
      placeId,
      sourceDigest: digest.repeat(64),
      width: 1_200,
      height: 800,
      alt: "Kites.",
      position,
      rendition: "0".repeat(32),
      tryAfter: NOW,
      uploadedAt: NOW,
    })
    .returning({ id: placePhotos.id });
  return photo?.id ?? "";
}

test("a listing with an owner can't be merged away, nor a listing with itself", async ({ db }) => {
  const [one, other] = [await buildPlace(db), await buildPlace(db)];
  await buildOwner(db, { placeId: other.id, userId: (await buildUser(db)).id });
  const merge = (survivorSlug: string, duplicateSlug: string) =>
    mergePlaces(db, { survivorSlug, duplicateSlug, actor: COMMAND, now: NOW });

  expect(await merge(one.slug, other.slug)).toBe("is-run");
  expect(await merge(one.slug, one.slug)).toBe("same-place");
  expect(await merge(one.slug, "nowhere")).toBe("no-place");
});

test("withdrawing a source removes its facts, lets other sources' facts take over, and removes places with nothing else", async ({
  db,
}) => {
  const features = [
    buildFeature({ id: "a", name: "Zephyr Oboe Repairs", at: EMPTY_SPOT, phones: ["+12025550143"] }),
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
  expect(done).toEqual({ records: 3, removed: 1, kept: 1 });
  expect(again).toEqual({ records: 0, removed: 0, kept: 0 });
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
    ["import", expect.objectContaining({ perhaps: 1, added: 0 })],
  ]);
  expect(await db.$count(auditEntries, eq(auditEntries.action, "import.decide"))).toBe(1);
});
