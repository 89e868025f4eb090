/** A loaded and decoded photo, with the data for its credit. */
export type LoadedPhoto = {
  url: string;
  alt: string;
  photographer: string;
  photographerUrl: string | null;
  pageUrl: string | null;
};

/** State of a page's photo. "drawn": none is requested. Every state except "loaded" shows the drawn picture. */
export type PhotoState =
  | { state: "drawn" }
  | { state: "loading" }
  | { state: "loaded"; photo: LoadedPhoto }
  | { state: "fallback"; message: string };
