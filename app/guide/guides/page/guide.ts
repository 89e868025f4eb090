import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";

import type { GuidePicture } from "../guide-picture.ts";

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
  /** Views counted in the last 30 days; null when too few to say, absent where they weren't queried. */
  views?: number | null;
  picture: GuidePicture;
  /** Only members can read more than the opening. */
  isForMembers: boolean;
  /** The viewer sees it before `publishedAt`, when it becomes public. */
  isEarly: boolean;
  /** Whether the viewer has saved it; absent for guests and where it wasn't queried. */
  isSaved?: boolean;
};

/** A block of a guide's body: safe HTML rendered from Markdown, or the next place of its list. */
export type GuideBlock = { kind: "html"; html: string } | { kind: "place"; index: number };

export type GuidePlace = {
  place: PlaceCardData;
  reason: string;
  hint: string;
  /** Minutes on foot from the previous place; null for the first. */
  walkMinutes: number | null;
};

export type GuideAuthor = { slug: string; name: string; bio: string; kind: "team" | "person" };

export type GuidePage = GuideCardData & {
  /** In byline order. */
  authors: GuideAuthor[];
  /** Their names in one line. */
  byline: string;
  updatedAt: string;
  /** Null unless the guide changed on a later day than it was published. */
  updatedLabel: string | null;
  keywords: string[];
  /** The whole text, or only the opening if there is a teaser. */
  blocks: GuideBlock[];
  /** The places in the blocks. */
  places: GuidePlace[];
  /** How many of the guide's places have closed since it was written. */
  closed: { count: number; of: number };
  /** Shown to viewers who can't read the whole guide; null for those who can. */
  teaser: GuideTeaser | null;
  related: GuideCardData[];
};

/** Marks the members' part of a page, or what replaces it. The structured data refers to it. */
export const MEMBERS_PART_CLASS = "guide-members-text";

/** Describes the rest of a members' guide without its text. */
export type GuideTeaser = { placeCount: number; neighborhoods: string[] };

export type PaginatedList<Item> = { items: Item[]; total: number; page: number; pageCount: number };
