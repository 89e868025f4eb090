import caslonText from "@subset/caslon-text.woff2?url";
import publicSans from "@subset/public-sans.woff2?url";

/** The two fonts above the fold of every page. A third would compete with them. */
export const FONT_PRELOADS = [publicSans, caslonText] as const;

/**
 * Not on phones: both fonts are `optional` and arrive too late on a slow network anyway, but take bandwidth from the style
 * sheet. Lighthouse's phone (`bench lighthouse`): LCP of the home page 1.14 s instead of 1.42 s.
 */
export const FONT_PRELOAD_SCREENS = "(min-width: 768px)";
