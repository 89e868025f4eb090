import { metersOnFoot } from "#app/lib/geo.ts";

/** Straight-line distances of 5, 10 and 15 minutes on foot. An estimate, like every walking time here. */
export const WALK_RINGS = [5, 10, 15].map((minutes) => ({ minutes, meters: metersOnFoot(minutes) }));
