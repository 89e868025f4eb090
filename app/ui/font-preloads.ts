import caslonText from "@subset/caslon-text.woff2?url";
import publicSans from "@subset/public-sans.woff2?url";

/** The two faces above the fold of every page; a third would only compete with them. */
export const FONT_PRELOADS = [publicSans, caslonText] as const;

/**
 * Not on phones: both faces are optional, and on a network that is slow they come too late for the first page in any
 * case, but take their share of it from the style sheet. With Lighthouse's phone (`bench lighthouse`) the home page's
 * largest part stands after 1.14 s instead of 1.42.
 */
export const FONT_PRELOAD_SCREENS = "(min-width: 768px)";
