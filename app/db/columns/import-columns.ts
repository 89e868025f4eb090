import type { FactField } from "../schema/places.ts";
import type { OpeningHours } from "./opening-hours-columns.ts";
import type { PlacePicture } from "./photo-columns.ts";
import type { Attributes, CategorySlug, Closure, Opened, Point, PriceRange, Quadrant } from "./place-columns.ts";

/** The file formats that people can import. */
export const IMPORT_FORMATS = ["overture", "osm", "google", "csv", "json-ld"] as const;
/** "live": what live sources say about listed places, which only they write. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number] | "live";

export const TEXT_ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** The vocabulary in which a source names kinds of places. */
export type KindScheme = "overture" | "osm" | "google" | "schema-org" | "csv";

/** What a kind of a source is here. */
export type CategoryMapping = { category: CategorySlug; type: string };

/** The fields a table column can hold, in the order of the form. */
export const COLUMN_FIELDS = [
  "id",
  "name",
  "otherNames",
  "kind",
  "type",
  "street",
  "quadrant",
  "zip",
  "city",
  "region",
  "country",
  "lat",
  "lng",
  "phone",
  "website",
  "price",
  "description",
  "hours",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
  "special",
  "status",
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** Maps a field to the header of its column, as written in the file. */
export type ColumnMapping = Partial<Record<ColumnField, string>>;

/** What a file can say about a place, in the shape of our facts. Unknown fields are absent. */
export type ImportedFacts = {
  name?: string;
  otherNames?: string[];
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
  menuUrl?: string;
  reservationsUrl?: string;
  orderUrl?: string;
  /** The id of its item in Wikidata. */
  wikidata?: string;
  opened?: Opened;
  picture?: PlacePicture;
  /** Assigned by us from what the source says. */
  category?: CategorySlug;
  type?: string;
  neighborhood?: string;
};

export const IMPORTED_FIELDS = [
  "name",
  "otherNames",
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
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
  "wikidata",
  "opened",
  "picture",
] as const satisfies (FactField & keyof ImportedFacts)[];
export type ImportedField = (typeof IMPORTED_FIELDS)[number];

/** Why an entry is skipped. */
export type SkipReason =
  | "malformed"
  | "cut-short"
  | "too-large"
  | "too-deep"
  | "unreadable"
  | "no-name"
  | "bad-name"
  | "not-a-place"
  | "no-position"
  | "no-corners"
  | "outside"
  | "closed"
  | "unpublished"
  | "license"
  | "unknown-kind"
  | "too-many"
  | "repeated"
  | "refused-before";

/** What a file contains, in counts. Before the run these are predictions. */
export type ImportReport = {
  /** Not listed yet. */
  new: number;
  /** New entries without a neighborhood: an editor chooses one. */
  unplaced: number;
  /** Known from this source, with different facts than last time. */
  changed: number;
  /** The same as last time, with a newer date. */
  confirmed: number;
  /** The same as last time. */
  unchanged: number;
  /** Already listed from another source. */
  matched: number;
  /** Matched places that gain a fact. */
  filling: number;
  /** Repeats of another entry in the file. */
  duplicatesInFile: number;
  /** Possible duplicates for an editor. */
  possibleDuplicates: number;
  /** Those of them that the source had before, with another place, name or category. */
  jumps: number;
  /** The source says that these listed places are closed: an editor decides. */
  closing: number;
  skipped: number;
  skips: Partial<Record<SkipReason, number>>;
  /** New facts by field. */
  filled: Partial<Record<ImportedField, number>>;
  /** Values that couldn't be read, by field; the rest of the entry is used. */
  unread: Partial<Record<ImportedField, number>>;
  /** Source kinds without a category, the most frequent first. */
  unknownKinds: Record<string, number>;
  /** Entries applied so far. */
  applied: number;
  filledFacts: number;
  letters: "good" | "mixed";
  /** Whether the file is complete, as far as we can tell, was cut short, or carries an Overpass error. */
  ending: FileEnding;
  /** Records of the source that a file with everything lacks. Null before the run, and for other files. */
  missing: number | null;
  /** Measured once the check is done. */
  effect: ImportEffect | null;
  /** What was put back so far: entries, places removed, and places that stayed because people have built on them. */
  undone: { entries: number; removed: number; retained: number } | null;
};

/** What a run would do to published places, as the brake sees it. */
export type ImportEffect = {
  /** Places that are published. */
  published: number;
  /** Those of them that would lose a fact or show another value, or whose source says that they are closed. */
  changing: number;
  /** For a file with everything of its source: linked records, and those that aren't in it. */
  linked: number;
  missing: number;
  /** Whether nothing of the source was imported before. */
  isFirst?: boolean;
};

export type FileEnding = { kind: "whole" } | { kind: "cut-short" } | { kind: "remark"; remark: string };

/** A photo that was moved to another listing of the same place, and its previous position. */
export type MovedPhoto = { id: string; position: number };

/** What a merge moved, stored so that it can be undone. */
export type MergedContent = {
  reviews: string[];
  records: { sourceId: string; recordId: string }[];
  /** Records created from the merged listing's own facts. */
  made: { sourceId: string; recordId: string }[];
  /** The merged listing's closure before the merge. */
  closure: Closure | null;
  successorId: number | null;
  /** Further closure state. Optional, because older merges don't have this and the fields below. */
  closing?: { closedOn: string | null; reopensOn: string | null; isClosedByOwner: boolean };
  photos?: MovedPhoto[];
  /** Ids of visitors' questions. */
  questions?: string[];
  /** Ids of guides that mentioned the listing. */
  guides?: number[];
};
