/** What a view counts for. `site` counts every page view, under the key `all`. */
export const VIEW_SUBJECTS = ["site", "place", "guide", "neighborhood", "category", "page"] as const;
export type ViewSubject = (typeof VIEW_SUBJECTS)[number];

/** The links on a place's page whose clicks are counted. */
export const CLICK_KINDS = ["website", "phone", "directions", "share"] as const;
export type ClickKind = (typeof CLICK_KINDS)[number];

/** A kind of list of places. */
export type ListSurface = "search" | "category" | "neighborhood" | "guide" | "map";

/** What is counted per place and day, besides views of its page. */
export type PlaceMetric = ClickKind | ListSurface;

/** The kinds of counted terms: searches, referring hosts, and utm parameters of links. */
export const TERM_KINDS = ["search", "host", "utm-source", "utm-campaign"] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** What is counted per day under names that Rowhouse defines. */
export type EventKind = "source" | "device" | "search" | "premium-from" | "checkout" | "paid";
