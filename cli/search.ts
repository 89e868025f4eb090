import { rebuildSearchIndex } from "#app/guide/search/candidates/search-index.server.ts";

import type { CommandInput } from "./with-database.ts";

/** `search rebuild`. Triggers keep the index current; this is for a change of the index's rules. */
export async function searchCommand({ opened, print, args: words }: CommandInput): Promise<number> {
  if (words.join(" ") !== "rebuild") {
    print("Usage: npm run cli -- search rebuild");
    return 2;
  }
  await opened.runExclusively((tx) => rebuildSearchIndex(tx, new Date()));
  print("Rebuilt the search index.");
  return 0;
}
