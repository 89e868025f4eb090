import type { GuideCardData, PaginatedList } from "../page/guide.ts";

type LatestTab = "latest" | "trending";

export type LatestPage = {
  tab: LatestTab;
  /** How Trending is sorted; "date" while there are too few views. */
  basis: "views" | "date";
  isDemo: boolean;
  guides: PaginatedList<GuideCardData>;
};

export const TAB_TITLES: Record<LatestTab, string> = { latest: "Latest guides", trending: "Trending guides" };

/**
 * The meta description of `/latest`. For Trending it covers both orders, because search engines cache it for longer than an
 * order lasts, and demo views must not change it.
 */
export function latestDescription(tab: LatestTab): string {
  return tab === "latest"
    ? "Guides to Washington, DC, newest first: where to eat, drink, shop and walk, neighborhood by neighborhood."
    : "Guides to Washington, DC by views in the last 30 days, or by date while there are too few views.";
}

/** `/latest` with the parameters that differ from the defaults: `/latest?tab=trending&page=2`. */
export function latestPath(tab: LatestTab, page = 1): string {
  const search = new URLSearchParams();
  if (tab !== "latest") search.set("tab", tab);
  if (page > 1) search.set("page", String(page));
  return search.size === 0 ? "/latest" : `/latest?${search}`;
}
