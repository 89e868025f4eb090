/** The viewer's search alerts. Its form creates and removes them. Alone, so that a search page loads nothing else with it. */
export const SEARCH_ALERTS_PATH = "/search-alerts";
