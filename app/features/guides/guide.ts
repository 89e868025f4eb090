import type { CategorySlug } from "../places/categories.ts";
import type { PictureRef, PlaceCardData } from "../places/place.ts";

export type GuideCardData = {
  slug: string;
  title: string;
  excerpt: string;
  category: { slug: CategorySlug; name: string };
  neighborhood: { slug: string; name: string } | null;
  /** ISO 8601 instant. */
  publishedAt: string;
  /** "Nov 21", with the year when it isn't this one. */
  publishedLabel: string;
  readMinutes: number;
  /** Views counted in the last 30 days; null when too few to say. */
  views: number | null;
  picture: PictureRef;
  /** Whether whoever looks has saved it; absent for a guest, and where nobody asks. */
  isSaved?: boolean;
};

/** A piece of a guide's body: safe HTML of our own Markdown, or the next place of its list. */
export type GuideBlock = { kind: "html"; html: string } | { kind: "place"; index: number };

export type GuidePlace = {
  place: PlaceCardData;
  reason: string;
  hint: string;
  /** Minutes on foot from the place before it; null for the first. */
  walkMinutes: number | null;
};

export type GuidePage = GuideCardData & {
  author: { slug: string; name: string; bio: string };
  updatedAt: string;
  /** Null unless the guide changed on a later day than it was published. */
  updatedLabel: string | null;
  keywords: string[];
  blocks: GuideBlock[];
  places: GuidePlace[];
  related: GuideCardData[];
};

export type PageOf<Item> = { items: Item[]; total: number; page: number; pageCount: number };
