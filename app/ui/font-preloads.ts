import caslonText from "@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-normal.woff2?url";
import publicSans from "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url";

/** The two faces above the fold of every page; a third would only compete with them. */
export const FONT_PRELOADS = [publicSans, caslonText] as const;
