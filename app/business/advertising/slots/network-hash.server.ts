import type { Database } from "#app/db/database.server.ts";
import { type DailyVisitor, identifyDailyVisitor } from "#app/guide/analytics/visitors/daily-visitor.server.ts";
import { addressNetwork } from "#app/platform/address-rate-limit.ts";

/** The daily hash of a network, for all its browsers together. */
export function networkHashOfDay(
  db: Database,
  { address, now }: { address: string; now: Date },
): Promise<DailyVisitor> {
  return identifyDailyVisitor(db, { address: addressNetwork(address), userAgent: "", now });
}
