import { and, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { importRecords, imports, sourceRecords } from "#app/db/schema/importing.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { type Actor, recordChange } from "#app/features/audit/audit.server.ts";
import { removePlaces, type PlaceTags } from "#app/features/places/imported-places.server.ts";

import { isPlaced, linkRecords, publishRecords, type RecordRow } from "./apply-import.server.ts";
import { notifyImported } from "./import-pages.server.ts";
import type { OurKind } from "./kinds.ts";
import { settlePlaces } from "./settle-places.server.ts";

/** "same": the place it was held against. "new": another one. "left-out": nothing comes of it. */
export type RecordDecision = "same" | "new" | "left-out";

export type DecisionOutcome = "decided" | "gone" | "no-neighborhood" | "no-kind" | "no-place";

/**
 * Carries out what an editor decides about an entry that waits. Entries of the same file that say the same follow.
 *
 * @param given.neighborhood Where it lies, for one whose position doesn't say so. `kind`: for one without a category.
 */
export async function decideRecord(
  db: Database,
  given: {
    recordId: number;
    decision: RecordDecision;
    neighborhood?: string;
    kind?: OurKind;
    actor: Actor;
    now: Date;
  },
): Promise<DecisionOutcome> {
  const { recordId, decision, actor, now } = given;
  return db.transaction(async (tx) => {
    const [record] = await tx.select().from(importRecords).where(eq(importRecords.id, recordId)).for("update");
    if (record === undefined || record.state !== "waiting") return "gone";
    const [row] = await tx.select().from(imports).where(eq(imports.id, record.importId));
    if (row === undefined) return "gone";
    const outcome = await carryOut(tx, { ...given, record, sourceId: row.sourceId });
    if (outcome !== "decided") return outcome;
    const after = { decision, name: record.name, candidate: record.candidateId };
    const subject = { kind: "import-record", id: String(recordId) };
    await recordChange(tx, { actor, action: "import.decide", subject, before: null, after, now });
    return "decided";
  });
}

type Carried = Parameters<typeof decideRecord>[1] & { record: RecordRow; sourceId: string };

async function carryOut(db: Database, given: Carried): Promise<DecisionOutcome> {
  const { record, decision, sourceId, now } = given;
  if (decision === "left-out") {
    await db.update(importRecords).set({ state: "refused" }).where(eq(importRecords.id, record.id));
    return "decided";
  }
  const tags: PlaceTags[] = [];
  let placeId = await heldAgainst(db, record);
  if (decision === "same") {
    if (placeId === null) return "no-place";
    tags.push(...(await linkRecords(db, { row: { sourceId }, links: [{ record, placeId }], now })).tags);
  } else {
    const facts = {
      ...record.facts,
      ...given.kind,
      ...(given.neighborhood ? { neighborhood: given.neighborhood } : {}),
    };
    if (facts.category === undefined || facts.type === undefined) return "no-kind";
    if (!isPlaced({ facts }) || !(await isNeighborhood(db, facts.neighborhood ?? ""))) return "no-neighborhood";
    await db.update(importRecords).set({ facts }).where(eq(importRecords.id, record.id));
    const published = await publishRecords(db, { row: { sourceId }, records: [{ ...record, facts }], now });
    tags.push(...published.tags);
    placeId = published.ids.get(record.id) ?? null;
  }
  if (placeId !== null) tags.push(...(await followTwins(db, { record, placeId, sourceId, now })));
  await notifyImported(db, tags);
  return "decided";
}

/** The place, or what the entry it was held against has become. */
export async function heldAgainst(
  db: Database,
  { candidateId, twinId }: Pick<RecordRow, "candidateId" | "twinId">,
): Promise<number | null> {
  if (candidateId !== null) return candidateId;
  if (twinId === null) return null;
  const [twin] = await db
    .select({ placeId: importRecords.placeId })
    .from(importRecords)
    .where(eq(importRecords.id, twinId));
  return twin?.placeId ?? null;
}

async function isNeighborhood(db: Database, slug: string): Promise<boolean> {
  return (await db.$count(neighborhoods, eq(neighborhoods.slug, slug))) === 1;
}

async function followTwins(
  db: Database,
  { record, placeId, sourceId, now }: { record: RecordRow; placeId: number; sourceId: string; now: Date },
): Promise<PlaceTags[]> {
  const twins = await db
    .select()
    .from(importRecords)
    .where(
      and(eq(importRecords.twinId, record.id), eq(importRecords.outcome, "twin"), eq(importRecords.state, "waiting")),
    );
  const links = twins.map((twin) => ({ record: twin, placeId }));
  return (await linkRecords(db, { row: { sourceId }, links, now })).tags;
}

/** New entries of one import that wait and lack nothing, so many at a time. */
const PUBLISHED_AT_ONCE = 200;

/** Lists all new entries that wait and lack nothing; those that may be duplicates go on waiting. */
export async function publishWaiting(
  db: Database,
  { importId, actor, now }: { importId: string; actor: Actor; now: Date },
): Promise<number> {
  let count = 0;
  for (;;) {
    const published = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(imports).where(eq(imports.id, importId)).for("update");
      if (row === undefined) return 0;
      const records = await tx
        .select()
        .from(importRecords)
        .where(
          and(
            eq(importRecords.importId, importId),
            eq(importRecords.state, "waiting"),
            eq(importRecords.outcome, "new"),
            sql`${importRecords.facts} ?& array['category', 'type', 'neighborhood']`,
          ),
        )
        .orderBy(importRecords.id)
        .limit(PUBLISHED_AT_ONCE);
      const { ids, tags } = await publishRecords(tx, { row, records, now });
      for (const record of records) {
        const placeId = ids.get(record.id);
        if (placeId !== undefined)
          tags.push(...(await followTwins(tx, { record, placeId, sourceId: row.sourceId, now })));
      }
      await notifyImported(tx, tags);
      return records.length;
    });
    count += published;
    if (published < PUBLISHED_AT_ONCE) break;
  }
  const subject = { kind: "import", id: importId };
  await recordChange(db, { actor, action: "import.publish", subject, before: null, after: { places: count }, now });
  return count;
}

/**
 * Takes a decision back: the entry waits again, and what it brought is gone. A place that was made of it alone goes too,
 * unless somebody has built on it since.
 *
 * @returns "built-on": others' facts or reviews stand on it by now; merge or remove it by hand.
 */
export async function undoDecision(
  db: Database,
  { recordId, actor, now }: { recordId: number; actor: Actor; now: Date },
): Promise<"undone" | "gone" | "built-on"> {
  return db.transaction(async (tx) => {
    const [record] = await tx.select().from(importRecords).where(eq(importRecords.id, recordId)).for("update");
    if (record === undefined || !["applied", "refused"].includes(record.state) || record.outcome === "skipped")
      return "gone";
    const [row] = await tx.select().from(imports).where(eq(imports.id, record.importId));
    if (row === undefined) return "gone";
    if (record.state === "applied" && record.placeId !== null && record.recordId !== null) {
      const { recordId: id, placeId } = record;
      const own = and(eq(sourceRecords.sourceId, row.sourceId), eq(sourceRecords.recordId, id));
      const [known] = await tx.select().from(sourceRecords).where(own);
      await tx.delete(sourceRecords).where(own);
      const { tags, bare } = await settlePlaces(tx, { ids: [placeId], now });
      if (bare.length > 0) {
        if (await isBuiltOn(tx, placeId)) {
          if (known !== undefined) await tx.insert(sourceRecords).values(known);
          return "built-on";
        }
        tags.push(...(await tx.select().from(places).where(eq(places.id, placeId))));
        await removePlaces(tx, [placeId]);
      }
      await notifyImported(tx, tags);
    }
    await tx.update(importRecords).set({ state: "waiting", placeId: null }).where(eq(importRecords.id, recordId));
    const subject = { kind: "import-record", id: String(recordId) };
    await recordChange(tx, {
      actor,
      action: "import.undo",
      subject,
      before: { state: record.state },
      after: null,
      now,
    });
    return "undone";
  });
}

/** Whether anything of people stands on a place: then it can't just go. */
export async function isBuiltOn(db: Database, placeId: number): Promise<boolean> {
  return (await builtOn(db, [placeId])).has(placeId);
}

/** Which of these places something of people stands on: facts, reviews, photos, a guide, somebody who runs it. */
export async function builtOn(db: Database, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: places.id })
    .from(places)
    .where(
      and(
        inArray(places.id, [0, ...ids]),
        sql`(exists (select from place_facts f where f.place_id = ${places.id} and f.origin <> 'import')
          or exists (select from reviews r where r.place_id = ${places.id})
          or exists (select from place_owners o where o.place_id = ${places.id})
          or exists (select from place_photos p where p.place_id = ${places.id})
          or exists (select from post_places g where g.place_id = ${places.id})
          or exists (select from place_merges m where m.kept_id = ${places.id} and m.undone_at is null))`,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
