import { and, eq, inArray, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { insertAsJson } from "#app/db/rows-as-json.ts";
import { placeChanges, places } from "#app/db/schema/places.ts";
import { recordChange } from "#app/core/audit/audit.server.ts";
import { dcDayOn, dcToday, subtractDays } from "#app/lib/dc-time.ts";

import { mayHaveClosed } from "../facts/closure.ts";
import { isCheckedSince } from "./fact-age.server.ts";
import { isDescribed } from "../facts/listing-depth.server.ts";
import { invalidatePlacePages } from "../facts/record-place-change.server.ts";

/** A listed place that nobody has confirmed for so long may have closed. */
const CONFIRMED_DAYS_MAX = 730;

/** It leaves search and lists when it has been marked for so long. */
const MARKED_DAYS_MAX = 182;

/** Changed in one transaction, which the search index follows. */
const PLACES_PER_BATCH = 200;

/** Changed in one run. The next night handles the rest. */
const PLACES_PER_RUN_MAX = 10_000;

/** Public grounds and institutions, which don't close the way businesses do; see seeds/SOURCES.md, "Three tiers". */
const LASTING_TYPES = [
  "Park",
  "Trail",
  "Playground",
  "Spray park",
  "Dog park",
  "Community garden",
  "Garden",
  "Plaza",
  "Recreation center",
  "Indoor pool",
  "Outdoor pool",
  "Memorial",
  "Monument",
  "Landmark",
  "Museum",
  "Library",
  "University",
  "Hospital",
  "Cemetery",
];

const actor = { kind: "job", id: "mark-unconfirmed-places" } as const;

/**
 * Brings marks of listed places in line with when they were last confirmed: marks them, takes them out of lists after half a
 * year, and brings those back that were confirmed since. A place of which no date is known stays as it is.
 *
 * @returns How many places it changed.
 */
export async function markUnconfirmedPlaces(
  db: Database,
  now: Date,
): Promise<{ marked: number; unlisted: number; relisted: number }> {
  const today = dcToday(now);
  const relisted = await relistConfirmedPlaces(db, { where: isMarked, now });
  // Before new marks, so that every place is marked for half a year first. Both are served by places_unconfirmed.
  const isOverdue = and(eq(places.closure, "unconfirmed"), lte(places.closedOn, subtractDays(today, MARKED_DAYS_MAX)));
  const unlisted = await setClosures(db, { where: isOverdue, closure: "unlisted", now });
  const isDue = and(
    eq(places.status, "published"),
    isNull(places.closure),
    sql`not ${isByEditors}`,
    notInArray(places.type, LASTING_TYPES),
    sql`exists (select from place_facts f where f.place_id = ${places.id} and f.checked_on is not null)`,
    sql`not ${isConfirmedSince(subtractDays(today, CONFIRMED_DAYS_MAX))}`,
  );
  return { relisted, unlisted, marked: await setClosures(db, { where: isDue, closure: "unconfirmed", now }) };
}

/** Our editors have written about it or named it in a guide, and answer for it. Served by post_places_by_place. */
const isByEditors = sql`(${isDescribed} or exists (select from post_places g where g.place_id = ${places.id}))`;

const isMarked = inArray(places.closure, ["unconfirmed", "unlisted"]);

/**
 * Brings places back that are marked and have been confirmed since, or that the editors have written about. Call it in a
 * transaction after a person's confirmation, so that the place is back at once.
 *
 * @param given.where Which of the marked places.
 * @returns How many are back.
 */
export async function relistConfirmedPlaces(db: Database, { where, now }: { where: SQL; now: Date }): Promise<number> {
  const isBack = or(isByEditors, isConfirmedSince(subtractDays(dcToday(now), CONFIRMED_DAYS_MAX)));
  return setClosures(db, { where: and(isMarked, where, isBack), closure: null, now });
}

/** After a change of these places, whose rows were read before it. */
export async function relistChangedPlaces(
  db: Database,
  { rows, now }: { rows: Pick<typeof places.$inferSelect, "id" | "closure">[]; now: Date },
): Promise<void> {
  const ids = rows.filter(({ closure }) => mayHaveClosed(closure)).map(({ id }) => id);
  if (ids.length > 0) await relistConfirmedPlaces(db, { where: inArray(places.id, ids), now });
}

/** Sets what a job may: nobody decided it. In batches, since a year's register may be due at once. */
async function setClosures(
  db: Database,
  { where, closure, now }: { where: SQL | undefined; closure: "unconfirmed" | "unlisted" | null; now: Date },
): Promise<number> {
  let count = 0;
  for (;;) {
    const changed = await db.transaction((tx) => setClosureBatch(tx, { where, closure, now }));
    count += changed;
    if (changed < PLACES_PER_BATCH || count >= PLACES_PER_RUN_MAX) return count;
  }
}

async function setClosureBatch(
  db: Database,
  { where, closure, now }: { where: SQL | undefined; closure: "unconfirmed" | "unlisted" | null; now: Date },
): Promise<number> {
  const rows = await db.select().from(places).where(where).orderBy(places.id).limit(PLACES_PER_BATCH).for("update");
  if (rows.length === 0) return 0;
  const status = closure === "unlisted" ? ("closed" as const) : ("published" as const);
  const closedOn = closure === null ? null : dcToday(now);
  const isDue = inArray(
    places.id,
    rows.map(({ id }) => id),
  );
  await db.update(places).set({ status, closure, closedOn, updatedAt: now }).where(isDue);
  const changes = rows.map((row) => ({
    placeId: row.id,
    field: "closure" as const,
    before: { status: row.status, closure: row.closure, successorId: null },
    after: { status, closure, successorId: null },
    changedAt: now,
  }));
  await db.execute(insertAsJson(placeChanges, changes));
  const after = { closure, slugs: rows.map(({ slug }) => slug) };
  await recordChange(db, {
    actor,
    action: "place.mark",
    subject: { kind: "job", id: actor.id },
    before: null,
    after,
    now,
  });
  await invalidatePlacePages(db, rows);
  return rows.length;
}

/**
 * Whether anything has confirmed the place on this day or later: the date of a fact or of a source's record, a person's
 * confirmation or change, or a review. Served by the indexes on the place of each table.
 */
function isConfirmedSince(day: string): SQL {
  const at = new Date(dcDayOn(day).startsMs).toISOString();
  return sql`(
    exists (select from place_facts f where f.place_id = ${places.id} and ${isCheckedSince(sql`f.checked_on`, day)})
    or exists (select from source_records r
      where r.place_id = ${places.id} and r.missing_files = 0 and ${isCheckedSince(sql`r.checked_on`, day)})
    or exists (select from fact_confirmations c where c.place_id = ${places.id} and c.confirmed_at >= ${at}::timestamptz)
    or exists (select from place_changes h
      where h.place_id = ${places.id} and h.changed_by is not null and h.changed_at >= ${at}::timestamptz)
    or exists (select from reviews w
      where w.place_id = ${places.id} and w.status = 'published' and not w.is_demo and w.created_at >= ${at}::timestamptz))`;
}
