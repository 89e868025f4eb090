import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { NeighborhoodCardData } from "#app/guide/neighborhoods/neighborhood.ts";
import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

export const SEASONS = ["spring", "summer", "autumn", "winter"] as const;
export type Season = (typeof SEASONS)[number];

export type HomeCategory = { slug: CategorySlug; name: string; placeCount: number };

export type HomePage = {
  /** "Saturday, November 21", in Washington. */
  today: string;
  /** "Thanksgiving Day: hours may differ today." Null unless today or tomorrow is a public holiday. */
  holidayNote: string | null;
  trending: {
    /** What the order is based on; "date" while there are too few views. */
    basis: "views" | "date";
    isDemo: boolean;
    /** Three: the most viewed, or the two newest and an editors' pick. */
    guides: GuideCardData[];
    /** The editors' pick among them; null in an order by views. */
    pickSlug: string | null;
  };
  stats: {
    businesses: number;
    neighborhoods: number;
    /** Null without views. */
    monthlyVisitors: { count: number; isDemo: boolean } | null;
    /** Guides published and facts changed or checked. */
    updates: { count: number; day: "today" | "yesterday" };
  };
  /** Six, the lead first. */
  featured: GuideCardData[];
  /** Eight. */
  categories: HomeCategory[];
  /** Six. */
  neighborhoods: NeighborhoodCardData[];
  season: Season;
};
