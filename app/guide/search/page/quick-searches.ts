/** The home page's chips, as a visitor would type them. */
export const QUICK_SEARCHES = ["Best Pizza", "Rooftop Bars", "Happy Hour", "Date Night"] as const;
