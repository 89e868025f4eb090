import type { PictureCrop } from "./picture.ts";

/** Raise it when the generator draws differently: the pictures' URLs are cached for ever. */
export const PICTURES_VERSION = 2;

/** The crops that pages show of a place or guide. */
type ShownCrop = "hero" | "card" | "thumb";

/** The address of a drawn picture. The salt stands in it so that another picture has another address. */
export function picturePath(input: {
  kind: "places" | "guides" | "neighborhoods";
  slug: string;
  salt: number;
  crop: PictureCrop;
}): string {
  return `/pictures/${PICTURES_VERSION}/${input.kind}/${input.slug}/${input.salt}/${input.crop}.svg`;
}

export function picturePaths(input: {
  kind: "places" | "guides" | "neighborhoods";
  slug: string;
  salt: number;
}): Record<ShownCrop, string> {
  return {
    hero: picturePath({ ...input, crop: "hero" }),
    card: picturePath({ ...input, crop: "card" }),
    thumb: picturePath({ ...input, crop: "thumb" }),
  };
}

/** The street plan of a neighborhood in the day or night colors. */
export function streetPlanPath(slug: string, light: "day" | "night"): string {
  return `/pictures/${PICTURES_VERSION}/plans/${slug}-${light}.svg`;
}

/** The house that stands for a member, by a number that is always the same for the same member. */
export function memberHousePath(seed: number, light: "day" | "night"): string {
  return `/pictures/members/${seed}-${light}.svg`;
}
