/** A guide's uploaded cover. `path` is that of a guide's picture, with its size; `credit` may be empty. */
export type GuideCover = { path: string; alt: string; credit: string };

/** A guide's draft or revision as stored in JSON. `GuideDocumentSchema` of the slice `editor` checks it. */
export type GuideDocument = {
  title: string;
  slug: string;
  excerpt: string;
  category: string;
  /** Empty for a guide to the whole city. */
  neighborhood: string;
  /** Slugs in byline order. */
  authors: string[];
  keywords: string[];
  /** The illustration; empty chooses it by category and keywords. */
  picture: string;
  /** Shown in place of the illustration; null for none. */
  cover: GuideCover | null;
  featuredRank: number | null;
  access: "everyone" | "members";
  isEarly: boolean;
  body: string;
  /** Texts about its places, including places removed from the text, in case they are added again. */
  stops: { slug: string; reason: string; hint: string }[];
};
