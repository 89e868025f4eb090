import { bigint, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

import type { PhotoType } from "../columns/photo-columns.ts";

export const photos = pgTable("photos", {
  id: bigint({ mode: "number" }).primaryKey(),
  sourceUrl: text("source_url").notNull(),
  pageUrl: text("page_url").notNull(),
  photographer: text().notNull(),
  photographerUrl: text("photographer_url"),
  alt: text().notNull(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull(),
});

export const photoLookups = pgTable(
  "photo_lookups",
  {
    type: text().$type<PhotoType>().notNull(),
    query: text().notNull(),
    photoIds: bigint("photo_ids", { mode: "number" }).array().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    freshUntil: timestamp("fresh_until", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.query] })],
);

export const photoPauses = pgTable("photo_pauses", {
  provider: text().primaryKey(),
  failures: smallint().notNull(),
  until: timestamp({ withTimezone: true }).notNull(),
});
