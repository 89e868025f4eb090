import { indexGuides, indexNeighborhoods, indexPlaces } from "#app/features/search/search-index.server.ts";

import type { CommandInput } from "./with-database.ts";

/** Writes every search document anew. Search keeps them right by itself; this is for after a change of the index's rules. */
export async function writeSearchIndex({ opened, print }: CommandInput): Promise<number> {
  await opened.exclusively(async (tx) => {
    await indexNeighborhoods(tx);
    await indexPlaces(tx, "all");
    await indexGuides(tx, "all");
  });
  print("The search index is written anew.");
  return 0;
}
