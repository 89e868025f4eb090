/** Longer queries are cut. Real ones are shorter, and it limits the URL. */
export const QUERY_LENGTH_MAX = 120;
