import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";

import type { GuideCardData, PageOf } from "./guide.ts";
import { type LatestPage, latestPath } from "./latest.ts";

/** Further pages that load by themselves; then the page links take over and the footer can be reached. */
const PAGES_LOADED_MAX = 3;
/** Starts before the end of the list is in view. */
const LOAD_AHEAD_PX = 400;

/**
 * Loads the next pages of a list as the visitor nears its end. Without script the page links do the same.
 * Give the component that uses it a `key` of tab and page: another list starts from nothing.
 */
export function useMoreGuides(first: LatestPage): {
  guides: GuideCardData[];
  /** The last page shown, which the page links go on from. */
  lastPage: number;
  isLoading: boolean;
  listEnd: RefObject<HTMLDivElement | null>;
} {
  const fetcher = useFetcher<LatestPage>();
  const [loaded, setLoaded] = useState<PageOf<GuideCardData>[]>([]);
  const listEnd = useRef<HTMLDivElement>(null);

  // The fetcher holds one answer at a time; each is added to those before it in the render that first sees it.
  const arrived = fetcher.data?.guides;
  if (arrived !== undefined && !loaded.some(({ page }) => page === arrived.page)) setLoaded([...loaded, arrived]);

  const lastPage = loaded.at(-1)?.page ?? first.guides.page;
  const mayLoad = lastPage < first.guides.pageCount && loaded.length < PAGES_LOADED_MAX && fetcher.state === "idle";
  const nextPath = latestPath(first.tab, lastPage + 1);

  const { load } = fetcher;
  useEffect(() => {
    const element = listEnd.current;
    if (element === null || !mayLoad) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void load(nextPath);
      },
      { rootMargin: `${LOAD_AHEAD_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [mayLoad, nextPath, load]);

  return { guides: withoutRepeats([first.guides, ...loaded]), lastPage, isLoading: fetcher.state !== "idle", listEnd };
}

/** A guide published between two loads pushes another one onto the next page a second time. */
function withoutRepeats(pages: PageOf<GuideCardData>[]): GuideCardData[] {
  const bySlug = new Map<string, GuideCardData>();
  for (const guide of pages.flatMap((page) => page.items)) {
    if (!bySlug.has(guide.slug)) bySlug.set(guide.slug, guide);
  }
  return [...bySlug.values()];
}
