/** What a view counts for. `site` counts every page view, under the key `all`. */
export type ViewSubject = "site" | "place" | "guide" | "neighborhood" | "category" | "page";
