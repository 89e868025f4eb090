import {
  bigint,
  customType,
  doublePrecision,
  integer,
  pgTable,
  point,
  primaryKey,
  real,
  smallint,
  text,
} from "drizzle-orm/pg-core";

import type { CategorySlug } from "#app/features/places/categories.ts";
import type { SuggestionKind } from "#app/features/search/suggestion.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Written by the triggers of migration 0005 and by nothing else, as are the other tables here. */
export const placeSearch = pgTable("place_search", {
  placeId: bigint("place_id", { mode: "number" }).primaryKey(),
  categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
  location: point({ mode: "xy" }),
  rating: doublePrecision().notNull(),
  saves: integer().notNull(),
  views: integer().notNull().default(0),
  popularity: doublePrecision().notNull(),
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
