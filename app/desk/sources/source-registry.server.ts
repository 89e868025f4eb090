import { ALL_THE_PLACES_LIVE } from "./alltheplaces/all-the-places.server.ts";
import { COMMONS_LIVE } from "./commons/commons.server.ts";
import { DISTRICT_DATA_LIVE } from "./dc/district-data.server.ts";
import type { LiveSource } from "./live-source.server.ts";
import { OPENSTREETMAP_LIVE } from "./osm/openstreetmap.server.ts";
import { OVERTURE_LIVE } from "./overture/overture.server.ts";
import { WEBSITES_LIVE } from "./websites/website-source.server.ts";

/** Every live source, in the order of the page and the command line. */
export const LIVE_SOURCES: readonly LiveSource[] = [
  OPENSTREETMAP_LIVE,
  OVERTURE_LIVE,
  ALL_THE_PLACES_LIVE,
  WEBSITES_LIVE,
  DISTRICT_DATA_LIVE,
  COMMONS_LIVE,
];

/** Null: there is no source with this name. */
export function findLiveSource(name: string): LiveSource | null {
  return LIVE_SOURCES.find((source) => source.name === name) ?? null;
}
