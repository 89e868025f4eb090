import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";

type Page<Item> = { items: readonly Item[]; page: number; pageCount: number };

/** What a fetcher gives of a loader's answer. */
type Fetched<Answer> = NonNullable<ReturnType<typeof useFetcher<Answer>>["data"]>;

/** Further pages that load by themselves; then the page links take over and the footer can be reached. */
const PAGES_LOADED_MAX = 3;
/** Starts before the end of the list is in view. */
const LOAD_AHEAD_PX = 400;

/**
 * Loads the next pages of a list as the visitor nears its end. Without script the page links do the same.
 *
 * @param pageIn The list in what the page's loader answers with.
 */
export function useMorePages<Item extends { slug: string }, Answer>(
  first: Page<Item>,
  { pathOf, pageIn }: { pathOf: (page: number) => string; pageIn: (answer: Fetched<Answer>) => Page<Item> },
): {
  items: Item[];
  /** The last page shown, which the page links go on from. */
  lastPage: number;
  isLoading: boolean;
  listEnd: RefObject<HTMLDivElement | null>;
} {
  // Another list is another address: its own fetcher, and nothing of the last list's pages.
  const list = pathOf(first.page);
  const { data: answer, load, state } = useFetcher<Answer>({ key: list });
  const [shown, setShown] = useState<{ list: string; loaded: Page<Item>[] }>({ list, loaded: [] });
  const loaded = shown.list === list ? shown.loaded : [];
  const listEnd = useRef<HTMLDivElement>(null);

  // The fetcher holds one answer at a time; each is added to those before it in the render that first sees it.
  const arrived = answer == null ? undefined : pageIn(answer);
  if (arrived !== undefined && !loaded.some(({ page }) => page === arrived.page)) {
    setShown({ list, loaded: [...loaded, arrived] });
  }

  const lastPage = loaded.at(-1)?.page ?? first.page;
  const mayLoad = lastPage < first.pageCount && loaded.length < PAGES_LOADED_MAX && state === "idle";
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

  return { items: withoutRepeats([first, ...loaded]), lastPage, isLoading: state !== "idle", listEnd };
}

/** What came into the list between two loads pushes another item onto the next page a second time. */
function withoutRepeats<Item extends { slug: string }>(pages: readonly Page<Item>[]): Item[] {
  const bySlug = new Map<string, Item>();
  for (const item of pages.flatMap((page) => page.items)) {
    if (!bySlug.has(item.slug)) bySlug.set(item.slug, item);
  }
  return [...bySlug.values()];
}
