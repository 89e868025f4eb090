import caslonText from "@subset/caslon-text.woff2?url";
import publicSans from "@subset/public-sans.woff2?url";

/** The two faces above the fold of every page; a third would only compete with them. */
export const FONT_PRELOADS = [publicSans, caslonText] as const;
