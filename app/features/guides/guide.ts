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
  /** Others than members read its opening only. */
  isForMembers: boolean;
  /** Whoever looks has it before everybody else, for whom it comes out at `publishedAt`. */
  isEarly: boolean;
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

export type GuideAuthor = { slug: string; name: string; bio: string; kind: "team" | "person" };

export type GuidePage = GuideCardData & {
  /** Who signs it, in their order. */
  authors: GuideAuthor[];
  /** Their names in one line. */
  byline: string;
  updatedAt: string;
  /** Null unless the guide changed on a later day than it was published. */
  updatedLabel: string | null;
  keywords: string[];
  /** The whole text; only its opening where there is a teaser. */
  blocks: GuideBlock[];
  /** Of what is shown of the text. */
  places: GuidePlace[];
  /** Of how many of its places how many have closed since. */
  closed: { count: number; of: number };
  /** What whoever may not read it is told of it; null for whoever may. */
  teaser: GuideTeaser | null;
  related: GuideCardData[];
};

/** Of the part of a page that is for members, or that stands in its place. */
export const MEMBERS_TEXT_CLASS = "guide-members-text";

/** How much there is to read, without a word of it. */
export type GuideTeaser = { placeCount: number; neighborhoods: string[] };

export type PageOf<Item> = { items: Item[]; total: number; page: number; pageCount: number };
