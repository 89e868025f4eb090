import type { CategorySlug } from "../places/categories.ts";

type Geometry =
  | { type: "Point"; coordinates: [lng: number, lat: number] }
  | { type: "LineString"; coordinates: [lng: number, lat: number][] }
  | { type: "Polygon"; coordinates: [lng: number, lat: number][][] }
  | { type: "MultiPolygon"; coordinates: [lng: number, lat: number][][][] };

/** GeoJSON, as far as the maps use it. */
export type MapFeature<Properties> = { type: "Feature"; properties: Properties; geometry: Geometry };

/** A place of `/map/pins.json`. */
export type PinFeature = MapFeature<{ slug: string; name: string; category: CategorySlug }>;

/** What `/map/areas.json` holds: shapes by slug, and names at a point; names of a lower rank come first. */
export type AreaFeature = MapFeature<
  { kind: "area"; slug: string } | { kind: "area-name" | "station"; name: string; rank: number }
>;

export type FeatureCollection<Properties> = { type: "FeatureCollection"; features: MapFeature<Properties>[] };

export function featureCollection<Properties>(
  features: readonly MapFeature<Properties>[],
): FeatureCollection<Properties> {
  return { type: "FeatureCollection", features: [...features] };
}
