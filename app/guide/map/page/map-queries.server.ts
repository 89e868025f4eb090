import { and, asc, between, eq, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { metroStations, places } from "#app/db/schema/places.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { isDescribed, placeCounts } from "#app/guide/places/facts/listing-depth.server.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { placeCardsById } from "#app/guide/places/cards/place-cards.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import type { Bounds } from "../base/bounds.ts";
import { BASEMAP_FRAME, type MapView, percentInView, projectToFrame } from "../base/frame.ts";
import type { StillName } from "./still-names.ts";
import type { AreaFeature, PinFeature } from "./map-features.ts";
import { MAP_PLACES_PER_PAGE, type MapFilters } from "./map-filters.ts";

/** The most pins that a map clusters smoothly; about 1 MB uncompressed. With more places, bounds limit them. */
export const MAP_PINS_MAX = 10_000;

type PinFilters = { category: CategorySlug | null; bounds: Bounds | null };

/** The pins of all published places with a position, editors' picks first if there are too many. */
export async function mapPins(db: Database, where: PinFilters, moment: PageContext): Promise<PinFeature[]> {
  moment.page.tags.add("places");
  const rows = await db
    .select({
      slug: places.slug,
      name: places.name,
      category: places.categorySlug,
      lat: sql<number>`${places.lat}`,
      lng: sql<number>`${places.lng}`,
      isDescribed,
    })
    .from(places)
    .where(isOnMap(where))
    .orderBy(...BEST_FIRST)
    .limit(MAP_PINS_MAX);
  return rows.map(({ lat, lng, isDescribed: hasWords, ...properties }) => ({
    type: "Feature",
    properties: hasWords ? properties : { ...properties, isListed: true },
    geometry: { type: "Point", coordinates: [lng, lat] },
  }));
}

export type MapPlaces = {
  items: PlaceCardData[];
  total: number;
  /** The described ones among them. */
  describedCount: number;
  pageCount: number;
  /** Places per category within the bounds, whichever category is chosen. */
  counts: Partial<Record<CategorySlug, number>>;
  /** All pins of the category fit on one map, so they need not be loaded again wherever it is moved. */
  hasAllPins: boolean;
  /** The smallest bounds of all places, over all pages; null without any. */
  box: Bounds | null;
};

/** One page of the list beside the map, and the counts of every category. */
export async function mapPlaces(db: Database, filters: MapFilters, moment: PageContext): Promise<MapPlaces> {
  moment.page.tags.add("places");
  const rows = await db
    .select({
      category: places.categorySlug,
      count: placeCounts.placeCount,
      describedCount: placeCounts.describedCount,
      west: sql<number>`min(${places.lng})`,
      south: sql<number>`min(${places.lat})`,
      east: sql<number>`max(${places.lng})`,
      north: sql<number>`max(${places.lat})`,
    })
    .from(places)
    .where(isOnMap({ ...filters, category: null }))
    .groupBy(places.categorySlug);
  const counts: MapPlaces["counts"] = Object.fromEntries(rows.map(({ category, count }) => [category, count]));
  const chosen = rows.filter(({ category }) => filters.category === null || category === filters.category);
  const total = chosen.reduce((sum, { count }) => sum + count, 0);
  const described = chosen.reduce((sum, { describedCount }) => sum + describedCount, 0);
  const ids = await db
    .select({ id: places.id })
    .from(places)
    .where(isOnMap(filters))
    .orderBy(...BEST_FIRST)
    .limit(MAP_PLACES_PER_PAGE)
    .offset((filters.page - 1) * MAP_PLACES_PER_PAGE);
  const items = await placeCardsById(
    db,
    ids.map(({ id }) => id),
    moment,
  );
  const pageCount = Math.max(1, Math.ceil(total / MAP_PLACES_PER_PAGE));
  const pinCount = filters.bounds === null ? total : await db.$count(places, isOnMap({ ...filters, bounds: null }));
  return {
    items,
    total,
    describedCount: described,
    pageCount,
    counts,
    hasAllPins: pinCount <= MAP_PINS_MAX,
    box: boxAround(chosen),
  };
}

function boxAround(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}

/** Neighborhoods with shapes and names, and Metro stations: the map features from the database. */
export async function mapAreas(db: Database, moment: PageContext): Promise<AreaFeature[]> {
  moment.page.tags.add("neighborhoods");
  const areas = await db
    .select({
      slug: neighborhoods.slug,
      name: neighborhoods.name,
      rank: neighborhoods.rank,
      shape: neighborhoods.shape,
      lat: neighborhoods.centerLat,
      lng: neighborhoods.centerLng,
    })
    .from(neighborhoods)
    .orderBy(asc(neighborhoods.slug))
    .limit(AREAS_MAX);
  const stations = await db.select().from(metroStations).orderBy(asc(metroStations.slug)).limit(AREAS_MAX);
  return [
    ...areas.map(({ slug, shape }): AreaFeature => ({
      type: "Feature",
      properties: { kind: "area", slug },
      geometry: { type: "MultiPolygon", coordinates: shape },
    })),
    ...areas.map(({ name, rank, lat, lng }) => point({ kind: "area-name", name, rank: rank ?? UNRANKED }, lng, lat)),
    ...stations.map(({ name, lat, lng }) => point({ kind: "station", name, rank: 0 }, lng, lat)),
  ];
}

/** The names in a view of the drawn map, neighborhoods by rank before stations. */
export async function mapNames(db: Database, view: MapView, moment: PageContext): Promise<StillName[]> {
  moment.page.tags.add("neighborhoods");
  const areas = await db
    .select({ name: neighborhoods.name, lat: neighborhoods.centerLat, lng: neighborhoods.centerLng })
    .from(neighborhoods)
    .orderBy(sql`${neighborhoods.rank} nulls last`, asc(neighborhoods.slug))
    .limit(AREAS_MAX);
  const { name, lat, lng } = metroStations;
  const stations = await db
    .select({ name, lat, lng })
    .from(metroStations)
    .orderBy(asc(metroStations.slug))
    .limit(AREAS_MAX);
  const placed = (kind: StillName["kind"]) => (row: { name: string; lat: number; lng: number }) => ({
    kind,
    name: row.name,
    at: percentInView(view, projectToFrame(BASEMAP_FRAME, row)),
  });
  return [...areas.map(placed("area")), ...stations.map(placed("station"))];
}

/** The District has 67 neighborhoods and 40 stations. */
const AREAS_MAX = 500;

/** After all ranked neighborhoods, so these names give way on collision. */
const UNRANKED = 99;

function point(properties: AreaFeature["properties"], lng: number, lat: number): AreaFeature {
  return { type: "Feature", properties, geometry: { type: "Point", coordinates: [lng, lat] } };
}

/** With a category served by places_by_category. Bounds alone scan the table, 10 ms for 10,000 places. */
function isOnMap({ category, bounds }: PinFilters): SQL | undefined {
  return and(
    eq(places.status, "published"),
    sql`${places.lat} is not null and ${places.lng} is not null`,
    category === null ? undefined : eq(places.categorySlug, category),
    bounds === null
      ? undefined
      : and(between(places.lat, bounds.south, bounds.north), between(places.lng, bounds.west, bounds.east)),
  );
}

/** Category picks, neighborhood picks, described places, listed ones, each by name. Lower case, independent of the collation. */
const BEST_FIRST = [
  sql`coalesce(${places.hubRank}, ${places.featuredRank} + 10, case when ${isDescribed} then 20 else 30 end)`,
  sql`lower(unaccent(${places.name}))`,
  asc(places.id),
];
