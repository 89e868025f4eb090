/** Lower-case words joined by hyphens, as every public URL uses them. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The longest slug we publish; also the cap on what a path segment may make us look up. */
export const SLUG_LENGTH_MAX = 80;

export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH_MAX && SLUG_PATTERN.test(text);
}

/**
 * A name as an address has it: "Ben’s Chili Bowl & Grill" is "bens-chili-bowl-and-grill". Names without a single Latin
 * letter or digit leave nothing.
 */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/[\p{M}'\u2018\u2019\u02BC]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH_MAX)
    .replaceAll(/^-|-$/g, "");
}
