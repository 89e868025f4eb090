import { boolean, doublePrecision, jsonb, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

import type { StreetPlan } from "#illustrations/houses/street-plan.ts";

import type { Quadrant } from "../columns/place-columns.ts";

/** Polygons with rings of `[longitude, latitude]`. */
export type Shape = [number, number][][][];

export const neighborhoods = pgTable("neighborhoods", {
  slug: text().primaryKey(),
  name: text().notNull(),
  kind: text().$type<"neighborhood" | "park">().notNull(),
  quadrants: text().array().$type<Quadrant[]>().notNull(),
  aka: text().array().notNull(),
  summary: text().notNull(),
  description: text().notNull(),
  special: jsonb().$type<{ title: string; text: string }[]>().notNull(),
  centerLat: doublePrecision("center_lat").notNull(),
  centerLng: doublePrecision("center_lng").notNull(),
  confidence: text().notNull(),
  rank: smallint(),
  shape: jsonb().$type<Shape>().notNull(),
  streetPlan: jsonb("street_plan").$type<StreetPlan>().notNull(),
  neighbors: text().array().notNull(),
  seedDigest: text("seed_digest"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});

export const neighborhoodStations = pgTable(
  "neighborhood_stations",
  {
    neighborhoodSlug: text("neighborhood_slug").notNull(),
    stationSlug: text("station_slug").notNull(),
    inside: boolean().notNull(),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.neighborhoodSlug, table.stationSlug] })],
);
