import { IMPORTED_FIELDS, type ImportedFacts } from "#app/db/columns/import-columns.ts";
import type { FactField } from "#app/db/schema/places.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";

import { type RankedRecord, rankRecords } from "./source-trust.ts";

/** The source of facts that we generate for imported places; see seeds/catalogue/sources.yaml. */
export const GENERATED_FACTS_SOURCE = "import-words";

/** `missingFiles`: how many files with everything of the source lacked the record in a row. */
export type SourceRecord = RankedRecord & { facts: ImportedFacts; missingFiles?: number };

/** One file may be wrong. A record that two in a row lack supports only the name and kind of its place. */
export const MISSING_FILES_MAX = 2;

/** A place without one of these can't be shown. */
export const REQUIRED_FIELDS = ["name", "category", "type", "neighborhood"] as const satisfies FactField[];

/** Structured hours and hours as text fill the same spot on the page, so one excludes the other. */
const EXCLUSIVE_FIELDS: Partial<Record<FactField, FactField>> = { hours: "hoursText", hoursText: "hours" };

/**
 * The imported facts of a place, computed from all its source records. Facts from editors, owners, visitors or seed
 * data take precedence; among imports the table in source-trust.ts decides. What the place is called, what it is and its
 * neighborhood stay those of the earliest record: sources spell names in many ways, and a page isn't renamed back and
 * forth.
 *
 * @param records The earliest link first.
 */
export function resolveImportedFacts(currentFacts: Fact[], records: SourceRecord[]): Fact[] {
  const takenFields = new Set<FactField>(
    currentFacts.filter(({ origin }) => origin !== "import").map(({ field }) => field),
  );
  const resolved: Fact[] = [];
  const add = (facts: Fact[]) => {
    const added = facts.filter(
      ({ field }) => !takenFields.has(field) && !takenFields.has(EXCLUSIVE_FIELDS[field] ?? field),
    );
    resolved.push(...added);
    for (const { field } of added) takenFields.add(field);
  };
  for (const record of records) add(factsOf(record).filter(({ field }) => isRequired(field)));
  const supported = records.filter(({ missingFiles = 0 }) => missingFiles < MISSING_FILES_MAX);
  for (const record of rankRecords(supported)) add(factsOf(record).filter(({ field }) => !isRequired(field)));
  return resolved;
}

function isRequired(field: FactField): boolean {
  return REQUIRED_FIELDS.some((required) => required === field);
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
