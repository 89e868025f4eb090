import { bigint, boolean, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson, type FactField } from "./places.ts";
import { bytea } from "../bytea.ts";

/** A manager may do everything for a place except change its managers and transfer it. */
export type OwnerRole = "owner" | "manager";

export const placeOwners = pgTable(
  "place_owners",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    userId: uuid("user_id").notNull(),
    role: text().$type<OwnerRole>().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Null: the owner claimed the place. */
    addedBy: uuid("added_by"),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.userId] })],
);

/**
 * How a claimer proves that a place is theirs: a code mailed to its domain, a code on its website, or an editor's
 * judgment.
 */
export type ClaimMethod = "mail" | "site" | "evidence";
export type ClaimOutcome = "granted" | "rejected" | "withdrawn" | "replaced";

export const placeClaims = pgTable("place_claims", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  claimerId: uuid("claimer_id").notNull(),
  method: text().$type<ClaimMethod>().notNull(),
  /** For codes: the domain of the website at that time. */
  domain: text(),
  email: text(),
  codeHash: bytea("code_hash"),
  /** Codes entered, or checks of the website. */
  tries: smallint().notNull().default(0),
  evidence: text().notNull().default(""),
  caseId: uuid("case_id"),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  outcome: text().$type<ClaimOutcome>(),
});

/** Invitations to manage a place. An accepted invitation is deleted. */
export const placeInvitations = pgTable("place_invitations", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  /** In lower case. */
  email: text().notNull(),
  role: text().$type<OwnerRole>().notNull(),
  keyHash: bytea("key_hash").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  invitedAt: timestamp("invited_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  /** When the invitation was revoked. */
  closedAt: timestamp("closed_at", { withTimezone: true }),
});

/** Facts that an owner can change only with an editor's approval. */
export const GUARDED_FACTS = [
  "name",
  "otherNames",
  "category",
  "type",
  "address",
  "zip",
  "position",
] as const satisfies FactField[];
export type GuardedFact = (typeof GUARDED_FACTS)[number];

/** Changes of a place that an owner or manager requests; the outcome is in the case. */
export const ownerEdits = pgTable("owner_edits", {
  id: uuid().primaryKey().defaultRandom(),
  caseId: uuid("case_id").notNull(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  userId: uuid("user_id"),
  note: text().notNull(),
  /** One open edit at a time. */
  isOpen: boolean("is_open").notNull().default(true),
  sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
});

export const ownerEditChanges = pgTable(
  "owner_edit_changes",
  {
    editId: uuid("edit_id").notNull(),
    field: text().$type<GuardedFact>().notNull(),
    before: anyJson().notNull(),
    after: anyJson().notNull(),
    isApplied: boolean("is_applied"),
  },
  (table) => [primaryKey({ columns: [table.editId, table.field] })],
);
