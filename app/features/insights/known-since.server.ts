import type { Database } from "#app/db/database.server.ts";
import type { Days } from "#app/features/analytics/place-figures.ts";
import { within } from "#app/features/business/figures.ts";
import { dayBefore } from "#app/features/places/dc-calendar.ts";

import { type Counted, countedSince, type ViewedDay } from "./insight-queries.server.ts";
import type { Amount } from "./insights.ts";
import type { Range } from "./range.ts";

/** From when on something was counted, as far as it matters for a time that is shown. */
export type Known = {
  /** The first day of counting, when it lies within the time or after it: nothing is known of what came before. */
  countedFrom: string | null;
  /** The first day that is still kept, when the time begins before it. */
  forgottenBefore: string | null;
  isCompared: boolean;
  /** Both numbers; the second only where the whole time before was counted, so that nothing grows from nothing. */
  amount: (now: number, before: number) => Amount;
};

/** @param what "words": counted since the first day of `day_counts`, and forgotten sooner than they. */
export async function knownSince(db: Database, what: Counted | "words", range: Range): Promise<Known> {
  const { days, against, detailFrom } = range;
  const since = await countedSince(db, what === "words" ? "counts" : what);
  // The first day itself was counted in part.
  const wholeFrom = since === null ? null : dayBefore(since, -1);
  const isForgotten = what === "words" && against !== null && against.from < detailFrom;
  const isCompared = against !== null && wholeFrom !== null && wholeFrom <= against.from && !isForgotten;
  return {
    countedFrom: since !== null && since >= days.from ? since : null,
    forgottenBefore: what === "words" && days.from < detailFrom ? detailFrom : null,
    isCompared,
    amount: (now, before) => ({ now, before: isCompared ? before : null }),
  };
}

/** What a page had in a time; 0 for none. */
export function sumWithin(days: readonly ViewedDay[], span: Days | null, of: "views" | "visitors"): number {
  return span === null ? 0 : within(days, span).reduce((total, each) => total + each[of], 0);
}
