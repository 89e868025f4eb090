import type { Database } from "#app/db/database.server.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import { saltOf } from "./view-counter.server.ts";
import { addMarks, keyedNumber } from "./visitor-marks.server.ts";
import { addCounts } from "./write-arrivals.server.ts";

/**
 * Counts an account's step toward a membership, once per account, day and plan. The account's hash is deleted at
 * midnight.
 */
export async function countStep(
  db: Database,
  { step, tier, userId, now }: { step: "checkout" | "paid"; tier: string; userId: string; now: Date },
): Promise<void> {
  const day = dcToday(now);
  const fresh = await addMarks(db, day, [keyedNumber(await saltOf(db, day), ["step", step, tier, userId])]);
  await addCounts(db, [{ day, kind: step, name: tier, times: 1, visitors: fresh.size }]);
}
