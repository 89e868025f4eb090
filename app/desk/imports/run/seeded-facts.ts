import type { Fact } from "#app/guide/places/facts/place-facts.ts";

/** What registers say and other sources know as well. The rest of the seed data is our own work. */
const REGISTER_FIELDS = ["address", "zip", "position", "phone", "website", "hours", "hoursText"] as const;

/**
 * Whether the seed data has a fact from a register or another dated source, which competes with imports. Without a date it is
 * what our editors know, a person's word.
 */
export function isRegisterFact({ origin, field, checkedOn }: Fact): boolean {
  return origin === "seed" && checkedOn !== null && REGISTER_FIELDS.some((known) => known === field);
}

/** The id under which a register's fact is stored among the records of its source while an import's is shown instead. */
export function seededRecordId(placeId: number, { field, sourceRecord }: Fact): string {
  return `seed:${placeId}:${field}:${sourceRecord ?? ""}`;
}

/** The fact in such a record of this place; undefined for any other record. */
export function seededFactOf(
  placeId: number,
  { sourceId, recordId, facts, checkedOn }: Pick<Fact, "sourceId" | "checkedOn"> & { recordId: string; facts: object },
): Fact | undefined {
  const [, owner, name, sourceRecord = ""] = SEEDED_RECORD.exec(recordId) ?? [];
  const field = REGISTER_FIELDS.find((known) => known === name);
  if (owner !== String(placeId) || field === undefined) return undefined;
  const value: unknown = Object.entries(facts).find(([key]) => key === field)?.[1];
  return { field, value, sourceId, sourceRecord: sourceRecord || null, checkedOn, origin: "seed" };
}

const SEEDED_RECORD = /^seed:(\d+):(\w+):(.*)$/s;
