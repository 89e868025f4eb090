import { sql } from "drizzle-orm";
import { bigint, customType, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const savedPlaces = pgTable(
  "saved_places",
  {
    userId: uuid("user_id").notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.placeId] })],
);

export const savedGuides = pgTable(
  "saved_guides",
  {
    userId: uuid("user_id").notNull(),
    postId: bigint("post_id", { mode: "number" }).notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.postId] })],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** The pictures of members who want their provider's; everybody else's is drawn. */
export const memberPictures = pgTable("member_pictures", {
  userId: uuid("user_id").primaryKey(),
  sourceUrl: text("source_url").notNull(),
  bytes: bytea().notNull(),
  fetchedAt: timestamp("fetched_at", { withTimezone: true }).notNull(),
});

/** Who may read a list besides its owner: nobody, who has its address, or everybody. */
export type ListVisibility = "private" | "link" | "public";

export const lists = pgTable("lists", {
  id: uuid().primaryKey().defaultRandom(),
  ownerId: uuid("owner_id").notNull(),
  name: text().notNull(),
  note: text().notNull().default(""),
  visibility: text().$type<ListVisibility>().notNull(),
  shareKey: text("share_key")
    .notNull()
    .default(sql`replace(gen_random_uuid()::text, '-', '')`),
  /** The shared list that it is a copy of. */
  copiedFrom: uuid("copied_from"),
  /** Whose words its name is, if it is a copy that still has the original's; with them goes the name. */
  namedBy: uuid("named_by"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const listEntries = pgTable(
  "list_entries",
  {
    listId: uuid("list_id").notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    position: smallint().notNull(),
    note: text().notNull().default(""),
    addedAt: timestamp("added_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.placeId] })],
);

/** Places that a member doesn't want to be picked for them. */
export const pickDismissals = pgTable(
  "pick_dismissals",
  {
    userId: uuid("user_id").notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    dismissedAt: timestamp("dismissed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.placeId] })],
);
