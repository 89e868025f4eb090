import { isSlug } from "#app/lib/slug.ts";

import { PICTURES_VERSION } from "#illustrations/picture-url.ts";

const CROPS = ["hero", "card", "thumb", "wide"] as const;
export type CropName = (typeof CROPS)[number];

/** Reads `/pictures/{version}/{kind}/{slug}/{salt}/{crop}.svg`; null if it isn't a valid picture path. */
export function parsePicturePath(params: {
  version: string;
  slug: string;
  salt: string;
  crop: string;
}): { slug: string; salt: number; crop: CropName } | null {
  const crop = CROPS.find((name) => `${name}.svg` === params.crop);
  if (crop === undefined || !isSlug(params.slug) || !/^\d{1,4}$/.test(params.salt)) return null;
  if (params.version !== String(PICTURES_VERSION)) return null;
  return { slug: params.slug, salt: Number(params.salt), crop };
}

/** Reads `{name}-{day|night}.svg`. */
export function parseLightFileName(file: string): { name: string; light: "day" | "night" } | null {
  const [, name, light] = /^([a-z0-9-]{1,80})-(day|night)\.svg$/.exec(file) ?? [];
  return name === undefined || light === undefined ? null : { name, light: light === "day" ? "day" : "night" };
}
