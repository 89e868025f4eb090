import { createHash } from "node:crypto";
import { type CategoryMapping, IMPORTED_FIELDS, type SkipReason } from "#app/db/columns/import-columns.ts";
import type { importRecords } from "#app/db/schema/importing.ts";
import { sortKeys } from "#app/guide/places/facts/place-facts.ts";
import { slugify } from "#app/lib/slug.ts";
import { type CandidateQuery, optionalWebsiteHost } from "../duplicates/duplicate-candidates.server.ts";
import type { ComparablePlace } from "../duplicates/duplicate-score.ts";
import { SCHEME_BY_FORMAT } from "../readers/import-format.ts";
import { type ParsedEntry, type ParsedPlace } from "../readers/imported-facts.ts";
import { primaryKind, mapToCategory } from "../mapping/category-mapping.ts";
import type { CheckContext } from "./check-context.server.ts";

export type StagedRow = typeof importRecords.$inferInsert;

export const EMPTY_RECORD = { reason: "", name: "", nameSlug: "", facts: {} };

/** An entry on its way to a row. */
export type StagedEntry = CandidateQuery & {
  number: number;
  line: number;
  place: ParsedPlace;
  kind: CategoryMapping | null;
  /** How the source says that the place is closed; null: it doesn't. */
  closure: "permanent" | "temporary" | null;
  /** The id of the listed place that it certainly is; null: that is to be found out. */
  listedAs: number | null;
  compared: ComparablePlace;
};

export function nameOf(entry: ParsedEntry): string {
  return "place" in entry ? entry.place.facts.name : (entry.name ?? "");
}

/** The entry with its category and neighborhood, or why it is skipped. */
export function assignCategory(
  entry: ParsedEntry,
  { row, kinds, findArea }: CheckContext,
): { skip: SkipReason } | { place: ParsedPlace; kind: CategoryMapping | null } {
  if ("skip" in entry) return entry;
  const { position } = entry.place.facts;
  const mapping = mapToCategory(SCHEME_BY_FORMAT[row.format], entry.place, kinds);
  const kind = mapping ?? (entry.place.kinds.length === 0 ? row.defaultCategory : null);
  const neighborhood = position === undefined ? null : findArea(position);
  if (position !== undefined && neighborhood === null) return { skip: "outside" };
  const facts = {
    ...entry.place.facts,
    ...(kind === null ? {} : kind),
    ...(neighborhood === null ? {} : { neighborhood }),
  };
  return { place: { ...entry.place, facts }, kind };
}

export function stagedRow(importId: string, { number, line, place, facts }: StagedEntry): StagedRow {
  return {
    ...EMPTY_RECORD,
    importId,
    number,
    line,
    outcome: "new",
    state: "staged",
    recordId: place.recordId,
    name: facts.name,
    nameSlug: slugify(facts.name),
    phone: facts.phone ?? null,
    siteHost: optionalWebsiteHost(facts.website),
    lat: facts.position?.lat ?? null,
    lng: facts.position?.lng ?? null,
    facts,
    checkedOn: place.checkedOn,
    categoryKey: primaryKind(place.kinds),
  };
}

/** Covers only what the source says: our assigned category and neighborhood may change without the source changing. */
export function factsDigest({ facts, checkedOn }: Pick<ParsedPlace, "facts" | "checkedOn">): string {
  const values = Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, facts[field] ?? null]));
  return createHash("sha256")
    .update(JSON.stringify(sortKeys([values, checkedOn])))
    .digest("hex");
}
