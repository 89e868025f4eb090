import type { Database } from "#app/db/database.server.ts";
import type { DayRange } from "#app/guide/analytics/places/place-stats.ts";
import { rowsWithin } from "#app/business/listings/figures/listing-figures.ts";
import { subtractDays } from "#app/lib/dc-time.ts";

import { type CountedSeries, findFirstCountedDay, type DailyViews } from "./insight-queries.server.ts";
import type { Amount } from "./insights.ts";
import type { InsightsRange } from "./range.ts";

/** How much of a range was counted. */
export type Coverage = {
  /** The first counted day, when it lies inside or after the range: nothing is known before it. */
  countedFrom: string | null;
  /** The first day that is still stored, when the range begins before it. */
  deletedBefore: string | null;
  isCompared: boolean;
  /**
   * Pairs two numbers; the second only when the whole compared range was counted, so that missing data never looks like
   * growth.
   */
  amount: (now: number, before: number) => Amount;
};

/** @param what "words": counted since the first day of `daily_event_counts`, but stored for a shorter time. */
export async function loadCoverage(
  db: Database,
  what: CountedSeries | "words",
  range: InsightsRange,
): Promise<Coverage> {
  const { days, against, detailFrom } = range;
  const since = await findFirstCountedDay(db, what === "words" ? "counts" : what);
  // The first day itself was counted in part.
  const wholeFrom = since === null ? null : subtractDays(since, -1);
  const isPartlyDeleted = what === "words" && against !== null && against.from < detailFrom;
  const isCompared = against !== null && wholeFrom !== null && wholeFrom <= against.from && !isPartlyDeleted;
  return {
    countedFrom: since !== null && since >= days.from ? since : null,
    deletedBefore: what === "words" && days.from < detailFrom ? detailFrom : null,
    isCompared,
    amount: (now, before) => ({ now, before: isCompared ? before : null }),
  };
}

/** The sum for a range; 0 without one. */
export function sumInRange(days: readonly DailyViews[], span: DayRange | null, of: "views" | "visitors"): number {
  return span === null ? 0 : rowsWithin(days, span).reduce((total, each) => total + each[of], 0);
}
