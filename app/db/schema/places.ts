import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

import type { OpeningHours } from "../columns/opening-hours-columns.ts";
import type {
  Attributes,
  CategorySlug,
  Closure,
  FactCounts,
  MetroLine,
  PriceRange,
  Quadrant,
} from "../columns/place-columns.ts";
import { neighborhoods } from "./neighborhoods.ts";

/** Drizzle's own jsonb parses what the driver has already parsed, so that the ZIP "20009" would become a number. */
export const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

export const categories = pgTable("categories", {
  slug: text().$type<CategorySlug>().primaryKey(),
  name: text().notNull(),
  shortName: text("short_name").notNull(),
  headline: text().notNull(),
  description: text().notNull(),
  position: smallint().notNull(),
  /** The types that people look for here, each with its plural in lower case. */
  soughtTypes: jsonb("sought_types").$type<Record<string, string>>().notNull().default({}),
});

export const metroStations = pgTable("metro_stations", {
  slug: text().primaryKey(),
  name: text().notNull(),
  codes: text().array().notNull(),
  lines: text().array().$type<MetroLine[]>().notNull(),
  address: text().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
});

export const sources = pgTable("sources", {
  id: text().primaryKey(),
  title: text().notNull(),
  publisher: text().notNull(),
  license: text().notNull(),
  /** stated: in the publisher's own text. inferred: not confirmed. own: our own work. */
  licenseBasis: text("license_basis").$type<"stated" | "inferred" | "own">().notNull(),
  credit: text().notNull(),
  /** `2025-02-28`, `2016-08`, `2018`, or empty. */
  vintage: text().notNull(),
  note: text().notNull(),
  /** How a sentence names a register of places: "the District’s liquor license register". */
  register: text(),
});

export const places = pgTable("places", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
  /** By which people look for it too: "Nats Park". At most 10, none equal to the name. */
  otherNames: text("other_names").array().notNull().default([]),
  categorySlug: text("category_slug").$type<CategorySlug>().notNull(),
  type: text().notNull(),
  neighborhoodSlug: text("neighborhood_slug")
    .notNull()
    .references(() => neighborhoods.slug),
  /** One line for lists, at most 90 characters. Empty: lists begin with the description. */
  summary: text().notNull().default(""),
  /** Empty: the place is listed with a register's facts, and nobody has written about it. */
  description: text().notNull(),
  street: text(),
  quadrant: text().$type<Quadrant>(),
  zip: text(),
  lat: doublePrecision(),
  lng: doublePrecision(),
  priceRange: text("price_range").$type<PriceRange>(),
  phone: text(),
  website: text(),
  menuUrl: text("menu_url"),
  reservationsUrl: text("reservations_url"),
  orderUrl: text("order_url"),
  hours: jsonb().$type<OpeningHours>(),
  /** A source's text about the hours that our grammar can't parse: shown, never computed with. */
  hoursText: text("hours_text"),
  attributes: jsonb().$type<Attributes>().notNull(),
  nearestStationSlug: text("nearest_station_slug"),
  nearestStationMeters: integer("nearest_station_meters"),
  featuredRank: smallint("featured_rank"),
  hubRank: smallint("hub_rank"),
  pictureSalt: smallint("picture_salt").notNull().default(0),
  status: text().$type<"published" | "closed" | "removed">().notNull(),
  closure: text().$type<Closure>(),
  /** The day on which it was marked as closed. */
  closedOn: date("closed_on"),
  /** The place that it moved to or, for a duplicate, the listing that stays. */
  successorId: bigint("successor_id", { mode: "number" }),
  /** For a temporary closure: the day on which it opens again. */
  reopensOn: date("reopens_on"),
  /** The owner or a manager closed it temporarily; otherwise an editor did. */
  isClosedByOwner: boolean("closed_by_owner").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  /** When an editor deleted it. An editor may restore it to its previous state. */
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
  stateBeforeDeletion: anyJson("state_before_deletion"),
});

export const FACT_FIELDS = [
  "name",
  "otherNames",
  "category",
  "type",
  "neighborhood",
  "summary",
  "description",
  "ranks",
  "address",
  "zip",
  "position",
  "priceRange",
  "phone",
  "website",
  "hours",
  "hoursText",
  "attributes",
  "attributeCorrections",
  "licensed",
  "closedForWorks",
  "menuUrl",
  "reservationsUrl",
  "orderUrl",
  "wikidata",
  "opened",
  "picture",
] as const;
export type FactField = (typeof FACT_FIELDS)[number];

export const placeFacts = pgTable(
  "place_facts",
  {
    placeId: bigint("place_id", { mode: "number" }).notNull(),
    field: text().$type<FactField>().notNull(),
    value: anyJson().notNull(),
    sourceId: text("source_id").notNull(),
    sourceRecord: text("source_record"),
    checkedOn: text("checked_on"),
    origin: text().$type<"seed" | "import" | "person">().notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.field] })],
);

export const factCounts = pgTable("fact_counts", {
  countedOn: date("counted_on").primaryKey(),
  counts: anyJson().$type<FactCounts>().notNull(),
});

/** Changes of a place and who made them; `field` is a fact's field or `closure`. */
export const placeChanges = pgTable("place_changes", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  placeId: bigint("place_id", { mode: "number" }).notNull(),
  field: text().$type<FactField | "closure">().notNull(),
  before: anyJson().notNull(),
  after: anyJson().notNull(),
  /** The replaced fact with its source, in an array; empty if there was none. Null: it was not recorded. */
  previousFact: anyJson("previous_fact"),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  /** Null when several reports caused it. */
  changedBy: uuid("changed_by"),
  caseId: uuid("case_id"),
});
