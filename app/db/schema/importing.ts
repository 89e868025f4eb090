import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

import type { CategorySlug } from "../columns/place-columns.ts";
import type {
  CategoryMapping,
  ColumnMapping,
  ImportedFacts,
  ImportFormat,
  ImportReport,
  KindScheme,
  MergedContent,
  TextEncoding,
} from "../columns/import-columns.ts";
import { anyJson } from "./places.ts";

/** "mapping": the columns of a table wait to be confirmed. "checked": nothing is written yet. */
export type ImportStage =
  | "mapping"
  | "checking"
  | "checked"
  | "running"
  | "done"
  | "cancelled"
  | "failed"
  | "withdrawing"
  | "withdrawn"
  | "undoing"
  | "undone";

/** "closed": the source says that a listed place is closed; the record's reason says how. */
export type RecordOutcome =
  | "new"
  | "linked"
  | "duplicate"
  | "duplicate-in-file"
  | "possible-duplicate"
  | "skipped"
  | "closed";

/** "waiting": for an editor. */
export type RecordState = "staged" | "waiting" | "applied" | "refused";

const typedJson = <Shape>() => anyJson().$type<Shape>();

export const imports = pgTable("imports", {
  id: uuid().primaryKey().defaultRandom(),
  fileName: text("file_name").notNull(),
  filePath: text("file_path"),
  byteCount: bigint("byte_count", { mode: "number" }).notNull(),
  format: text().$type<ImportFormat>().notNull(),
  encoding: text().$type<TextEncoding>().notNull(),
  sourceId: text("source_id").notNull(),
  mapping: typedJson<ColumnMapping>().notNull().default({}),
  publishes: boolean().notNull(),
  stage: text().$type<ImportStage>().notNull(),
  problem: text(),
  bytesRead: bigint("bytes_read", { mode: "number" }).notNull().default(0),
  recordsRead: integer("records_read").notNull().default(0),
  lastApplied: bigint("last_applied", { mode: "number" }).notNull().default(0),
  report: typedJson<Partial<ImportReport>>().notNull().default({}),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  progressedAt: timestamp("progressed_at", { withTimezone: true }).notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
  worker: uuid(),
  lockedUntil: timestamp("locked_until", { withTimezone: true }),
  defaultCategory: anyJson("default_category").$type<CategoryMapping>(),
  /** Whether the file has all records of its source. */
  isWhole: boolean("is_whole").notNull().default(false),
});

export const importRecords = pgTable("import_records", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  importId: uuid("import_id").notNull(),
  number: integer().notNull(),
  line: integer(),
  outcome: text().$type<RecordOutcome>().notNull(),
  state: text().$type<RecordState>().notNull(),
  reason: text().notNull().default(""),
  recordId: text("record_id"),
  name: text().notNull().default(""),
  nameSlug: text("name_slug").notNull().default(""),
  phone: text(),
  siteHost: text("site_host"),
  lat: doublePrecision(),
  lng: doublePrecision(),
  facts: typedJson<ImportedFacts>().notNull().default({}),
  checkedOn: text("checked_on"),
  categoryKey: text("category_key"),
  score: real(),
  candidateId: bigint("candidate_id", { mode: "number" }),
  duplicateRecordId: bigint("duplicate_record_id", { mode: "number" }),
  placeId: bigint("place_id", { mode: "number" }),
  comparedAt: timestamp("compared_at", { withTimezone: true }),
  decidedAt: timestamp("decided_at", { withTimezone: true }),
  /** The source's record before this one was applied, in an array; empty if there was none. Null: it was not recorded. */
  previousRecord: anyJson("previous_record"),
});

export const sourceRecords = pgTable(
  "source_records",
  {
    sourceId: text("source_id").notNull(),
    recordId: text("record_id").notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    facts: typedJson<ImportedFacts>().notNull(),
    digest: text().notNull(),
    checkedOn: text("checked_on"),
    linkedAt: timestamp("linked_at", { withTimezone: true }).notNull(),
    /** The last file with everything of the source that had the record, and how many in a row didn't. */
    seenImportId: uuid("seen_import_id"),
    missingFiles: smallint("missing_files").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.sourceId, table.recordId] })],
);

export const importCategoryMappings = pgTable(
  "import_category_mappings",
  {
    scheme: text().$type<KindScheme>().notNull(),
    key: text().notNull(),
    categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
    type: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scheme, table.key] })],
);

export const placeMerges = pgTable("place_merges", {
  id: uuid().primaryKey().defaultRandom(),
  survivingPlaceId: bigint("surviving_place_id", { mode: "number" }).notNull(),
  mergedPlaceId: bigint("merged_place_id", { mode: "number" }).notNull(),
  moved: typedJson<MergedContent>().notNull(),
  mergedAt: timestamp("merged_at", { withTimezone: true }).notNull(),
  undoneAt: timestamp("undone_at", { withTimezone: true }),
});
