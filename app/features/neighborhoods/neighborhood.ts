import type { GuideCardData, PageOf } from "../guides/guide.ts";
import type { MetroWalk, PlaceCardData, Point, Quadrant } from "../places/place.ts";

export type NeighborhoodCardData = {
  slug: string;
  name: string;
  kind: "neighborhood" | "park";
  summary: string;
  quadrants: Quadrant[];
  placeCount: number;
  guideCount: number;
  /** The drawn street plan, by day and by night. */
  plan: { day: string; night: string };
};

export type NeighborhoodPage = NeighborhoodCardData & {
  paragraphs: string[];
  special: { title: string; text: string }[];
  aka: string[];
  center: Point;
  /** "borders known" or "approximate division": shown so that nobody takes our line for a legal one. */
  confidence: string;
  stations: (MetroWalk & { inside: boolean })[];
  featured: PlaceCardData[];
  /** Where each featured place stands on the plan, in its 0-1000 square; null when it lies outside the frame. */
  pins: ({ x: number; y: number } | null)[];
  /** One page of them by name; `listed`: how many all pages hold, fewer than `total` of very many. */
  places: PageOf<PlaceCardData> & { listed: number };
  guides: GuideCardData[];
  neighbors: { slug: string; name: string }[];
};

/** A row is some 3 KB of HTML. The most that the shipped catalogue has in one neighborhood is 28. */
export const NEIGHBORHOOD_PLACES_PER_PAGE = 40;

/** One page of its guides, the newest first. */
export type NeighborhoodGuidesPage = { slug: string; name: string; guides: PageOf<GuideCardData> };

/** The address of a page of a neighborhood's places; the first is the neighborhood's own. */
export function neighborhoodPath(slug: string, page = 1): string {
  return page > 1 ? `/neighborhood/${slug}?page=${page}` : `/neighborhood/${slug}`;
}

/** The address of a page of its guides. */
export function neighborhoodGuidesPath(slug: string, page = 1): string {
  return `/neighborhood/${slug}?kind=guides${page > 1 ? `&page=${page}` : ""}`;
}
