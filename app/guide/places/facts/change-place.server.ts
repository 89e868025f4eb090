import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type FactField, places } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { applyFacts, lockPlaces } from "./apply-facts.server.ts";
import type { Fact } from "./place-facts.ts";
import type { ChangeAuthor, PlaceChangeInput } from "./record-place-change.server.ts";

/**
 * A value of null says that the current one is wrong and the right one is unknown. With `record` the fact is the source's own,
 * with its date, and follows the source from then on.
 */
export type FactChange = {
  field: FactField;
  value: unknown;
  sourceId: string;
  record?: { id: string; checkedOn: string | null };
};

/** Writes facts that a person decided on, dated today in Washington. Call it in a transaction. */
export async function changeFacts(db: Database, given: PlaceChangeInput & { changes: FactChange[] }): Promise<void> {
  const { placeId, changes, now } = given;
  if (changes.length === 0) return;
  const [place] = await lockPlaces(db, eq(places.id, placeId));
  if (place === undefined) return;
  const put = toPersonFacts(changes, now);
  await applyFacts(db, { changes: [{ place, put, drop: [] }], author: given, now });
}

/**
 * Adds a place that a person approved. Its facts are dated today in Washington, and reloading the seed data leaves them
 * alone. Call it in a transaction.
 *
 * @throws When name, category, type, neighborhood or description is missing.
 */
export async function addPlace(
  db: Database,
  { facts, actor, now }: { facts: FactChange[]; actor: ChangeAuthor["actor"]; now: Date },
): Promise<{ id: number; slug: string }> {
  const put = toPersonFacts(facts, now);
  const author = { changedBy: null, caseId: null, actor };
  const [added] = await applyFacts(db, { changes: [{ place: null, put, drop: [] }], author, now });
  if (added === undefined) throw new Error("The place was not added");
  return added;
}

function toPersonFacts(changes: FactChange[], now: Date): Fact[] {
  return changes.map(({ record, ...change }) =>
    record === undefined
      ? { ...change, sourceRecord: null, checkedOn: dcToday(now), origin: "person" }
      : { ...change, sourceRecord: record.id, checkedOn: record.checkedOn, origin: "import" },
  );
}
