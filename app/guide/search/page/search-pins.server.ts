import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import type { PinFeature } from "#app/guide/map/page/map-features.ts";
import { pluralize } from "#app/ui/format-count.ts";
import type { Point } from "#app/guide/places/place.ts";

import { SEARCH_PINS_MAX, type SearchResults } from "./search-request.ts";

/** The pins of ranked places: the ids of the best `SEARCH_PINS_MAX` with a position, and how many have one. */
export function pinsOf(ranked: readonly { id: number; position: Point | null }[]): SearchResults["pins"] {
  const placed = ranked.flatMap(({ id, position }) => (position === null ? [] : [{ id, ...position }]));
  const shown = placed.slice(0, SEARCH_PINS_MAX);
  const [lats, lngs] = [shown.map(({ lat }) => lat), shown.map(({ lng }) => lng)];
  return {
    ids: shown.map(({ id }) => id),
    total: placed.length,
    label:
      placed.length > shown.length
        ? `Map of the best ${shown.length} of ${pluralize(placed.length, "place")}`
        : `Map of ${pluralize(shown.length, "place")}`,
    box:
      shown.length === 0
        ? null
        : { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) },
  };
}

/** The pins as GeoJSON, best first. Served by the primary key. */
export async function pinFeaturesById(db: Database, ids: readonly number[]): Promise<PinFeature[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: places.id,
      slug: places.slug,
      name: places.name,
      category: places.categorySlug,
      lat: places.lat,
      lng: places.lng,
    })
    .from(places)
    .where(inArray(places.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): PinFeature[] => {
    const place = byId.get(id);
    if (place === undefined || place.lat === null || place.lng === null) return [];
    const { slug, name, category, lat, lng } = place;
    return [
      { type: "Feature", properties: { slug, name, category }, geometry: { type: "Point", coordinates: [lng, lat] } },
    ];
  });
}
