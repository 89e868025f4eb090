/** What a view is counted for. `site` counts every page once a request, under the key `all`. */
export type ViewSubject = "site" | "place" | "guide" | "neighborhood" | "category" | "page";
