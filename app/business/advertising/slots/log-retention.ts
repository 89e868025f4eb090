/**
 * Days that single impressions and clicks are stored. Slot tokens last two hours, and the ranking subtracts clicks
 * of the last 28 days (`refresh_search_views`); after that daily sums are enough.
 */
export const LOG_RETENTION_DAYS = 30;
