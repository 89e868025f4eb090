import { sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import type { HoursCoverage } from "#app/guide/places/hours/hours-known.tsx";

/** More than a directory of one city has. Counting a million rows would take longer than the search. */
const COUNTED_MAX = 50_000;

/** Of how many places the hours are known. Null: there are too many to count. */
export async function countKnownHours(db: Database): Promise<HoursCoverage | null> {
  const counted = db
    .select({ hoursId: placeSearch.hoursId })
    .from(placeSearch)
    .limit(COUNTED_MAX + 1)
    .as("counted");
  const [row] = await db
    .select({ known: sql<number>`count(${counted.hoursId})::int`, total: sql<number>`count(*)::int` })
    .from(counted);
  return row === undefined || row.total > COUNTED_MAX ? null : row;
}
