import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { metroStations } from "#app/db/schema/places.ts";

import type { ResolvedNear, SearchNear } from "../query/search-filters.ts";

/** The position and name for `near=`. Null for an unknown station. Served by the primary key of metro_stations. */
export async function resolveNear(db: Database, near: SearchNear | null): Promise<ResolvedNear | null> {
  if (near === null) return null;
  if (near.kind === "visitor") return { point: near.point, name: null };
  const [station] = await db
    .select({ name: metroStations.name, lat: metroStations.lat, lng: metroStations.lng })
    .from(metroStations)
    .where(eq(metroStations.slug, near.slug));
  return station === undefined ? null : { point: { lat: station.lat, lng: station.lng }, name: station.name };
}
