import { bigint, boolean, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

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
