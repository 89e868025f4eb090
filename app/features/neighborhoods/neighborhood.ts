import type { GuideCardData } from "../guides/guide.ts";
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
  places: PlaceCardData[];
  guides: GuideCardData[];
  neighbors: { slug: string; name: string }[];
};
