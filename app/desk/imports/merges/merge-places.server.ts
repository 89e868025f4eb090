import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { IMPORTED_FIELDS, type ImportedFacts, type MergedContent } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { retryTransaction } from "#app/db/retry-transaction.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { placeOwners } from "#app/db/schema/business.ts";
import { placeMerges, sourceRecords } from "#app/db/schema/importing.ts";
import { placeFacts, places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { movePhotosToListing, undoMovePhotos } from "#app/guide/photos/place/owner/move-photos-to-listing.server.ts";
import { moveMentions } from "#app/guide/guides/write/move-mentions.server.ts";
import { copySaves, undoCopySaves } from "#app/people/members/saves/copy-saves.server.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import { invalidatePlacePages } from "#app/guide/places/facts/record-place-change.server.ts";
import { type Fact, FACT_VALUES } from "#app/guide/places/facts/place-facts.ts";
import { moveQuestions } from "#app/people/place-questions/move-questions.server.ts";
import { moveReviews } from "#app/people/reviews/write/move-reviews.server.ts";

import { IMPORT_LOCK } from "../run/apply-import.server.ts";
import { factsDigest } from "../run/staged-entry.server.ts";
import type { MergeRefusal, UnmergeRefusal } from "./merge.ts";
import { refreshImportedFacts } from "../run/refresh-imported-facts.server.ts";

type PlaceRow = typeof places.$inferSelect;

/**
 * Merges one listing into another, which keeps its facts and gains those it lacks. Retried on deadlock: a merge locks
 * places before guides, publishing a guide the other way. `undoMerge` reverses it.
 */
export async function mergePlaces(
  db: Database,
  { survivorSlug, duplicateSlug, actor, now }: { survivorSlug: string; duplicateSlug: string; actor: Actor; now: Date },
): Promise<{ id: string } | MergeRefusal> {
  return retryTransaction(db, async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const rows = await tx
      .select()
      .from(places)
      .where(inArray(places.slug, [survivorSlug, duplicateSlug]))
      .orderBy(places.id)
      .for("update");
    const [survivor, duplicate] = [
      rows.find(({ slug }) => slug === survivorSlug),
      rows.find(({ slug }) => slug === duplicateSlug),
    ];
    if (survivor === undefined || duplicate === undefined) return "no-place";
    if (survivor.id === duplicate.id) return "same-place";
    if (survivor.status === "removed" || duplicate.status === "removed") return "gone";
    if ((await tx.$count(placeOwners, eq(placeOwners.placeId, duplicate.id))) > 0) return "has-owner";

    const moved = await moveContent(tx, { survivor, duplicate, now });
    const by = { changedBy: actor.kind === "staff" ? actor.id : null, caseId: null, now };
    await setClosure(tx, { placeId: duplicate.id, closure: "duplicate", successorId: survivor.id, ...by });
    const [row] = await tx
      .insert(placeMerges)
      .values({ survivingPlaceId: survivor.id, mergedPlaceId: duplicate.id, moved, mergedAt: now })
      .returning({ id: placeMerges.id });
    if (row === undefined) throw new Error("The merge was not written");
    const { tags } = await refreshImportedFacts(tx, { ids: [survivor.id], now });
    await invalidatePlacePages(tx, [...tags, survivor, duplicate]);
    const after = {
      survivor: survivor.slug,
      duplicate: duplicate.slug,
      reviews: moved.reviews.length,
      photos: moved.photos?.length ?? 0,
      questions: moved.questions?.length ?? 0,
    };
    await recordChange(tx, {
      actor,
      action: "place.merge",
      subject: { kind: "place", id: String(duplicate.id) },
      before: null,
      after,
      now,
    });
    return { id: row.id };
  });
}

async function moveContent(
  db: Database,
  { survivor, duplicate, now }: { survivor: PlaceRow; duplicate: PlaceRow; now: Date },
): Promise<MergedContent> {
  const reviews = await moveReviews(db, { from: duplicate.id, to: survivor.id, only: null });
  await copySaves(db, { from: duplicate.id, to: survivor.id });
  const records = await db
    .update(sourceRecords)
    .set({ placeId: survivor.id })
    .where(eq(sourceRecords.placeId, duplicate.id))
    .returning({ sourceId: sourceRecords.sourceId, recordId: sourceRecords.recordId });
  // Its other facts become source records too, so that one rule fills and removes facts.
  const facts = await db
    .select()
    .from(placeFacts)
    .where(and(eq(placeFacts.placeId, duplicate.id), ne(placeFacts.origin, "import")));
  const createdRecords = toSourceRecords(facts, { duplicate, survivorId: survivor.id, now });
  if (createdRecords.length > 0) await db.insert(sourceRecords).values(createdRecords);
  const { closedOn, reopensOn, isClosedByOwner } = duplicate;
  return {
    reviews,
    questions: await moveQuestions(db, { from: duplicate.id, to: survivor.id, only: null }),
    photos: await movePhotosToListing(db, { from: duplicate.id, to: survivor.id }),
    guides: await moveMentions(db, { from: duplicate.id, to: survivor.id, only: null }),
    closing: { closedOn, reopensOn, isClosedByOwner },
    records,
    made: createdRecords.map(({ sourceId, recordId }) => ({ sourceId, recordId })),
    closure: duplicate.closure ?? (duplicate.status === "closed" ? "permanent" : null),
    successorId: duplicate.successorId,
  };
}

function toSourceRecords(
  facts: Fact[],
  { duplicate, survivorId, now }: { duplicate: PlaceRow; survivorId: number; now: Date },
) {
  const bySource = Map.groupBy(facts, ({ sourceId }) => sourceId);
  return [...bySource].flatMap(([sourceId, sourceFacts]) => {
    const fillable = pickFillableFacts(sourceFacts);
    if (Object.keys(fillable).length === 0) return [];
    const checkedOn = lastDay(sourceFacts.flatMap((fact) => fact.checkedOn ?? []));
    const digest = factsDigest({ facts: { name: duplicate.name, ...fillable }, checkedOn });
    return [
      {
        sourceId,
        recordId: `place:${duplicate.id}`,
        placeId: survivorId,
        facts: fillable,
        digest,
        checkedOn,
        linkedAt: now,
      },
    ];
  });
}

function lastDay(days: string[]): string | null {
  return days.toSorted().at(-1) ?? null;
}

/** Leaves out name and description: the surviving listing has its own. */
function pickFillableFacts(facts: Fact[]): ImportedFacts {
  const values = FACT_VALUES.partial().parse(
    Object.fromEntries(
      facts.filter(({ field, value }) => value !== null && isFillable(field)).map(({ field, value }) => [field, value]),
    ),
  );
  const { otherNames, address, zip, position, priceRange, phone, website, hours, hoursText, attributes } = values;
  return {
    ...(otherNames == null ? {} : { otherNames }),
    ...(address === undefined ? {} : { address }),
    ...(zip == null ? {} : { zip }),
    ...(position == null ? {} : { position }),
    ...(priceRange == null ? {} : { priceRange }),
    ...(phone == null ? {} : { phone }),
    ...(website == null ? {} : { website }),
    ...(hours == null ? {} : { hours }),
    ...(hoursText === undefined ? {} : { hoursText }),
    ...(attributes === undefined ? {} : { attributes }),
  };
}

function isFillable(field: string): boolean {
  return field !== "name" && field !== "description" && IMPORTED_FIELDS.some((known) => known === field);
}

/** Splits a merged listing again: each gets its facts, reviews, saves and page back. */
export async function undoMerge(
  db: Database,
  { mergeId, actor, now }: { mergeId: string; actor: Actor; now: Date },
): Promise<"undone" | UnmergeRefusal> {
  return db.transaction(async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const [merge] = await tx
      .select()
      .from(placeMerges)
      .where(and(eq(placeMerges.id, mergeId), isNull(placeMerges.undoneAt)))
      .for("update");
    if (merge === undefined) return "gone";
    const { survivingPlaceId, mergedPlaceId, moved } = merge;
    const isMergedOn = and(eq(placeMerges.mergedPlaceId, survivingPlaceId), isNull(placeMerges.undoneAt));
    if ((await tx.$count(placeMerges, isMergedOn)) > 0) return "merged-on";
    await undoMovePhotos(tx, { from: survivingPlaceId, to: mergedPlaceId, photos: moved.photos ?? [] });
    await moveMentions(tx, { from: survivingPlaceId, to: mergedPlaceId, only: moved.guides ?? [] });
    await moveReviews(tx, { from: survivingPlaceId, to: mergedPlaceId, only: moved.reviews });
    await moveQuestions(tx, { from: survivingPlaceId, to: mergedPlaceId, only: moved.questions ?? [] });
    await undoCopySaves(tx, { from: mergedPlaceId, to: survivingPlaceId });
    for (const { sourceId, recordId } of moved.made) {
      await tx
        .delete(sourceRecords)
        .where(and(eq(sourceRecords.sourceId, sourceId), eq(sourceRecords.recordId, recordId)));
    }
    for (const { sourceId, recordId } of moved.records) {
      await tx
        .update(sourceRecords)
        .set({ placeId: mergedPlaceId })
        .where(and(eq(sourceRecords.sourceId, sourceId), eq(sourceRecords.recordId, recordId)));
    }
    const by = { changedBy: actor.kind === "staff" ? actor.id : null, caseId: null, now };
    const { closure, successorId, closing } = moved;
    const asBefore = closing === undefined ? {} : { asBefore: closing };
    await setClosure(tx, { placeId: mergedPlaceId, closure, successorId, ...by, ...asBefore });
    await tx.update(placeMerges).set({ undoneAt: now }).where(eq(placeMerges.id, mergeId));
    const { tags } = await refreshImportedFacts(tx, { ids: [survivingPlaceId, mergedPlaceId], now });
    const both = await tx
      .select()
      .from(places)
      .where(inArray(places.id, [survivingPlaceId, mergedPlaceId]));
    await invalidatePlacePages(tx, [...tags, ...both]);
    await recordChange(tx, {
      actor,
      action: "place.unmerge",
      subject: { kind: "place", id: String(mergedPlaceId) },
      before: null,
      after: null,
      now,
    });
    return "undone";
  });
}

const MERGES_PER_PAGE = 50;

/** Merges, newest first. Served by place_merges_by_day. */
export async function listMerges(db: Database, { page }: { page: number }) {
  const [survivor, duplicate] = [alias(places, "survivor"), alias(places, "duplicate")];
  const total = await db.$count(placeMerges);
  const items = await db
    .select({
      id: placeMerges.id,
      mergedAt: placeMerges.mergedAt,
      isUndone: sql<boolean>`${placeMerges.undoneAt} is not null`,
      survivor: { slug: survivor.slug, name: survivor.name },
      duplicate: { slug: duplicate.slug, name: duplicate.name },
      reviews: sql<number>`jsonb_array_length(${placeMerges.moved} -> 'reviews')`,
      photos: sql<number>`coalesce(jsonb_array_length(${placeMerges.moved} -> 'photos'), 0)`,
      questions: sql<number>`coalesce(jsonb_array_length(${placeMerges.moved} -> 'questions'), 0)`,
      guides: sql<number>`coalesce(jsonb_array_length(${placeMerges.moved} -> 'guides'), 0)`,
    })
    .from(placeMerges)
    .innerJoin(survivor, eq(survivor.id, placeMerges.survivingPlaceId))
    .innerJoin(duplicate, eq(duplicate.id, placeMerges.mergedPlaceId))
    .orderBy(desc(placeMerges.mergedAt), placeMerges.id)
    .limit(MERGES_PER_PAGE)
    .offset((page - 1) * MERGES_PER_PAGE);
  return { items, pageCount: Math.max(1, Math.ceil(total / MERGES_PER_PAGE)) };
}
