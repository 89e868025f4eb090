import type { GuideCardData, PageOf } from "./guide.ts";

type LatestTab = "latest" | "trending";

export type LatestPage = {
  tab: LatestTab;
  /** What the order of Trending stands on; "date" while there are too few views to say. */
  basis: "views" | "date";
  isDemo: boolean;
  guides: PageOf<GuideCardData>;
};

/**
 * What search engines and shared links say of a page of `/latest`. Of Trending it is true whichever basis its order has:
 * they keep it for longer than a basis lasts, and invented views must not make it another one.
 */
export function latestDescription(tab: LatestTab): string {
  return tab === "latest"
    ? "Guides to Washington, DC, the newest first: where to eat, drink, shop and walk, neighborhood by neighborhood."
    : "The guides to Washington, DC by views of the last 30 days, and by date while there are too few views to say.";
}

/** `/latest`, with what isn't the default: `/latest?tab=trending&page=2`. */
export function latestPath(tab: LatestTab, page = 1): string {
  const search = new URLSearchParams();
  if (tab !== "latest") search.set("tab", tab);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? "/latest" : `/latest?${search}`;
}
