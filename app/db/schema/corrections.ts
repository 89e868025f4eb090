import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson, type FactField } from "./places.ts";

/** What a visitor may report about a place as a whole; `open` means that a place marked as closed is open. */
export const REPORTED_CLOSURES = ["permanent", "temporary", "moved", "duplicate", "open"] as const;
export type ReportedClosure = (typeof REPORTED_CLOSURES)[number];

/** How the visitor knows. */
export const CORRECTION_BASES = ["visit", "call", "website", "work", "other"] as const;
export type CorrectionBasis = (typeof CORRECTION_BASES)[number];

export const CORRECTABLE_FIELDS = [
  "name",
  "type",
  "address",
  "zip",
  "phone",
  "website",
  "hours",
  "priceRange",
  "attributeCorrections",
] as const satisfies FactField[];
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

export const CONFIRMABLE_FIELDS = [
  "hours",
  "hoursText",
  "address",
  "phone",
  "website",
  "attributes",
] as const satisfies FactField[];
export type ConfirmableField = (typeof CONFIRMABLE_FIELDS)[number];

/** Staff: a member whose review says that they own the place or work there. */
export type Confirmer = "reader" | "staff" | "business" | "editor";

/** What a visitor suggests or reports; the outcome is in the case. */
export const corrections = pgTable("corrections", {
  id: uuid().primaryKey().defaultRandom(),
  /** Key of the page that shows the outcome. */
  key: text()
    .notNull()
    .default(sql`replace(gen_random_uuid()::text, '-', '')`),
  caseId: uuid("case_id").notNull(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  kind: text().$type<"edit" | "closed">().notNull(),
  closure: text().$type<ReportedClosure>(),
  otherPlaceId: bigint("other_place_id", { mode: "number" }),
  descriptionNote: text("description_note").notNull(),
  basis: text().$type<CorrectionBasis>().notNull(),
  note: text().notNull(),
  reporterId: uuid("reporter_id"),
  browserHash: text("browser_hash"),
  ipHash: text("ip_hash"),
  digest: text(),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
  /** The source that says so, if an import sent it instead of a visitor. */
  sourceId: text("source_id"),
});

export const correctionChanges = pgTable(
  "correction_changes",
  {
    correctionId: uuid("correction_id").notNull(),
    field: text().$type<CorrectableField>().notNull(),
    before: anyJson().notNull(),
    after: anyJson().notNull(),
    isApplied: boolean("is_applied"),
  },
  (table) => [primaryKey({ columns: [table.correctionId, table.field] })],
);

/** Confirmations ("Still right") of a fact with the value that it had. */
export const factConfirmations = pgTable("fact_confirmations", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  field: text().$type<ConfirmableField>().notNull(),
  /** md5 of the fact's value, as the database writes it. */
  valueDigest: text("value_digest").notNull(),
  confirmedBy: text("confirmed_by").$type<Confirmer>().notNull(),
  userId: uuid("user_id"),
  browserHash: text("browser_hash"),
  ipHash: text("ip_hash"),
  confirmedAt: timestamp("confirmed_at", { withTimezone: true }).notNull(),
});
