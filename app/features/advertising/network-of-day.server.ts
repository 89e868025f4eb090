import type { Database } from "#app/db/database.server.ts";
import { type VisitorOfDay, visitorOfDay } from "#app/features/analytics/visitor-of-day.server.ts";
import { household } from "#app/platform/address-limit.ts";

/** The daily hash of a network, for all its browsers together. */
export function networkOfDay(db: Database, { address, now }: { address: string; now: Date }): Promise<VisitorOfDay> {
  return visitorOfDay(db, { address: household(address), userAgent: "", now });
}
