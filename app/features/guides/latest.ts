import type { GuideCardData, PageOf } from "./guide.ts";

type LatestTab = "latest" | "trending";

export type LatestPage = {
  tab: LatestTab;
  /** What the order of Trending stands on; "date" while there are too few views to say. */
  basis: "views" | "date";
  isDemo: boolean;
  guides: PageOf<GuideCardData>;
};

/** `/latest`, with what isn't the default: `/latest?tab=trending&page=2`. */
export function latestPath(tab: LatestTab, page = 1): string {
  const search = new URLSearchParams();
  if (tab !== "latest") search.set("tab", tab);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? "/latest" : `/latest?${search}`;
}
