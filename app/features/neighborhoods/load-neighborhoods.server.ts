import { inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { excludedColumns } from "#app/db/excluded-columns.ts";
import { neighborhoods, neighborhoodStations } from "#app/db/schema/neighborhoods.ts";

export type SeededNeighborhood = {
  row: Omit<typeof neighborhoods.$inferInsert, "updatedAt" | "seedDigest"> & { seedDigest: string };
  stations: { slug: string; inside: boolean }[];
};

/**
 * Brings neighborhoods to what the seed files say; one that a person has changed (no digest) is left alone.
 *
 * @returns The slugs that are new or different now.
 */
export async function loadNeighborhoods(
  db: Database,
  input: { neighborhoods: SeededNeighborhood[]; now: Date },
): Promise<string[]> {
  const known = await db.select({ slug: neighborhoods.slug, seedDigest: neighborhoods.seedDigest }).from(neighborhoods);
  const digests = new Map(known.map(({ slug, seedDigest }) => [slug, seedDigest]));
  const different = input.neighborhoods.filter(({ row }) => {
    const digest = digests.get(row.slug);
    return digest === undefined || (digest !== null && digest !== row.seedDigest);
  });
  await writeNeighborhoods(db, different, input.now);
  return different.map(({ row }) => row.slug);
}

/** All at once: the search index is written once for a statement, not once for a row. */
async function writeNeighborhoods(db: Database, different: SeededNeighborhood[], now: Date): Promise<void> {
  const rows = different.map(({ row }) => ({ ...row, updatedAt: now }));
  const [first] = rows;
  if (first === undefined) return;
  const slugs = rows.map(({ slug }) => slug);
  // Out of the way first: no two neighborhoods may have one rank, not even while they change places.
  await db.update(neighborhoods).set({ rank: null }).where(inArray(neighborhoods.slug, slugs));
  await db
    .insert(neighborhoods)
    .values(rows)
    .onConflictDoUpdate({ target: neighborhoods.slug, set: excludedColumns(neighborhoods, Object.keys(first)) });
  await db.delete(neighborhoodStations).where(inArray(neighborhoodStations.neighborhoodSlug, slugs));
  const stations = different.flatMap((each) =>
    each.stations.map(({ slug, inside }, position) => ({
      neighborhoodSlug: each.row.slug,
      stationSlug: slug,
      inside,
      position,
    })),
  );
  if (stations.length > 0) await db.insert(neighborhoodStations).values(stations);
}
