import type { Database } from "#app/db/database.server.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import { loadDailySalt } from "./view-counter.server.ts";
import { addVisitorHashes, keyedHash } from "../visitors/visitor-hashes.server.ts";
import { addDayCounts } from "./write-arrivals.server.ts";

/**
 * Counts an account's step toward a membership, once per account, day and plan. The account's hash is deleted at
 * midnight.
 */
export async function recordFunnelStep(
  db: Database,
  { step, tier, userId, now }: { step: "checkout" | "paid"; tier: string; userId: string; now: Date },
): Promise<void> {
  const day = dcToday(now);
  const fresh = await addVisitorHashes(db, day, [
    keyedHash(await loadDailySalt(db, day), ["step", step, tier, userId]),
  ]);
  await addDayCounts(db, [{ day, kind: step, name: tier, count: 1, visitors: fresh.size }]);
}
