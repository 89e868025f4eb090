import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";

type Page<Item> = { items: readonly Item[]; page: number; pageCount: number };

/** A loader's answer as a fetcher returns it. */
type Fetched<Answer> = NonNullable<ReturnType<typeof useFetcher<Answer>>["data"]>;

/** Pages loaded automatically. After them the page links take over, so that the footer can be reached. */
const PAGES_LOADED_MAX = 3;
/** Loading starts this far before the end of the list is in view. */
const LOAD_AHEAD_PX = 400;

/**
 * Loads the next pages of a list as the visitor nears its end, or only when asked. Without script the page links do the same.
 *
 * @param pageIn Gets the list from the loader's answer.
 * @param isManual Only `loadMore` loads, as often as there are pages.
 */
export function useMorePages<Item extends { slug: string }, Answer>(
  first: Page<Item>,
  {
    pathOf,
    pageIn,
    isManual = false,
  }: { pathOf: (page: number) => string; pageIn: (answer: Fetched<Answer>) => Page<Item>; isManual?: boolean },
): {
  items: Item[];
  /** The last page shown, where the page links continue. */
  lastPage: number;
  isLoading: boolean;
  /** The end of the list, which loads more. */
  listEnd: RefObject<HTMLDivElement | null>;
  loadMore: () => void;
} {
  // Each list has its own URL and fetcher, so pages of different lists don't mix.
  const list = pathOf(first.page);
  const { data: answer, load, state } = useFetcher<Answer>({ key: list });
  const [shown, setShown] = useState<{ list: string; loaded: Page<Item>[] }>({ list, loaded: [] });
  const loaded = shown.list === list ? shown.loaded : [];
  const listEnd = useRef<HTMLDivElement>(null);

  // The fetcher holds one answer at a time. Each is appended in the render that first sees it.
  const arrived = answer == null ? undefined : pageIn(answer);
  if (arrived !== undefined && !loaded.some(({ page }) => page === arrived.page)) {
    setShown({ list, loaded: [...loaded, arrived] });
  }

  const lastPage = loaded.at(-1)?.page ?? first.page;
  const mayLoad = !isManual && lastPage < first.pageCount && loaded.length < PAGES_LOADED_MAX && state === "idle";
  const nextPath = pathOf(lastPage + 1);

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

  const loadMore = () => void load(nextPath);
  return { items: withoutRepeats([first, ...loaded]), lastPage, isLoading: state !== "idle", listEnd, loadMore };
}

/** An item added between two loads pushes another one onto the next page, where it would repeat. */
function withoutRepeats<Item extends { slug: string }>(pages: readonly Page<Item>[]): Item[] {
  const bySlug = new Map<string, Item>();
  for (const item of pages.flatMap((page) => page.items)) {
    if (!bySlug.has(item.slug)) bySlug.set(item.slug, item);
  }
  return [...bySlug.values()];
}
