import type { FactField } from "#app/db/schema/places.ts";
import type { CategorySlug } from "#app/features/places/categories.ts";
import type { OpeningHours } from "#app/features/places/opening-hours.ts";
import type { Attributes, Point, PriceRange, Quadrant } from "#app/features/places/place.ts";

/** What a file can say about a place, in the shape of our facts. Unknown fields are absent. */
export type ImportedFacts = {
  name?: string;
  address?: { street: string; quadrant: Quadrant };
  zip?: string;
  position?: Point;
  priceRange?: PriceRange;
  phone?: string;
  website?: string;
  hours?: OpeningHours;
  hoursText?: string;
  attributes?: Attributes;
  description?: string;
  /** Assigned by us from what the source says. */
  category?: CategorySlug;
  type?: string;
  neighborhood?: string;
};

export const IMPORTED_FIELDS = [
  "name",
  "address",
  "zip",
  "position",
  "priceRange",
  "phone",
  "website",
  "hours",
  "hoursText",
  "attributes",
  "description",
] as const satisfies (FactField & keyof ImportedFacts)[];
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

export const FIELD_NAMES: Record<ImportedField, string> = {
  name: "Name",
  address: "Address",
  zip: "ZIP code",
  position: "Position",
  priceRange: "Price",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  hoursText: "Hours in words",
  attributes: "Attributes",
  description: "Description",
};

/** One parsed entry of a file. */
export type ReadPlace = {
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

export type SkipReason = keyof typeof SKIP_REASONS;

/** Why an entry is skipped, as shown in the report. */
export const SKIP_REASONS = {
  malformed: "It can’t be read: broken JSON, or a row with too many or too few columns",
  "cut-short": "It ends in the middle",
  "too-large": "It is longer than a million characters",
  "too-deep": "It is nested too deeply",
  unreadable: "Letters of its name are in another encoding than the rest of the file",
  "no-name": "It has no name",
  "bad-name": "Its name is too long, or has no letter or digit",
  "not-a-place": "It is no place: a corner of a building, a line, a person",
  "no-position": "It has neither a position nor an address in the District",
  "no-corners":
    "It is an outline, and the file has neither its middle nor its corners: ask Overpass for “out center” or “out geom”",
  outside: "It lies outside the District",
  closed: "The source says that it has closed",
  unpublished: "The source doesn’t publish it",
  "unknown-kind": "Its kind has no category here yet",
  "too-many": "The file has more entries than an import takes",
  repeated: "The same entry stands in the file before",
  "refused-before": "An editor has left it out before",
} as const;

export type ReadEntry = { place: ReadPlace } | { skip: SkipReason; name?: string };

export function skipWords(reason: string): string {
  return new Map<string, string>(Object.entries(SKIP_REASONS)).get(reason) ?? SKIP_REASONS.malformed;
}
