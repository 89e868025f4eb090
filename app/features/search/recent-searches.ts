/** What was searched for from this browser, newest first; it never leaves it. */
const STORAGE_KEY = "recent-searches";

/** As many as stand under the box without scrolling. */
export const RECENT_SEARCHES_MAX = 8;

/** Where they are kept. A browser may forbid it: then there are none. */
type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function recentSearches(storage: Kept | null = browserStorage()): string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((query): query is string => typeof query === "string" && query !== "").slice(0, RECENT_SEARCHES_MAX)
      : [];
  } catch {
    // Something else wrote there, or the browser forbids reading.
    return [];
  }
}

export function keepSearch(query: string, storage: Kept | null = browserStorage()): void {
  if (query === "") return;
  write([query, ...recentSearches(storage).filter((other) => !isSame(other, query))], storage);
}

export function forgetSearch(query: string, storage: Kept | null = browserStorage()): void {
  write(
    recentSearches(storage).filter((other) => other !== query),
    storage,
  );
}

export function forgetSearches(storage: Kept | null = browserStorage()): void {
  write([], storage);
}

function write(queries: readonly string[], storage: Kept | null): void {
  try {
    if (queries.length === 0) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, JSON.stringify(queries.slice(0, RECENT_SEARCHES_MAX)));
  } catch {
    // The browser is full or forbids it: the search itself matters more.
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
