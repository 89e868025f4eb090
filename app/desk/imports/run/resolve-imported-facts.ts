import { IMPORTED_FIELDS, type ImportedFacts } from "#app/db/columns/import-columns.ts";
import type { FactField } from "#app/db/schema/places.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";

/** The source of facts that we generate for imported places; see seeds/catalogue/sources.yaml. */
export const GENERATED_FACTS_SOURCE = "import-words";

export type SourceRecord = { sourceId: string; recordId: string; facts: ImportedFacts; checkedOn: string | null };

/** A place without one of these can't be shown. */
export const REQUIRED_FIELDS = ["name", "category", "type", "neighborhood"] as const satisfies FactField[];

/** Structured hours and hours as text fill the same spot on the page, so one excludes the other. */
const EXCLUSIVE_FIELDS: Partial<Record<FactField, FactField>> = { hours: "hoursText", hoursText: "hours" };

/**
 * The imported facts of a place, computed from all its source records. Facts from editors, owners, visitors or seed
 * data take precedence; among imports the earliest record wins.
 */
export function resolveImportedFacts(currentFacts: Fact[], records: SourceRecord[]): Fact[] {
  const takenFields = new Set<FactField>(
    currentFacts.filter(({ origin }) => origin !== "import").map(({ field }) => field),
  );
  const resolved: Fact[] = [];
  for (const record of records) {
    const added = factsOf(record).filter(
      ({ field }) => !takenFields.has(field) && !takenFields.has(EXCLUSIVE_FIELDS[field] ?? field),
    );
    resolved.push(...added);
    for (const { field } of added) takenFields.add(field);
  }
  return resolved;
}

function factsOf({ sourceId, recordId, facts, checkedOn }: SourceRecord): Fact[] {
  const fact = (field: FactField, value: unknown, isGenerated: boolean): Fact => ({
    field,
    value,
    sourceId: isGenerated ? GENERATED_FACTS_SOURCE : sourceId,
    sourceRecord: recordId,
    checkedOn: isGenerated ? null : checkedOn,
    origin: "import",
  });
  const sourceFacts = IMPORTED_FIELDS.flatMap((field) =>
    facts[field] === undefined ? [] : [fact(field, facts[field], false)],
  );
  const generatedFacts = (["category", "type", "neighborhood"] as const).flatMap((field) =>
    facts[field] === undefined ? [] : [fact(field, facts[field], true)],
  );
  return [...sourceFacts, ...generatedFacts];
}
