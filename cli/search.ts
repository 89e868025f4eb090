import { rebuildSearch } from "#app/features/search/search-index.server.ts";

import type { CommandInput } from "./with-database.ts";

/** `search rebuild`. The database keeps the index right by itself; this is for after a change of the index's rules. */
export async function searchCommand({ opened, print, words }: CommandInput): Promise<number> {
  if (words.join(" ") !== "rebuild") {
    print("Usage: npm run cli -- search rebuild");
    return 2;
  }
  await opened.exclusively((tx) => rebuildSearch(tx, new Date()));
  print("The search index is written anew.");
  return 0;
}
