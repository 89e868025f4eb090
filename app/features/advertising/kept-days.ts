/**
 * How long each impression and click stands by itself. A slot's word holds for two hours, and the ranking takes the clicks of
 * the last 28 days off a place's views (`count_search_views`); after that sums by day are enough.
 */
export const LOG_DAYS_KEPT = 30;
