/** The live sources, as the command line names them. */
export const LIVE_SOURCE_NAMES = ["osm", "overture", "alltheplaces", "websites", "dc", "commons"] as const;
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number];

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
