import type { FactField } from "#app/db/schema/places.ts";
import type { Fact } from "#app/features/places/place-facts.ts";

import { IMPORTED_FIELDS, type ImportedFacts } from "./imported-facts.ts";

/** The source of facts that we generate for imported places; see seeds/catalogue/sources.yaml. */
export const WORDS_SOURCE = "import-words";

export type SourceRecord = { sourceId: string; recordId: string; facts: ImportedFacts; checkedOn: string | null };

/** A place without one of these can't be shown. */
export const NEEDED_FIELDS = ["name", "category", "type", "neighborhood", "description"] as const satisfies FactField[];

/** Structured hours and hours as text fill the same spot on the page, so one excludes the other. */
const GROUPS: Partial<Record<FactField, FactField>> = { hours: "hoursText", hoursText: "hours" };

/**
 * The imported facts of a place, computed from all its source records. The result doesn't depend on the order of
 * changes.
 *
 * Facts from editors, owners, visitors or seed data take precedence; among imports the earliest record wins.
 */
export function settleFacts(known: Fact[], records: SourceRecord[]): Fact[] {
  const taken = new Set<FactField>(known.filter(({ origin }) => origin !== "import").map(({ field }) => field));
  const settled: Fact[] = [];
  for (const record of records) {
    const own = factsOf(record).filter(({ field }) => !taken.has(field) && !taken.has(GROUPS[field] ?? field));
    settled.push(...own);
    for (const { field } of own) taken.add(field);
  }
  return settled;
}

function factsOf({ sourceId, recordId, facts, checkedOn }: SourceRecord): Fact[] {
  const fact = (field: FactField, value: unknown, words: boolean): Fact => ({
    field,
    value,
    sourceId: words ? WORDS_SOURCE : sourceId,
    sourceRecord: recordId,
    checkedOn: words ? null : checkedOn,
    origin: "import",
  });
  const said = IMPORTED_FIELDS.flatMap((field) =>
    facts[field] === undefined ? [] : [fact(field, facts[field], false)],
  );
  const made = (["category", "type", "neighborhood"] as const).flatMap((field) =>
    facts[field] === undefined ? [] : [fact(field, facts[field], true)],
  );
  const isDescribed = facts.description !== undefined || facts.category === undefined;
  return [...said, ...made, ...(isDescribed ? [] : [fact("description", describe(facts), true)])];
}

/** All we can say about a place that we haven't visited. */
function describe({ type = "", address }: ImportedFacts): string {
  const where = address === undefined ? "" : ` at ${address.street} ${address.quadrant}`;
  return `${type}${where}. Nobody of ours has described it yet.`;
}
