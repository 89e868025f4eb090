import { bigint, boolean, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

import type { DayCount } from "#app/guide/analytics/counters/day-counts.ts";
import type { PlaceMetric } from "#app/guide/analytics/places/place-stats.ts";
import type { TermKind } from "#app/guide/analytics/counters/counted-terms.ts";
import type { ViewSubject } from "#app/guide/analytics/places/view-subject.ts";

import { bytea } from "../bytea.ts";

export const viewDays = pgTable(
  "view_days",
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

export const visitorMarks = pgTable(
  "visitor_marks",
  {
    day: date().notNull(),
    subject: text().$type<ViewSubject>().notNull(),
    key: text().notNull(),
    mark: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject, table.key, table.mark] })],
);

/** How often a place was shown and used, by day. `times` counts each event, `visitors` each visitor once. */
export const placeDays = pgTable(
  "place_days",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    day: date().notNull(),
    figure: text().$type<PlaceMetric>().notNull(),
    times: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.day, table.figure] })],
);

/** Past days, summed up by month. */
export const placeMonths = pgTable(
  "place_months",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    /** The first day of the month. */
    month: date().notNull(),
    figure: text().$type<PlaceMetric>().notNull(),
    times: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.month, table.figure] })],
);

/** Views of past months, without demo views. */
export const viewMonths = pgTable(
  "view_months",
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
export const placeTerms = pgTable(
  "place_terms",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    day: date().notNull(),
    term: text().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.day, table.term] })],
);

/** Which visitors have been counted today, as hashes with the day's salt. */
export const placeMarks = pgTable(
  "place_marks",
  { day: date().notNull(), mark: bigint({ mode: "bigint" }).notNull() },
  (table) => [primaryKey({ columns: [table.day, table.mark] })],
);

/** How many of today's visitors searched for a term and were shown a place; the key is a hash of both. */
export const termTallies = pgTable(
  "term_tallies",
  { day: date().notNull(), key: bigint({ mode: "bigint" }).notNull(), visitors: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.key] })],
);

/** Properties of visits by day, as names that Rowhouse defines. */
export const dayCounts = pgTable(
  "day_counts",
  {
    day: date().notNull(),
    kind: text().$type<DayCount["kind"]>().notNull(),
    name: text().notNull(),
    times: integer().notNull(),
    visitors: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.name] })],
);

/** Words from visitors and other sites that at least five visitors of a day came with. */
export const wordDays = pgTable(
  "word_days",
  {
    day: date().notNull(),
    kind: text().$type<TermKind>().notNull(),
    word: text().notNull(),
    visitors: integer().notNull(),
    withoutResult: integer("without_result").notNull().default(0),
    followers: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.word] })],
);

/** A histogram of response times, in the steps of `server-times.ts`. */
export const routeDays = pgTable(
  "route_days",
  {
    day: date().notNull(),
    route: text().notNull(),
    isKept: boolean("is_kept").notNull(),
    answers: integer().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.route, table.isKept] })],
);
