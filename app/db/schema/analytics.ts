import { bigint, boolean, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import type { EventKind, PlaceMetric, TermKind, ViewSubject } from "../columns/analytics-columns.ts";

import { bytea } from "../bytea.ts";

export const dailyViews = pgTable(
  "daily_views",
  {
    day: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
    /** Invented demo views. Such rows exist beside the counted rows of the same day. */
    isDemo: boolean("is_demo").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key, table.isDemo] })],
);

export const visitorSalts = pgTable("visitor_salts", {
  day: date().primaryKey(),
  salt: bytea().notNull(),
});

export const pageVisitorHashes = pgTable(
  "page_visitor_hashes",
  {
    day: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    hash: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key, table.hash] })],
);

/** How often a place was shown and used, by day. `times` counts each event, `visitors` each visitor once. */
export const dailyPlaceStats = pgTable(
  "daily_place_stats",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    day: date().notNull(),
    metric: text().$type<PlaceMetric>().notNull(),
    count: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.day, table.metric] })],
);

/** Past days, summed up by month. */
export const monthlyPlaceStats = pgTable(
  "monthly_place_stats",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    /** The first day of the month. */
    month: date().notNull(),
    metric: text().$type<PlaceMetric>().notNull(),
    count: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.month, table.metric] })],
);

/** Views of past months, without demo views. */
export const monthlyViews = pgTable(
  "monthly_views",
  {
    /** The first day of the month. */
    month: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    views: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.subject, table.key] })],
);

/** Search terms of a day for which the place was shown to at least five visitors. */
export const dailyPlaceTerms = pgTable(
  "daily_place_terms",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    day: date().notNull(),
    term: text().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.day, table.term] })],
);

/** Which visitors have been counted today, as hashes with the day's salt. */
export const placeVisitorHashes = pgTable(
  "place_visitor_hashes",
  { day: date().notNull(), hash: bigint({ mode: "bigint" }).notNull() },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
);

/** How many of today's visitors searched for a term and were shown a place; the key is a hash of both. */
export const searchTermCounts = pgTable(
  "search_term_counts",
  { day: date().notNull(), key: bigint({ mode: "bigint" }).notNull(), visitors: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.key] })],
);

/** Properties of visits by day, as names that Rowhouse defines. */
export const dailyEventCounts = pgTable(
  "daily_event_counts",
  {
    day: date().notNull(),
    kind: text().$type<EventKind>().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.name] })],
);

/** Words from visitors and other sites that at least five visitors of a day came with. */
export const dailyTerms = pgTable(
  "daily_terms",
  {
    day: date().notNull(),
    kind: text().$type<TermKind>().notNull(),
    term: text().notNull(),
    visitors: integer().notNull(),
    withoutResult: integer("without_result").notNull().default(0),
    followers: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.term] })],
);

/** A histogram of response times, in the steps of `server-times.ts`. */
export const dailyRouteTimings = pgTable(
  "daily_route_timings",
  {
    day: date().notNull(),
    route: text().notNull(),
    isCacheHit: boolean("is_cache_hit").notNull(),
    responseCounts: integer("response_counts").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.route, table.isCacheHit] })],
);
