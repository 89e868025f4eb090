import { distanceMeters } from "#app/lib/geo.ts";

/** A place's columns for its nearest Metro station. Both null without a position. */
export function nearestStation(
  { lat, lng }: { lat: number | null; lng: number | null },
  stations: { slug: string; lat: number; lng: number }[],
): { nearestStationSlug: string | null; nearestStationMeters: number | null } {
  if (lat === null || lng === null) return { nearestStationSlug: null, nearestStationMeters: null };
  const [nearest] = stations
    .map((station) => ({ slug: station.slug, meters: Math.round(distanceMeters({ lat, lng }, station)) }))
    .sort((a, b) => a.meters - b.meters);
  return { nearestStationSlug: nearest?.slug ?? null, nearestStationMeters: nearest?.meters ?? null };
}
