import {
  bigint,
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

import type { CategorySlug } from "#app/features/places/categories.ts";
import type { OpeningHours } from "#app/features/places/opening-hours.ts";
import type { Attributes, PriceRange } from "#app/features/places/place.ts";
import type { SuggestionKind } from "#app/features/search/suggestion.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * Written by the triggers of 0006-search.sql and by nothing else, as are the other tables here. All that a search
 * weighs of a place stands in its one row.
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
  type: text().notNull(),
  neighborhoodSlug: text("neighborhood_slug").notNull(),
  priceRange: text("price_range").$type<PriceRange>(),
  /** Of searchHours; null where they are not known or don't count, because it is closed for now. */
  hoursId: integer("hours_id"),
  attributes: jsonb().$type<Attributes>().notNull(),
  lat: doublePrecision(),
  lng: doublePrecision(),
  featuredRank: smallint("featured_rank"),
  hubRank: smallint("hub_rank"),
  /** Fields that a source vouches for. */
  knownFacts: smallint("known_facts").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** Reviews and the sum of their stars, invented ones apart; null where there never was one. */
  realCount: integer("real_count"),
  realSum: integer("real_sum"),
  demoCount: integer("demo_count"),
  demoSum: integer("demo_sum"),
});

/** Every week that some place keeps, once. */
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

export const searchTiers = pgTable("search_tiers", {
  tier: smallint().primaryKey(),
  size: integer().notNull(),
  above: doublePrecision().notNull().default(-1),
});
