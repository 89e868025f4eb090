/** A photo that is at hand, decoded, with what its credit needs. */
export type LoadedPhoto = {
  url: string;
  alt: string;
  photographer: string;
  photographerUrl: string | null;
  pageUrl: string | null;
};

/** How a page's photo stands. "drawn": none is asked for. The drawn picture is shown in every state but "loaded". */
export type PhotoState =
  | { state: "drawn" }
  | { state: "loading" }
  | { state: "loaded"; photo: LoadedPhoto }
  | { state: "fallback"; message: string };
