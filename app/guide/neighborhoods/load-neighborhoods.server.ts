import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { neighborhoods, neighborhoodStations } from "#app/db/schema/neighborhoods.ts";

export type SeededNeighborhood = {
  row: Omit<typeof neighborhoods.$inferInsert, "updatedAt" | "seedDigest"> & { seedDigest: string };
  stations: { slug: string; inside: boolean }[];
};

/**
 * Updates neighborhoods to the seed files. One that a person has changed (no digest) is left alone.
 *
 * @returns The slugs that were added or changed.
 */
export async function loadNeighborhoods(
  db: Database,
  input: { neighborhoods: SeededNeighborhood[]; now: Date },
): Promise<string[]> {
  const existing = await db
    .select({ slug: neighborhoods.slug, seedDigest: neighborhoods.seedDigest })
    .from(neighborhoods);
  const digests = new Map(existing.map(({ slug, seedDigest }) => [slug, seedDigest]));
  const changed = input.neighborhoods.filter(({ row }) => {
    const digest = digests.get(row.slug);
    return digest === undefined || (digest !== null && digest !== row.seedDigest);
  });
  await writeNeighborhoods(db, changed, input.now);
  return changed.map(({ row }) => row.slug);
}

/** One statement for all, because the search index is updated per statement. */
async function writeNeighborhoods(db: Database, changed: SeededNeighborhood[], now: Date): Promise<void> {
  const rows = changed.map(({ row }) => ({ ...row, updatedAt: now }));
  const [first] = rows;
  if (first === undefined) return;
  const slugs = rows.map(({ slug }) => slug);
  // Clears the ranks first, because ranks are unique even while neighborhoods swap them.
  await db.update(neighborhoods).set({ rank: null }).where(inArray(neighborhoods.slug, slugs));
  await db
    .insert(neighborhoods)
    .values(rows)
    .onConflictDoUpdate({ target: neighborhoods.slug, set: excludedColumns(neighborhoods, Object.keys(first)) });
  await db.delete(neighborhoodStations).where(inArray(neighborhoodStations.neighborhoodSlug, slugs));
  const stations = changed.flatMap((each) =>
    each.stations.map(({ slug, inside }, position) => ({
      neighborhoodSlug: each.row.slug,
      stationSlug: slug,
      inside,
      position,
    })),
  );
  if (stations.length > 0) await db.insert(neighborhoodStations).values(stations);
}
