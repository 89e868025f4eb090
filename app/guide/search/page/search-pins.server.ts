import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import type { Bounds } from "#app/guide/map/base/bounds.ts";
import { BASEMAP_FRAME, percentInView, projectToFrame, viewOfBounds } from "#app/guide/map/base/frame.ts";
import { writeStaticDots } from "#app/guide/map/page/static-dots.ts";
import type { PinFeature } from "#app/guide/map/page/map-features.ts";
import { pluralize } from "#app/ui/format-count.ts";
import type { Point } from "#app/guide/places/place.ts";

import { SEARCH_PINS_MAX, type SearchResults } from "./search-request.ts";

type PinnedPlace = { id: number; position: Point | null };

/**
 * The pins of ranked places: the ids of the best `SEARCH_PINS_MAX` with a position, and how many have one.
 *
 * @param listed The places of the page, which have numbers instead of dots. `bounds`: the area searched; null: all.
 */
export function pinsOf(
  ranked: readonly PinnedPlace[],
  { listed = [], bounds = null }: { listed?: readonly PinnedPlace[]; bounds?: Bounds | null } = {},
): SearchResults["pins"] {
  const placed = ranked.flatMap(({ id, position }) => (position === null ? [] : [{ id, ...position }]));
  const shown = placed.slice(0, SEARCH_PINS_MAX);
  const others = shown.filter(({ id }) => !listed.some((place) => place.id === id));
  const [lats, lngs] = [shown.map(({ lat }) => lat), shown.map(({ lng }) => lng)];
  const box =
    shown.length === 0
      ? null
      : { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) };
  return {
    ids: shown.map(({ id }) => id),
    total: placed.length,
    label:
      placed.length > shown.length
        ? `Map of the best ${shown.length} of ${pluralize(placed.length, "place")}`
        : `Map of ${pluralize(shown.length, "place")}`,
    box,
    dots: dotsIn(bounds ?? box, others),
  };
}

function dotsIn(area: Bounds | null, points: readonly Point[]): string {
  if (area === null) return "";
  const view = viewOfBounds(BASEMAP_FRAME, area);
  return writeStaticDots(points.map((point) => percentInView(view, projectToFrame(BASEMAP_FRAME, point))));
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
