import { metersOnFoot } from "#app/lib/geo.ts";

/** How far one comes on foot in 5, 10 and 15 minutes, as the crow flies: an estimate, as every walking time here. */
export const WALK_RINGS = [5, 10, 15].map((minutes) => ({ minutes, meters: metersOnFoot(minutes) }));
