import { bigint, boolean, customType, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { anyJson, type FactField } from "./places.ts";

/** A manager may do all for a place but say who else may, and give it away. */
export type OwnerRole = "owner" | "manager";

export const placeOwners = pgTable(
  "place_owners",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    userId: uuid("user_id").notNull(),
    role: text().$type<OwnerRole>().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** Null: who claimed it. */
    addedBy: uuid("added_by"),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.userId] })],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** How somebody proves that a place is theirs: a code mailed to its domain, a code on its site, or an editor's judgement. */
export type ClaimWay = "mail" | "site" | "evidence";
export type ClaimOutcome = "granted" | "rejected" | "withdrawn" | "replaced";

export const placeClaims = pgTable("place_claims", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  claimerId: uuid("claimer_id").notNull(),
  way: text().$type<ClaimWay>().notNull(),
  /** Of a code: that of the website then. */
  domain: text(),
  mailAddress: text("mail_address"),
  codeHash: bytea("code_hash"),
  /** Codes typed, or looks at the website. */
  tries: smallint().notNull().default(0),
  evidence: text().notNull().default(""),
  caseId: uuid("case_id"),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  closedAt: timestamp("closed_at", { withTimezone: true }),
  outcome: text().$type<ClaimOutcome>(),
});

/** Who is asked to run a place with those who do; accepted, the row is gone. */
export const placeInvitations = pgTable("place_invitations", {
  id: uuid().primaryKey().defaultRandom(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  /** In small letters. */
  email: text().notNull(),
  role: text().$type<OwnerRole>().notNull(),
  keyHash: bytea("key_hash").notNull(),
  invitedBy: uuid("invited_by").notNull(),
  invitedAt: timestamp("invited_at", { withTimezone: true }).notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  /** Taken back. */
  closedAt: timestamp("closed_at", { withTimezone: true }),
});

/** What an owner changes only through an editor. */
export const GUARDED_FACTS = ["name", "category", "type", "address", "zip", "position"] as const satisfies FactField[];
export type GuardedFact = (typeof GUARDED_FACTS)[number];

/** What whoever runs a place wants to be changed of it; what becomes of it stands in its case. */
export const ownerEdits = pgTable("owner_edits", {
  id: uuid().primaryKey().defaultRandom(),
  caseId: uuid("case_id").notNull(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  userId: uuid("user_id"),
  note: text().notNull(),
  /** One waits at a time. */
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
