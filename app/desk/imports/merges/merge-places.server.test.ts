import { eq, inArray } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { dailyPlaceStats, dailyViews } from "#app/db/schema/analytics.ts";
import { placePhotos } from "#app/db/schema/place-photos.ts";
import { postPlaces } from "#app/db/schema/guides.ts";
import { placeMerges } from "#app/db/schema/importing.ts";
import { listEntries, lists, savedPlaces } from "#app/db/schema/members.ts";
import { reviews } from "#app/db/schema/reviews.ts";
import { sumPlaceStats } from "#app/guide/analytics/counters/read-place-stats.server.ts";
import { findSuccessorSlug } from "#app/guide/places/facts/place-closure.server.ts";
import { loadQuestionsExcerpt } from "#app/people/place-questions/place-question-queries.server.ts";
import { postPlaceAnswer, postPlaceQuestion } from "#app/people/place-questions/post-questions.server.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";
import { buildGuide, buildOwner, buildPlace, buildReview, buildUser, NOW } from "#tests/builders.ts";
import { requestRoute } from "#tests/request-route.ts";
import { test } from "#tests/test-database.ts";

import { listMerges, mergePlaces, undoMerge } from "./merge-places.server.ts";
import { MERGES_PATH } from "./merge.ts";
import * as mergesRoute from "./merges.route.tsx";
import { LATER, COMMAND, factsOf, bySlug } from "../decision-builders.ts";

test("a merge moves facts, reviews and saves and redirects the old page, and its undo restores everything", async ({
  db,
}) => {
  const survivor = await bySlug(db, "tryst");
  const duplicate = await bySlug(db, "madams-organ");
  if (survivor === undefined || duplicate === undefined) throw new Error("The seed data has changed");
  const both = await buildUser(db);
  const saver = await buildUser(db);
  const [list] = await db
    .insert(lists)
    .values({ ownerId: saver.id, name: "Mine", visibility: "private", createdAt: NOW, updatedAt: NOW })
    .returning();
  await db.insert(savedPlaces).values([
    { userId: saver.id, placeId: duplicate.id, savedAt: NOW },
    { userId: both.id, placeId: survivor.id, savedAt: NOW },
    { userId: both.id, placeId: duplicate.id, savedAt: new Date(NOW.getTime() - 1000) },
  ]);
  await db.insert(listEntries).values({ listId: list?.id ?? "", placeId: duplicate.id, position: 0, addedAt: NOW });
  await buildReview(db, { placeId: duplicate.id });
  await buildReview(db, { placeId: survivor.id, author: both });
  await buildReview(db, { placeId: duplicate.id, author: both });
  const state = async () => ({
    facts: [await factsOf(db, survivor.id), await factsOf(db, duplicate.id)],
    reviews: await db
      .select({ id: reviews.id, placeId: reviews.placeId })
      .from(reviews)
      .where(inArray(reviews.placeId, [survivor.id, duplicate.id]))
      .orderBy(reviews.id),
    saves: await db
      .select()
      .from(savedPlaces)
      .where(inArray(savedPlaces.placeId, [survivor.id, duplicate.id]))
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
  expect(new Set(during.entries.map(({ placeId }) => placeId))).toEqual(new Set([duplicate.id, survivor.id]));
  expect(during.statuses).toEqual(["published", "removed"]);
  for (const fact of before.facts[0] ?? []) expect(during.facts[0]).toContainEqual(fact);
  expect([undone, twice]).toEqual(["undone", "gone"]);
  expect(await state()).toEqual(before);
  expect(await findSuccessorSlug(db, "madams-organ")).toBeNull();
});

test("a merge moves questions and answers, and its undo restores them", async ({ db }) => {
  const [survivor, duplicate, asker] = [await buildPlace(db), await buildPlace(db), await buildUser(db)];
  const member = await buildUser(db);
  const ask = async (place: typeof survivor, body: string) => {
    const input = await postPlaceQuestion(db, { place, askerId: asker.id, body, now: NOW });
    if (typeof input === "string") throw new Error(`The question was not asked: ${input}`);
    return input.id;
  };
  const [stays, moves] = [
    await ask(survivor, "Do you take cards?"),
    await ask(duplicate, "Is there room for a stroller?"),
  ];
  const input = {
    place: duplicate,
    questionId: moves,
    authorId: member.id,
    isBusiness: false,
    body: "There is.",
    now: NOW,
  };
  await postPlaceAnswer(db, input);
  const state = async () => [
    await loadQuestionsExcerpt(db, survivor, newPageCacheInfo()),
    await loadQuestionsExcerpt(db, duplicate, newPageCacheInfo()),
  ];
  const before = await state();

  const merged = await mergePlaces(db, {
    survivorSlug: survivor.slug,
    duplicateSlug: duplicate.slug,
    actor: COMMAND,
    now: NOW,
  });
  const [ofSurvivor, ofGone] = await state();
  const [listed] = (await listMerges(db, { page: 1 })).items;
  const mergeId = typeof merged === "string" ? "" : merged.id;
  expect(await undoMerge(db, { mergeId, actor: COMMAND, now: NOW })).toBe("undone");

  expect(ofSurvivor?.questions.map(({ id, answers }) => [id, answers.length])).toEqual([
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
  const duplicate = await buildPlace(db, { name: "Quagga Kites LLC", ...closing });
  const [mine, both] = [
    await buildGuide(db, { places: [duplicate] }),
    await buildGuide(db, { places: [duplicate, survivor] }),
  ];
  await buildPhoto(db, { placeId: survivor.id, digest: "a", position: 4 });
  await buildPhoto(db, { placeId: duplicate.id, digest: "a", position: 1 });
  const own = await buildPhoto(db, { placeId: duplicate.id, digest: "b", position: 2 });
  const counted = { day: "2027-01-05", metric: "website", count: 3, visitors: 2 } as const;
  await db.insert(dailyPlaceStats).values([
    { placeId: survivor.id, ...counted },
    { placeId: duplicate.id, ...counted },
  ]);
  await db
    .insert(dailyViews)
    .values({ day: "2027-01-05", subject: "place", key: duplicate.slug, views: 9, visitors: 7 });
  const state = async () => ({
    photos: await db
      .select({ id: placePhotos.id, placeId: placePhotos.placeId, position: placePhotos.position })
      .from(placePhotos)
      .where(inArray(placePhotos.placeId, [survivor.id, duplicate.id]))
      .orderBy(placePhotos.id),
    guides: await db
      .select({ postId: postPlaces.postId, placeId: postPlaces.placeId })
      .from(postPlaces)
      .where(inArray(postPlaces.postId, [mine.id, both.id]))
      .orderBy(postPlaces.postId, postPlaces.placeId),
    figures: await sumPlaceStats(db, { placeIds: [survivor.id], days: { from: "2027-01-01", to: "2027-01-31" } }),
    duplicate: await bySlug(db, duplicate.slug),
  });
  const before = await state();
  const merged = await mergePlaces(db, {
    survivorSlug: survivor.slug,
    duplicateSlug: duplicate.slug,
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
  expect(during.guides.filter(({ placeId }) => placeId === duplicate.id)).toEqual([
    { postId: both.id, placeId: duplicate.id },
  ]);
  expect(before.figures).toEqual([{ placeId: survivor.id, metric: "website", count: 3, visitors: 2 }]);
  expect(during.figures.toSorted((a, b) => a.count - b.count)).toEqual([
    { placeId: survivor.id, metric: "website", count: 6, visitors: 4 },
    { placeId: survivor.id, metric: "views", count: 9, visitors: 7 },
  ]);
  expect(undone).toBe("undone");
  expect(after).toEqual({ ...before, duplicate: { ...before.duplicate, updatedAt: NOW } });
});

test("older merges are on the next page and can be undone there, and a page past the last redirects to the last", async ({
  db,
}) => {
  const [survivor, duplicate] = [await buildPlace(db), await buildPlace(db)];
  const undone = {
    survivingPlaceId: survivor.id,
    mergedPlaceId: duplicate.id,
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
    duplicateSlug: duplicate.slug,
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
  const merge = async (survivor: string, duplicate: string) => {
    const merged = await mergePlaces(db, {
      survivorSlug: survivor,
      duplicateSlug: duplicate,
      actor: COMMAND,
      now: NOW,
    });
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

  expect(await merge(one.slug, other.slug)).toBe("has-owner");
  expect(await merge(one.slug, one.slug)).toBe("same-place");
  expect(await merge(one.slug, "nowhere")).toBe("no-place");
});
