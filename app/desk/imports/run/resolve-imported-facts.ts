import { IMPORTED_FIELDS, type ImportedFacts } from "#app/db/columns/import-columns.ts";
import type { FactField } from "#app/db/schema/places.ts";
import type { Fact } from "#app/guide/places/facts/place-facts.ts";

import { isRegisterFact } from "./seeded-facts.ts";
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
 * The imported facts of a place, computed from all its source records, and the facts of registers in the seed data that win over
 * them. Facts from editors, owners and visitors take precedence, and so does what the editors know in the seed data; among the
 * others the table in source-trust.ts decides. A record without a date never wins over a register. What the place is called, what it is and its
 * neighborhood stay those of the earliest record: sources spell names in many ways, and a page isn't renamed back and
 * forth.
 *
 * @param records The earliest link first.
 */
export function resolveImportedFacts(currentFacts: Fact[], records: SourceRecord[]): Fact[] {
  const seeded = [...currentFacts.filter(isRegisterFact).map(toSeededRecord), ...records.filter(isSeeded)];
  const registerFields = new Set(seeded.map((record) => record.seeded?.field));
  const takenFields = new Set<FactField>(
    currentFacts.filter((fact) => fact.origin !== "import" && !isRegisterFact(fact)).map(({ field }) => field),
  );
  const resolved: Fact[] = [];
  const add = (facts: Fact[]) => {
    const added = facts.filter(
      ({ field }) => !takenFields.has(field) && !takenFields.has(EXCLUSIVE_FIELDS[field] ?? field),
    );
    resolved.push(...added);
    for (const { field } of added) takenFields.add(field);
  };
  const imported = records.filter((record) => !isSeeded(record));
  for (const record of imported) add(factsOf(record).filter(({ field }) => isRequired(field)));
  const supported = imported.filter(({ missingFiles = 0 }) => missingFiles < MISSING_FILES_MAX);
  for (const record of rankRecords([...seeded, ...supported])) {
    if (record.seeded !== undefined) add([record.seeded]);
    else
      add(
        factsOf(record).filter(
          ({ field }) => !isRequired(field) && (record.checkedOn !== null || !registerFields.has(field)),
        ),
      );
  }
  return resolved;
}

/** Facts of the seed data that are replaced by the resolved ones: another fact of their field, or hours instead of a text. */
export function replacedRegisterFacts(currentFacts: Fact[], resolved: readonly Fact[]): Fact[] {
  const isRetained = ({ field }: Fact) => resolved.some((fact) => fact.field === field && fact.origin === "seed");
  return currentFacts.filter((fact) => isRegisterFact(fact) && !isRetained(fact));
}

function toSeededRecord(fact: Fact): SourceRecord {
  const { sourceId, checkedOn } = fact;
  return { sourceId, recordId: "", checkedOn, linkedAt: new Date(0), facts: {}, seeded: fact };
}

function isSeeded({ seeded }: SourceRecord): boolean {
  return seeded !== undefined;
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
