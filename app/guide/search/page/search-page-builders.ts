import type { Database } from "#app/db/database.server.ts";
import { buildRequestContext } from "#tests/builders.ts";

import { parseSearch } from "./search-request.ts";
import { search } from "./search.server.ts";

export function searchFor(db: Database, words: string, more: Record<string, string> = {}) {
  return search(db, parseSearch(new URLSearchParams({ q: words, ...more })), buildRequestContext());
}

export function slugs(found: Awaited<ReturnType<typeof search>>) {
  return {
    places: found.places.items.map(({ slug }) => slug),
    guides: found.guides.items.map(({ slug }) => slug),
    neighborhoods: found.neighborhoods.map(({ slug }) => slug),
  };
}
