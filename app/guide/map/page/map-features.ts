import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

type Geometry =
  | { type: "Point"; coordinates: [lng: number, lat: number] }
  | { type: "LineString"; coordinates: [lng: number, lat: number][] }
  | { type: "Polygon"; coordinates: [lng: number, lat: number][][] }
  | { type: "MultiPolygon"; coordinates: [lng: number, lat: number][][][] };

/** The subset of GeoJSON that the maps use. */
export type MapFeature<Properties> = { type: "Feature"; properties: Properties; geometry: Geometry };

/** A place of `/map/pins.json`. `isListed`: nobody has described it, and its pin is smaller. */
export type PinFeature = MapFeature<{ slug: string; name: string; category: CategorySlug; isListed?: true }>;

/** A feature of `/map/areas.json`: shapes by slug, and names at a point. A lower rank is drawn first. */
export type AreaFeature = MapFeature<
  { kind: "area"; slug: string } | { kind: "area-name" | "station"; name: string; rank: number }
>;

export type FeatureCollection<Properties> = { type: "FeatureCollection"; features: MapFeature<Properties>[] };

export function featureCollection<Properties>(
  features: readonly MapFeature<Properties>[],
): FeatureCollection<Properties> {
  return { type: "FeatureCollection", features: [...features] };
}
