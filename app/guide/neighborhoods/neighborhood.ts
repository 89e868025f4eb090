import type { GuideCardData, PaginatedList } from "#app/guide/guides/page/guide.ts";
import type { MetroWalk, PlaceCardData, Point, Quadrant } from "#app/guide/places/place.ts";

export type NeighborhoodCardData = {
  slug: string;
  name: string;
  kind: "neighborhood" | "park";
  summary: string;
  quadrants: Quadrant[];
  placeCount: number;
  /** Of these, the places that somebody has written about. */
  describedCount: number;
  guideCount: number;
  /** The drawn street plan, by day and by night. */
  plan: { day: string; night: string };
};

export type NeighborhoodPage = NeighborhoodCardData & {
  paragraphs: string[];
  special: { title: string; text: string }[];
  aka: string[];
  center: Point;
  /** "borders known" or "approximate division". Shown, so that the line isn't taken for a legal border. */
  confidence: string;
  stations: (MetroWalk & { inside: boolean })[];
  featured: PlaceCardData[];
  /** The position of each featured place on the plan, 0 to 1000; null outside it. */
  pins: ({ x: number; y: number } | null)[];
  /** One page of places by name. `listed`: how many all pages hold, which is limited. */
  places: PaginatedList<PlaceCardData> & { listed: number };
  guides: GuideCardData[];
  neighbors: { slug: string; name: string }[];
};

/** A row is about 3 KB of HTML. */
export const NEIGHBORHOOD_PLACES_PER_PAGE = 40;

/** One page of its guides, newest first. */
export type NeighborhoodGuidesPage = { slug: string; name: string; guides: PaginatedList<GuideCardData> };

/** The URL of a page of a neighborhood's places; the first page is the neighborhood's own. */
export function neighborhoodPath(slug: string, page = 1): string {
  return page > 1 ? `/neighborhood/${slug}?page=${page}` : `/neighborhood/${slug}`;
}

/** The URL of a page of its guides. */
export function neighborhoodGuidesPath(slug: string, page = 1): string {
  return `/neighborhood/${slug}?kind=guides${page > 1 ? `&page=${page}` : ""}`;
}
