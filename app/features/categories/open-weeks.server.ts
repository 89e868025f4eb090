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
const WEEKS_MAX = 10_000;

type Week = { text: string; places: number };

/**
 * Which of a category's places are open, whatever their number: the hours that many keep are judged once. `test` says it of
 * a row of places, `places` of how many it is true, of those that pass `tests` if any are given. Served by places_by_category.
 */
export async function openWeeks(
  db: Database,
  { category, tests }: { category: CategorySlug; tests: HubTests | null },
  moment: PageMoment,
): Promise<{ places: number; test: SQL }> {
  const { mean: _mean, ...passes } = tests ?? { mean: null };
  const wanted = and(publishedIn(category), ...Object.values(passes));
  const open: Week[] = [];
  for (let after: string | null = null, isLast = false; !isLast;) {
    const weeks = await weeksAfter(db, { wanted, after });
    for (const { hours, ...week } of weeks) {
      limitPageLife(moment.page, wordsHoldUntil(hours, moment.now));
      if (isOpen({ hours }, moment.now)) open.push(week);
    }
    after = weeks.at(-1)?.text ?? null;
    isLast = weeks.length < WEEKS_MAX;
  }
  const texts = sql.param(open.map(({ text }) => text));
  return {
    places: open.reduce((sum, week) => sum + week.places, 0),
    test: sql`coalesce(${hoursKept} = any(${texts}::jsonb[]), false)`,
  };
}

async function weeksAfter(db: Database, { wanted, after }: { wanted: SQL | undefined; after: string | null }) {
  const isAfter = after === null ? sql`${hoursKept} is not null` : sql`${hoursKept} > ${after}::jsonb`;
  return db
    .select({ hours: hoursKept, text: sql<string>`${hoursKept}::text`, places: sql<number>`count(*)::integer` })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(and(wanted, isAfter))
    .groupBy(hoursKept)
    .orderBy(hoursKept)
    .limit(WEEKS_MAX);
}
