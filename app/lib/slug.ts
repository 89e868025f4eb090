/** Lower-case words joined by hyphens, as every public URL uses them. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The longest slug. Longer path segments are not looked up. */
export const SLUG_LENGTH_MAX = 80;

export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH_MAX && SLUG_PATTERN.test(text);
}

/**
 * The slug of a name: "Ben’s Chili Bowl & Grill" becomes "bens-chili-bowl-and-grill". Empty for names without Latin letters or
 * digits.
 */
export function slugify(name: string): string {
  return hyphenate(name).slice(0, SLUG_LENGTH_MAX).replaceAll(/^-|-$/g, "");
}

/** As a slug, of any length and perhaps with a hyphen at both ends. */
export function hyphenate(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'\u2018\u2019\u02BC]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^a-z0-9]+/g, "-");
}
