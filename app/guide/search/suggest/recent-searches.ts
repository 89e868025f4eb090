/** Recent searches of this browser, newest first. They are never sent to the server. */
const STORAGE_KEY = "recent-searches";

/** As many as fit under the box without scrolling. */
export const RECENT_SEARCHES_MAX = 8;

/** The browser's storage. If the browser forbids it there are no recent searches. */
type SearchStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function readRecentSearches(storage: SearchStorage | null = browserStorage()): string[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored
          .filter((query): query is string => typeof query === "string" && query !== "")
          .slice(0, RECENT_SEARCHES_MAX)
      : [];
  } catch {
    // The value is invalid, or the browser forbids reading.
    return [];
  }
}

export function saveRecentSearch(query: string, storage: SearchStorage | null = browserStorage()): void {
  if (query === "") return;
  write([query, ...readRecentSearches(storage).filter((other) => !isSame(other, query))], storage);
}

export function removeRecentSearch(query: string, storage: SearchStorage | null = browserStorage()): void {
  write(
    readRecentSearches(storage).filter((other) => other !== query),
    storage,
  );
}

export function clearRecentSearches(storage: SearchStorage | null = browserStorage()): void {
  write([], storage);
}

function write(queries: readonly string[], storage: SearchStorage | null): void {
  try {
    if (queries.length === 0) storage?.removeItem(STORAGE_KEY);
    else storage?.setItem(STORAGE_KEY, JSON.stringify(queries.slice(0, RECENT_SEARCHES_MAX)));
  } catch {
    // Storage is full or forbidden. The search itself still works.
  }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
