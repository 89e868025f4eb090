import type { PictureCrop } from "./picture.ts";

/** Raise it when the generator's output changes, because picture URLs are cached forever. */
export const PICTURES_VERSION = 4;

/** The crops that pages use. */
type ShownCrop = "hero" | "card" | "thumb";

/** `kinds`: pictures that listed places of one kind share; their slug is a subject, their salt one of `KIND_PICTURES`. */
type PictureKind = "places" | "kinds" | "guides" | "neighborhoods";

/** The path of a drawn picture. Includes the salt, so that a different picture has a different URL. */
export function picturePath(input: { kind: PictureKind; slug: string; salt: number; crop: PictureCrop }): string {
  return `/pictures/${PICTURES_VERSION}/${input.kind}/${input.slug}/${input.salt}/${input.crop}.svg`;
}

export function picturePaths(input: { kind: PictureKind; slug: string; salt: number }): Record<ShownCrop, string> {
  return {
    hero: picturePath({ ...input, crop: "hero" }),
    card: picturePath({ ...input, crop: "card" }),
    thumb: picturePath({ ...input, crop: "thumb" }),
  };
}

/** The path of a neighborhood's street plan in day or night colors. */
export function streetPlanPath(slug: string, light: "day" | "night"): string {
  return `/pictures/${PICTURES_VERSION}/plans/${slug}-${light}.svg`;
}

/** The path of a member's avatar. `seed` is always the same for the same member. */
export function memberHousePath(seed: number, light: "day" | "night"): string {
  return `/pictures/members/${seed}-${light}.svg`;
}
