import { sql } from "drizzle-orm";
import { bigint, pgTable, primaryKey, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { bytea } from "../bytea.ts";

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

/** Pictures of members who use their sign-in provider's picture; all other members' pictures are drawn. */
export const memberPictures = pgTable("member_pictures", {
  userId: uuid("user_id").primaryKey(),
  sourceUrl: text("source_url").notNull(),
  bytes: bytea().notNull(),
  fetchedAt: timestamp("fetched_at", { withTimezone: true }).notNull(),
});

/** Who may read a list besides its owner: no other person, anybody with the link, or everybody. */
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
  /** The shared list that it was copied from. */
  copiedFrom: uuid("copied_from"),
  /**
   * The member who wrote the list's name, if it is a copy that still has the original's name. Deleting the member
   * removes the name.
   */
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

/** Places that a member doesn't want to get as picks. */
export const pickDismissals = pgTable(
  "pick_dismissals",
  {
    userId: uuid("user_id").notNull(),
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    dismissedAt: timestamp("dismissed_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.placeId] })],
);

/** Searches that a member wants a mail about, once, when a place that matches is added. The mail deletes the row. */
export const searchAlerts = pgTable("search_alerts", {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid("user_id").notNull(),
  query: text().notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true }).notNull(),
  /** When the daily job last searched for it; null: not yet. */
  checkedAt: timestamp("checked_at", { withTimezone: true }),
});
