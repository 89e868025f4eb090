import caslonText from "@subset/caslon-text.woff2?url";
import publicSans from "@subset/public-sans.woff2?url";

/** The two fonts above the fold of every page. A third would compete with them. */
export const FONT_PRELOADS = [publicSans, caslonText] as const;

/**
 * Not on phones: on a slow network both fonts are too late anyway, but take bandwidth from the style sheet. LCP of the home
 * page on Lighthouse's phone (`bench lighthouse`): 1.14 s instead of 1.42 s.
 */
export const FONT_PRELOAD_SCREENS = "(min-width: 768px)";
