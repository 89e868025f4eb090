import type { ImportedFacts, ImportedField, SkipReason } from "#app/db/columns/import-columns.ts";

export const IMPORTED_FIELD_LABELS: Record<ImportedField, string> = {
  name: "Name",
  otherNames: "Other names",
  address: "Address",
  zip: "ZIP code",
  position: "Position",
  priceRange: "Price",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  hoursText: "Hours as text",
  attributes: "Attributes",
  description: "Description",
  menuUrl: "Menu",
  reservationsUrl: "Reservations",
  orderUrl: "Orders",
  wikidata: "Wikidata item",
  opened: "Opened",
  picture: "Picture",
};

/** One parsed entry of a file. */
export type ParsedPlace = {
  /** The source's id, or one made from name and address. */
  recordId: string;
  facts: ImportedFacts & { name: string };
  /** The source's kinds for it, the most specific first. */
  kinds: string[];
  /** The cuisine, as OpenStreetMap writes it. */
  cuisine: string | null;
  /** When the source last checked the entry, as precisely as it says. */
  checkedOn: string | null;
  /** Fields that couldn't be read; the others are fine. */
  unread: ImportedField[];
};

/** Why an entry is skipped, as shown in the report. */
export const SKIP_REASON_LABELS: Record<SkipReason, string> = {
  malformed: "Unreadable: broken JSON, or a row with too many or too few columns",
  "cut-short": "Cut off in the middle",
  "too-large": "Longer than a million characters",
  "too-deep": "Nested too deeply",
  unreadable: "The name is in another encoding than the rest of the file",
  "no-name": "No name",
  "bad-name": "The name is too long, or has no letter or digit",
  "not-a-place": "Not a place: a corner of a building, a line, a person",
  "no-position": "No position, and no address in the District",
  "no-corners": "An outline without its center or corners: ask Overpass for “out center” or “out geom”",
  outside: "Outside the District",
  closed: "Closed, according to the source, and not listed",
  unpublished: "Not published by the source",
  license: "Under a license that isn’t one of its source’s",
  "unknown-kind": "Its kind has no category yet",
  "too-many": "More entries than an import can have",
  repeated: "Repeated in the file",
  "refused-before": "Skipped by an editor before",
};

/**
 * `closure`: the source says that the place is closed. `listedAs`: the id of the place that it is, if the source knows it for
 * certain.
 */
export type ParsedEntry =
  | { place: ParsedPlace; closure?: "permanent" | "temporary"; listedAs?: number }
  | { skip: SkipReason; name?: string };

/** An entry that says that its place is closed. Skipped if it doesn't say which place. */
export function toClosedEntry(read: ParsedEntry, closure: "permanent" | "temporary"): ParsedEntry {
  return "place" in read ? { place: read.place, closure } : { ...read, skip: "closed" };
}

export function skipReasonLabel(reason: string): string {
  return new Map<string, string>(Object.entries(SKIP_REASON_LABELS)).get(reason) ?? SKIP_REASON_LABELS.malformed;
}
