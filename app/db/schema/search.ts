import { bigint, customType, pgTable, text } from "drizzle-orm/pg-core";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const placeSearch = pgTable("place_search", {
  placeId: bigint("place_id", { mode: "number" }).primaryKey(),
  doc: tsvector().notNull(),
});

export const postSearch = pgTable("post_search", {
  postId: bigint("post_id", { mode: "number" }).primaryKey(),
  doc: tsvector().notNull(),
});

export const neighborhoodSearch = pgTable("neighborhood_search", {
  neighborhoodSlug: text("neighborhood_slug").primaryKey(),
  doc: tsvector().notNull(),
});
