import { sql } from "drizzle-orm";

import { places } from "#app/db/schema/places.ts";
import type { OpeningHours } from "./opening-hours.ts";

/** Hours for "open now": null while a place is closed or reported closed. */
export const effectiveHours =
  sql<OpeningHours | null>`case when ${places.closure} is null then ${places.hours} end`.mapWith(places.hours);
