import { bigint, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

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
