import { and, type SQL, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { isOpenAt } from "#app/guide/places/filters/filter-places.ts";
import { effectiveHours } from "#app/guide/places/hours/effective-hours.server.ts";
import { hoursTextExpiresAt } from "#app/guide/places/hours/format-hours.ts";
import { demoRatings, isDemoRating, isRealRating, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import { publishedIn } from "./category-places.server.ts";
import type { CategoryConditions } from "./count-category.server.ts";

/** Different opening hours read at once, about 300 bytes each. A city has a few thousand. */
const WEEKS_AT_ONCE = 10_000;

/** The limit in total: an import with different hours for every place would otherwise fill the memory. */
const WEEKS_MAX = 50_000;

type OpenHours = { text: string; places: number };

/**
 * Finds the open places of a category, checking each different opening hours once. `test`: the SQL condition for an
 * open place. `places`: how many pass `tests`. Served by places_by_category.
 *
 * @returns `isAll` false: there are more different hours than are read, and `test` is false for the others.
 */
export async function findOpenHours(
  db: Database,
  {
    category,
    tests,
    weeksMax = WEEKS_MAX,
  }: { category: CategorySlug; tests: CategoryConditions | null; weeksMax?: number },
  moment: PageContext,
): Promise<{ places: number; test: SQL; isAll: boolean }> {
  const { mean: _mean, ...conditions } = tests ?? { mean: null };
  const matchesFilters = and(publishedIn(category), ...Object.values(conditions));
  const open: OpenHours[] = [];
  let isComplete = false;
  for (let after: string | null = null, read = 0; !isComplete && read < weeksMax;) {
    const limit = Math.min(WEEKS_AT_ONCE, weeksMax - read);
    const weeks = await loadHoursAfter(db, { wanted: matchesFilters, after, limit });
    for (const { hours, ...week } of weeks) {
      expirePageAt(moment.page, hoursTextExpiresAt(hours, moment.now));
      if (isOpenAt({ hours }, moment.now)) open.push(week);
    }
    after = weeks.at(-1)?.text ?? null;
    read += weeks.length;
    isComplete = weeks.length < limit;
  }
  const texts = sql.param(open.map(({ text }) => text));
  return {
    places: open.reduce((sum, week) => sum + week.places, 0),
    test: sql`coalesce(${effectiveHours} = any(${texts}::jsonb[]), false)`,
    isAll: isComplete,
  };
}

async function loadHoursAfter(
  db: Database,
  { wanted: matchesFilters, after, limit }: { wanted: SQL | undefined; after: string | null; limit: number },
) {
  const isAfter = after === null ? sql`${effectiveHours} is not null` : sql`${effectiveHours} > ${after}::jsonb`;
  return db
    .select({
      hours: effectiveHours,
      text: sql<string>`${effectiveHours}::text`,
      places: sql<number>`count(*)::integer`,
    })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(and(matchesFilters, isAfter))
    .groupBy(effectiveHours)
    .orderBy(effectiveHours)
    .limit(limit);
}
