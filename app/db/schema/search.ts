import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  point,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

import type { SuggestionKind } from "../columns/search-columns.ts";
import type { OpeningHours } from "../columns/opening-hours-columns.ts";
import type { Attributes, CategorySlug, PriceRange } from "../columns/place-columns.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * Written only by the triggers of 0006-search.sql and later files, as are the other tables here. One row has everything that ranking a
 * place needs.
 */
export const placeSearch = pgTable("place_search", {
  placeId: bigint("place_id", { mode: "number" }).primaryKey(),
  categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
  location: point({ mode: "xy" }),
  rating: doublePrecision().notNull(),
  saves: integer().notNull(),
  views: integer().notNull().default(0),
  popularity: doublePrecision().notNull(),
  doc: tsvector().notNull(),
  name: text().notNull(),
  otherNames: text("other_names").array().notNull(),
  type: text().notNull(),
  neighborhoodSlug: text("neighborhood_slug").notNull(),
  priceRange: text("price_range").$type<PriceRange>(),
  /** A row of searchHours; null when the hours are unknown or don't count because the place is closed for now. */
  hoursId: integer("hours_id"),
  /** Closed for good, for now or reported so. */
  isClosed: boolean("is_closed").notNull(),
  attributes: jsonb().$type<Attributes>().notNull(),
  lat: doublePrecision(),
  lng: doublePrecision(),
  featuredRank: smallint("featured_rank"),
  hubRank: smallint("hub_rank"),
  /** Number of fields that have a source. */
  knownFacts: smallint("known_facts").notNull(),
  /** False: nobody has written about it, so it has a register's facts alone. */
  isDescribed: boolean("is_described").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** Reviews and the sum of their stars, demo reviews separately; null if there never was one. */
  realCount: integer("real_count"),
  realSum: integer("real_sum"),
  demoCount: integer("demo_count"),
  demoSum: integer("demo_sum"),
});

/** Every distinct week of opening hours, once. */
export const searchHours = pgTable("search_hours", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  hours: jsonb().$type<OpeningHours>().notNull(),
});

export const postSearch = pgTable("post_search", {
  postId: bigint("post_id", { mode: "number" }).primaryKey(),
  doc: tsvector().notNull(),
});

export const neighborhoodSearch = pgTable("neighborhood_search", {
  neighborhoodSlug: text("neighborhood_slug").primaryKey(),
  doc: tsvector().notNull(),
});

export const searchSuggestions = pgTable(
  "search_suggestions",
  {
    kind: text().$type<SuggestionKind>().notNull(),
    slug: text().notNull(),
    words: text().notNull(),
    label: text().notNull(),
    weight: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug, table.words] })],
);

export const searchTerms = pgTable("search_terms", {
  term: text().primaryKey(),
  stem: text(),
  entries: integer().notNull(),
});

export const searchTypes = pgTable("search_types", {
  type: text().primaryKey(),
  places: integer().notNull(),
});

export const popularityBuckets = pgTable("popularity_buckets", {
  bucket: smallint().primaryKey(),
  size: integer().notNull(),
  above: doublePrecision().notNull().default(-1),
});
