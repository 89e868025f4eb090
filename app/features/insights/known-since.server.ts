import type { Database } from "#app/db/database.server.ts";
import type { Days } from "#app/features/analytics/place-figures.ts";
import { within } from "#app/features/business/figures.ts";
import { dayBefore } from "#app/features/places/dc-calendar.ts";

import { type Counted, countedSince, type ViewedDay } from "./insight-queries.server.ts";
import type { Amount } from "./insights.ts";
import type { Range } from "./range.ts";

/** How much of a range was counted. */
export type Known = {
  /** The first counted day, when it lies inside or after the range: nothing is known before it. */
  countedFrom: string | null;
  /** The first day that is still stored, when the range begins before it. */
  forgottenBefore: string | null;
  isCompared: boolean;
  /**
   * Pairs two numbers; the second only when the whole compared range was counted, so that missing data never looks like
   * growth.
   */
  amount: (now: number, before: number) => Amount;
};

/** @param what "words": counted since the first day of `day_counts`, but stored for a shorter time. */
export async function knownSince(db: Database, what: Counted | "words", range: Range): Promise<Known> {
  const { days, against, detailFrom } = range;
  const since = await countedSince(db, what === "words" ? "counts" : what);
  // The first day itself was counted in part.
  const wholeFrom = since === null ? null : dayBefore(since, -1);
  const isPartlyDeleted = what === "words" && against !== null && against.from < detailFrom;
  const isCompared = against !== null && wholeFrom !== null && wholeFrom <= against.from && !isPartlyDeleted;
  return {
    countedFrom: since !== null && since >= days.from ? since : null,
    forgottenBefore: what === "words" && days.from < detailFrom ? detailFrom : null,
    isCompared,
    amount: (now, before) => ({ now, before: isCompared ? before : null }),
  };
}

/** The sum for a range; 0 without one. */
export function sumWithin(days: readonly ViewedDay[], span: Days | null, of: "views" | "visitors"): number {
  return span === null ? 0 : within(days, span).reduce((total, each) => total + each[of], 0);
}
