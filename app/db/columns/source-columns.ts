import type { ImportedFacts } from "./import-columns.ts";

/** The live sources, as the command line names them. */
export const LIVE_SOURCE_NAMES = ["osm", "overture", "alltheplaces", "websites", "dc", "commons"] as const;
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number];

/** What a place's own website says of it, as far as it is sure. */
export type SiteFacts = Pick<
  ImportedFacts,
  "phone" | "hours" | "priceRange" | "menuUrl" | "reservationsUrl" | "orderUrl"
> & {
  closure?: "permanent";
};

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
