import type { Database } from "#app/db/database.server.ts";
import { type VisitorOfDay, visitorOfDay } from "#app/features/analytics/visitor-of-day.server.ts";
import { household } from "#app/platform/address-limit.ts";

/** All who come from one network on one day, whatever browsers they have. */
export function networkOfDay(db: Database, { address, now }: { address: string; now: Date }): Promise<VisitorOfDay> {
  return visitorOfDay(db, { address: household(address), userAgent: "", now });
}
