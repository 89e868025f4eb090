import { eq, inArray } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
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
  // Out of the way first: no two neighborhoods may have one rank, not even while they change places.
  await db
    .update(neighborhoods)
    .set({ rank: null })
    .where(
      inArray(
        neighborhoods.slug,
        different.map(({ row }) => row.slug),
      ),
    );
  for (const { row, stations } of different) {
    const values = { ...row, updatedAt: input.now };
    await db.insert(neighborhoods).values(values).onConflictDoUpdate({ target: neighborhoods.slug, set: values });
    await db.delete(neighborhoodStations).where(eq(neighborhoodStations.neighborhoodSlug, row.slug));
    if (stations.length > 0) {
      await db.insert(neighborhoodStations).values(
        stations.map((station, position) => ({
          neighborhoodSlug: row.slug,
          stationSlug: station.slug,
          inside: station.inside,
          position,
        })),
      );
    }
  }
  return different.map(({ row }) => row.slug);
}
