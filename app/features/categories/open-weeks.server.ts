import { and, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { limitPageLife, type PageMoment } from "#app/platform/page-life.ts";

import type { CategorySlug } from "../places/categories.ts";
import { isOpen } from "../places/filter-places.ts";
import { hoursKept } from "../places/hours-kept.server.ts";
import { wordsHoldUntil } from "../places/hours-words.ts";
import { demoRatings, isDemoRating, isRealRating, realRatings } from "../places/rating-columns.server.ts";
import { publishedIn } from "./hub-candidates.server.ts";
import type { HubTests } from "./hub-counts.server.ts";

/** So many different weeks are read at once, some 300 bytes each; the places of a city keep a few thousand. */
const WEEKS_AT_ONCE = 10_000;

/** And so many in all: a file with another week for each of its places would fill the memory of whoever asks what is open. */
const WEEKS_MAX = 50_000;

type Week = { text: string; places: number };

/**
 * Which of a category's places are open, whatever their number: the hours that many keep are judged once. `test` says it of
 * a row of places, `places` of how many it is true, of those that pass `tests` if any are given. Served by places_by_category.
 *
 * @returns `isAll` false: there are more weeks than are read, and of places that keep the others it isn't true.
 */
export async function openWeeks(
  db: Database,
  { category, tests, weeksMax = WEEKS_MAX }: { category: CategorySlug; tests: HubTests | null; weeksMax?: number },
  moment: PageMoment,
): Promise<{ places: number; test: SQL; isAll: boolean }> {
  const { mean: _mean, ...passes } = tests ?? { mean: null };
  const wanted = and(publishedIn(category), ...Object.values(passes));
  const open: Week[] = [];
  let isLast = false;
  for (let after: string | null = null, read = 0; !isLast && read < weeksMax;) {
    const limit = Math.min(WEEKS_AT_ONCE, weeksMax - read);
    const weeks = await weeksAfter(db, { wanted, after, limit });
    for (const { hours, ...week } of weeks) {
      limitPageLife(moment.page, wordsHoldUntil(hours, moment.now));
      if (isOpen({ hours }, moment.now)) open.push(week);
    }
    after = weeks.at(-1)?.text ?? null;
    read += weeks.length;
    isLast = weeks.length < limit;
  }
  const texts = sql.param(open.map(({ text }) => text));
  return {
    places: open.reduce((sum, week) => sum + week.places, 0),
    test: sql`coalesce(${hoursKept} = any(${texts}::jsonb[]), false)`,
    isAll: isLast,
  };
}

async function weeksAfter(
  db: Database,
  { wanted, after, limit }: { wanted: SQL | undefined; after: string | null; limit: number },
) {
  const isAfter = after === null ? sql`${hoursKept} is not null` : sql`${hoursKept} > ${after}::jsonb`;
  return db
    .select({ hours: hoursKept, text: sql<string>`${hoursKept}::text`, places: sql<number>`count(*)::integer` })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(and(wanted, isAfter))
    .groupBy(hoursKept)
    .orderBy(hoursKept)
    .limit(limit);
}
