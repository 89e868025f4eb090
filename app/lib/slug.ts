/** Lower-case words joined by hyphens, as every public URL uses them. */
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The longest slug we publish; also the cap on what a path segment may make us look up. */
export const SLUG_LENGTH_MAX = 80;

export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH_MAX && SLUG_PATTERN.test(text);
}
