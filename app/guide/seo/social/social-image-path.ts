import { isSlug } from "#app/lib/slug.ts";

/**
 * Subjects of social images. Lists use their share key as slug. `site` has the home page's image and the square logo.
 * `guide-pictures` are those of guides without text.
 */
export const SOCIAL_KINDS = [
  "site",
  "places",
  "guides",
  "guide-pictures",
  "neighborhoods",
  "categories",
  "pages",
  "lists",
] as const;
export type SocialKind = (typeof SOCIAL_KINDS)[number];

/** The size of a large Open Graph card. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;

/** Side of the square logo. Search engines require at least 112 pixels, feed readers 512. */
export const LOGO_PIXELS = 512;

export const SITE_IMAGE_PATH = socialImagePath("site", "home");
export const LOGO_PATH = socialImagePath("site", "logo");

/** Path of the image shown with a shared link, a 1200 x 630 PNG. */
export function socialImagePath(kind: SocialKind, slug: string): string {
  return `/social/${kind}/${slug}.png`;
}

/** Parses the path of a social image. Null if it isn't one. */
export function parseSocialImagePath(params: {
  kind: string;
  file: string;
}): { kind: SocialKind; slug: string } | null {
  const kind = SOCIAL_KINDS.find((each) => each === params.kind);
  if (kind === undefined || !params.file.endsWith(".png")) return null;
  const slug = params.file.slice(0, -".png".length);
  return isSlug(slug) ? { kind, slug } : null;
}
