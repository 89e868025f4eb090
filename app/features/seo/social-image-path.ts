import { isSlug } from "#app/lib/slug.ts";

/** What a social image can show, a list by the key that it is shared with. `site` has two files: the home page's picture and the square logo. */
export const SOCIAL_KINDS = ["site", "places", "guides", "neighborhoods", "categories", "pages", "lists"] as const;
export type SocialKind = (typeof SOCIAL_KINDS)[number];

/** The size that Open Graph readers expect of a large card. */
export const SOCIAL_IMAGE_WIDTH = 1200;
export const SOCIAL_IMAGE_HEIGHT = 630;

/** The logo is a square of this many pixels: search engines want 112 at least, feed readers 512. */
export const LOGO_PIXELS = 512;

export const SITE_IMAGE_PATH = socialImagePath("site", "home");
export const LOGO_PATH = socialImagePath("site", "logo");

/** The address of the picture that stands beside a shared link: 1200 x 630 PNG. */
export function socialImagePath(kind: SocialKind, slug: string): string {
  return `/social/${kind}/${slug}.png`;
}

/** Reads such an address; null when no picture can have it. */
export function readSocialImageAddress(params: {
  kind: string;
  file: string;
}): { kind: SocialKind; slug: string } | null {
  const kind = SOCIAL_KINDS.find((known) => known === params.kind);
  if (kind === undefined || !params.file.endsWith(".png")) return null;
  const slug = params.file.slice(0, -".png".length);
  return isSlug(slug) ? { kind, slug } : null;
}
