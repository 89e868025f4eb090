import { and, eq, inArray, sql } from "drizzle-orm";

import type { CategoryMapping } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { lockAdvisory } from "#app/db/advisory-lock.server.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/core/audit/audit.server.ts";
import { removePlaces } from "#app/guide/places/facts/imported-places.server.ts";
import { invalidatePlacePages, type PlaceTags } from "#app/guide/places/facts/record-place-change.server.ts";

import {
  IMPORT_LOCK,
  hasPlaceName,
  hasRequiredFacts,
  linkRecordsToPlaces,
  publishRecords,
  type ImportRecordRow,
} from "../run/apply-import.server.ts";
import { toComparablePlace, findRecentCandidates } from "./duplicate-candidates.server.ts";
import { compareDuplicates } from "./duplicate-score.ts";
import { refreshImportedFacts } from "../run/refresh-imported-facts.server.ts";

/** "same": the entry is the matched place. "new": it is another place. "left-out": it is not used. */
export type RecordDecision = "same" | "new" | "left-out";

export type DecisionOutcome = "decided" | "gone" | "no-neighborhood" | "no-kind" | "no-place" | "listed-since";

/**
 * Applies an editor's decision about a waiting entry and its twins.
 *
 * Before an entry becomes a new place, it is compared with places listed in the meantime; beside a similar one it waits
 * again.
 *
 * @param input.neighborhood For an entry whose position doesn't give one. `kind`: for an entry without a category.
 */
export async function decideRecord(
  db: Database,
  input: {
    recordId: number;
    decision: RecordDecision;
    neighborhood?: string;
    kind?: CategoryMapping;
    actor: Actor;
    now: Date;
  },
): Promise<DecisionOutcome> {
  const { recordId, decision, actor, now } = input;
  return db.transaction(async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const [record] = await tx.select().from(importRecords).where(eq(importRecords.id, recordId)).for("update");
    if (record === undefined || record.state !== "waiting") return "gone";
    const [row] = await tx.select().from(imports).where(eq(imports.id, record.importId));
    if (row === undefined) return "gone";
    const outcome = await applyDecision(tx, { ...input, record, row });
    if (outcome !== "decided") return outcome;
    await tx.update(importRecords).set({ decidedAt: now }).where(eq(importRecords.id, recordId));
    const after = { decision, name: record.name, candidate: record.candidateId };
    const subject = { kind: "import-record", id: String(recordId) };
    await recordChange(tx, { actor, action: "import.decide", subject, before: null, after, now });
    return "decided";
  });
}

type DecisionContext = Parameters<typeof decideRecord>[1] & {
  record: ImportRecordRow;
  row: Pick<typeof imports.$inferSelect, "id" | "sourceId" | "createdAt">;
};

async function applyDecision(db: Database, input: DecisionContext): Promise<DecisionOutcome> {
  const { record, decision, row, now } = input;
  const { sourceId } = row;
  if (decision === "left-out") {
    await db.update(importRecords).set({ state: "refused" }).where(eq(importRecords.id, record.id));
    return "decided";
  }
  const tags: PlaceTags[] = [];
  let placeId = await findMatchedPlaceId(db, record);
  if (decision === "same") {
    if (placeId === null) return "no-place";
    tags.push(...(await linkRecordsToPlaces(db, { row, links: [{ record, placeId }], now })).tags);
  } else {
    const facts = {
      ...record.facts,
      ...input.kind,
      ...(input.neighborhood ? { neighborhood: input.neighborhood } : {}),
    };
    if (facts.category === undefined || facts.type === undefined) return "no-kind";
    if (!hasRequiredFacts({ facts }) || !(await isNeighborhood(db, facts.neighborhood ?? ""))) return "no-neighborhood";
    if (await matchRecentPlace(db, { record, row, now })) return "listed-since";
    await db.update(importRecords).set({ facts }).where(eq(importRecords.id, record.id));
    const published = await publishRecords(db, { row, records: [{ ...record, facts }], now });
    tags.push(...published.tags);
    placeId = published.ids.get(record.id) ?? null;
  }
  if (placeId !== null) tags.push(...(await linkTwins(db, { record, placeId, sourceId, now })));
  await invalidatePlacePages(db, tags);
  return "decided";
}

/**
 * Finds a similar place listed since the entry was last compared, and makes it the entry's candidate.
 *
 * If the editor already compared the entry with another place, only a certain match counts.
 */
async function matchRecentPlace(
  db: Database,
  { record, row, now }: Pick<DecisionContext, "record" | "row" | "now">,
): Promise<boolean> {
  const { facts, candidateId, outcome } = record;
  if (!hasPlaceName(facts)) return false;
  const since = record.comparedAt ?? row.createdAt;
  const recent = await findRecentCandidates(db, { importId: row.id, facts, since });
  const [likeliest] = recent
    .filter(({ id }) => id !== candidateId)
    .map(({ id, comparable: compared }) => ({ id, ...compareDuplicates(toComparablePlace(facts), compared) }))
    .filter(({ band }) => band === "same" || (band === "possible" && outcome === "new"))
    .sort((one, other) => other.score - one.score);
  if (likeliest === undefined) return false;
  await db
    .update(importRecords)
    .set({
      outcome: "possible-duplicate",
      candidateId: likeliest.id,
      duplicateRecordId: null,
      score: likeliest.score,
      comparedAt: now,
    })
    .where(eq(importRecords.id, record.id));
  return true;
}

/** The candidate place, or the place that the matched entry became. */
export async function findMatchedPlaceId(
  db: Database,
  { candidateId, duplicateRecordId }: Pick<ImportRecordRow, "candidateId" | "duplicateRecordId">,
): Promise<number | null> {
  if (candidateId !== null) return candidateId;
  if (duplicateRecordId === null) return null;
  const [twin] = await db
    .select({ placeId: importRecords.placeId })
    .from(importRecords)
    .where(eq(importRecords.id, duplicateRecordId));
  return twin?.placeId ?? null;
}

async function isNeighborhood(db: Database, slug: string): Promise<boolean> {
  return (await db.$count(neighborhoods, eq(neighborhoods.slug, slug))) === 1;
}

async function linkTwins(
  db: Database,
  { record, placeId, sourceId, now }: { record: ImportRecordRow; placeId: number; sourceId: string; now: Date },
): Promise<PlaceTags[]> {
  const twins = await db
    .select()
    .from(importRecords)
    .where(
      and(
        eq(importRecords.duplicateRecordId, record.id),
        eq(importRecords.outcome, "duplicate-in-file"),
        eq(importRecords.state, "waiting"),
      ),
    );
  const links = twins.map((twin) => ({ record: twin, placeId }));
  return (await linkRecordsToPlaces(db, { row: { sourceId }, links, now })).tags;
}

/**
 * Undoes a decision: the entry and its twins wait again, and their facts are removed. A place made only of them is
 * removed too, unless people have built on it.
 *
 * @returns "built-on": the place has facts, reviews or other content of people, so it must be merged or removed by
 * hand.
 */
export async function undoDecision(
  db: Database,
  { recordId, actor, now }: { recordId: number; actor: Actor; now: Date },
): Promise<"undone" | "gone" | "built-on"> {
  return db.transaction(async (tx) => {
    await lockAdvisory(tx, IMPORT_LOCK);
    const [record] = await tx.select().from(importRecords).where(eq(importRecords.id, recordId)).for("update");
    if (record === undefined || !["applied", "refused"].includes(record.state) || record.outcome === "skipped")
      return "gone";
    const [row] = await tx.select().from(imports).where(eq(imports.id, record.importId));
    if (row === undefined) return "gone";
    const followed = record.state === "applied" ? await findAppliedTwins(tx, recordId) : [];
    const undone = [record, ...followed];
    if (record.state === "applied" && !(await removeFacts(tx, { records: undone, sourceId: row.sourceId, now })))
      return "built-on";
    const ids = undone.map(({ id }) => id);
    await tx
      .update(importRecords)
      .set({ state: "waiting", placeId: null, decidedAt: null })
      .where(inArray(importRecords.id, ids));
    const subject = { kind: "import-record", id: String(recordId) };
    const before = { state: record.state, followed: followed.length };
    await recordChange(tx, { actor, action: "import.undo", subject, before, after: null, now });
    return "undone";
  });
}

/** Twins that were applied together with the entry. Served by import_records_by_duplicate. */
async function findAppliedTwins(db: Database, recordId: number): Promise<ImportRecordRow[]> {
  return db
    .select()
    .from(importRecords)
    .where(
      and(
        eq(importRecords.duplicateRecordId, recordId),
        eq(importRecords.outcome, "duplicate-in-file"),
        eq(importRecords.state, "applied"),
      ),
    )
    .for("update");
}

/**
 * Removes the facts that entries brought, and the places that nothing else supports.
 *
 * @returns False, with nothing changed, when one of these places has content from people.
 */
async function removeFacts(
  db: Database,
  { records, sourceId, now }: { records: ImportRecordRow[]; sourceId: string; now: Date },
): Promise<boolean> {
  const recordIds = records.flatMap(({ recordId }) => recordId ?? []);
  const removed = await db
    .delete(sourceRecords)
    .where(and(eq(sourceRecords.sourceId, sourceId), inArray(sourceRecords.recordId, recordIds)))
    .returning();
  // After a merge they may belong to another place than the entry's.
  const ids = [...new Set(removed.map(({ placeId }) => placeId))];
  const { tags, incompleteIds: bare } = await refreshImportedFacts(db, { ids, now });
  if ((await findPlacesInUse(db, bare)).size > 0) {
    await db.insert(sourceRecords).values(removed);
    await refreshImportedFacts(db, { ids, now });
    return false;
  }
  tags.push(
    ...(await db
      .select()
      .from(places)
      .where(inArray(places.id, [0, ...bare]))),
  );
  await removePlaces(db, bare);
  await invalidatePlacePages(db, tags);
  return true;
}

/**
 * Which of these places have content from people, so that they can't be removed: facts, reviews, questions, photos,
 * guide mentions, owners, pending claims.
 */
export async function findPlacesInUse(db: Database, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: places.id })
    .from(places)
    .where(
      and(
        inArray(places.id, [0, ...ids]),
        sql`(exists (select from place_facts f where f.place_id = ${places.id} and f.origin <> 'import')
          or exists (select from reviews r where r.place_id = ${places.id})
          or exists (select from place_questions q where q.place_id = ${places.id})
          or exists (select from place_owners o where o.place_id = ${places.id})
          or exists (select from place_claims c where c.place_id = ${places.id} and c.closed_at is null and c.case_id is not null)
          or exists (select from place_photos p where p.place_id = ${places.id} and p.source_file is null)
          or exists (select from post_places g where g.place_id = ${places.id})
          or exists (select from place_merges m where m.surviving_place_id = ${places.id} and m.undone_at is null))`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
