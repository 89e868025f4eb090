import { eq, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";

import { streetPlanPath } from "#illustrations/picture-url.ts";
import type { MapFrame, PlanLayer } from "./frame.ts";

/** The street plan of a neighborhood as a layer over the basemap; null when there is no such neighborhood. */
export async function findPlanLayer(db: Database, slug: string): Promise<PlanLayer | null> {
  const [row] = await db
    .select({ frame: sql<MapFrame>`${neighborhoods.streetPlan} -> 'frame'` })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, slug));
  if (row === undefined) return null;
  return { slug, frame: row.frame, day: streetPlanPath(slug, "day"), night: streetPlanPath(slug, "night") };
}
