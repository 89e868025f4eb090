import { bigint, boolean, date, integer, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

import type { Json, LiveSourceName, SiteFacts } from "../columns/source-columns.ts";
import { anyJson } from "./places.ts";

/** "waiting": the import is checked, and an editor decides. */
export type SourceRunStage = "fetching" | "importing" | "waiting" | "done" | "failed" | "stopped";

export const liveSources = pgTable("live_sources", {
  name: text().$type<LiveSourceName>().primaryKey(),
  isOn: boolean("is_on").notNull(),
  acceptedAt: timestamp("accepted_at", { withTimezone: true }).notNull(),
  pausedAt: timestamp("paused_at", { withTimezone: true }),
  nextRunAt: timestamp("next_run_at", { withTimezone: true }).notNull(),
});

export const sourceRuns = pgTable("source_runs", {
  id: uuid().primaryKey().defaultRandom(),
  source: text().$type<LiveSourceName>().notNull(),
  stage: text().$type<SourceRunStage>().notNull(),
  isWhole: boolean("is_whole").notNull(),
  since: timestamp({ withTimezone: true }),
  dataAt: timestamp("data_at", { withTimezone: true }),
  folder: text().notNull(),
  cursor: anyJson("cursor").$type<Json>(),
  partCount: integer("part_count").notNull().default(0),
  byteCount: bigint("byte_count", { mode: "number" }).notNull().default(0),
  recordCount: integer("record_count").notNull().default(0),
  requestCount: integer("request_count").notNull().default(0),
  receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
  /** What was left out and why, with how often. */
  counts: anyJson("counts").$type<Record<string, number>>().notNull().default({}),
  importId: uuid("import_id"),
  problem: text(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  endedAt: timestamp("ended_at", { withTimezone: true }),
  worker: uuid(),
  lockedUntil: timestamp("locked_until", { withTimezone: true }),
});

/** What the last reading of a website came to; see `Visit`. */
export type ReadingOutcome = "read" | "unread" | "gone" | "parked" | "moved";

export const websiteReadings = pgTable("website_readings", {
  placeId: bigint("place_id", { mode: "number" }).primaryKey(),
  website: text().notNull(),
  readAt: timestamp("read_at", { withTimezone: true }).notNull(),
  outcome: text().$type<ReadingOutcome>().notNull(),
  detail: text(),
  missingCount: smallint("missing_count").notNull(),
  facts: anyJson("facts").$type<SiteFacts>(),
  factsOn: date("facts_on"),
});
