import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { places } from "#app/db/schema/places.ts";
import type { FirstCountedDays, DayRange, DailyPlaceStat } from "#app/guide/analytics/places/place-stats.ts";
import {
  findFirstCountedDays,
  hasDemoStats,
  placeStatsByDay,
  sumPlaceStats,
  topSearchTerms,
} from "#app/guide/analytics/counters/read-place-stats.server.ts";
import { CATEGORY_NAMES } from "#app/guide/places/facts/categories.ts";
import { dcToday } from "#app/lib/dc-time.ts";

import type { Chart } from "./chart.ts";
import { type PeriodName, buildPeriod } from "./figure-period.ts";
import {
  type Amounts,
  sumFigures,
  type FigureRow,
  type FiguresPage,
  type Measure,
  median,
  MEASURES,
  rowsWithin,
} from "./listing-figures.ts";
import { type ComparisonGroup, findComparisonGroup } from "./comparison-group.server.ts";

type PlaceRow = typeof places.$inferSelect;

/** A place's stats in a period, compared with the period before and with similar places. */
export async function loadFigures(
  db: Database,
  { place, period: name, now }: { place: PlaceRow; period: PeriodName; now: Date },
): Promise<FiguresPage> {
  const today = dcToday(now);
  const period = buildPeriod(name, today);
  const rows = await placeStatsByDay(db, { placeId: place.id, days: { from: period.previous.from, to: today } });
  const since = await findFirstCountedDays(db);
  const similar = await findComparisonGroup(db, place);
  const medians = similar.by === null ? null : await mediansOf(db, { placeIds: similar.placeIds, days: period.days });
  const todaySums = sumFigures(rowsWithin(rows, { from: today, to: today }));
  const sums = sumFigures(rowsWithin(rows, period.days));
  const sumsBefore = sumFigures(rowsWithin(rows, period.previous));
  const fullyCountedFrom = (measure: Measure) => firstFullDay({ measure, since, place });
  const terms = await topSearchTerms(db, { placeId: place.id, days: { from: period.days.from, to: today } });
  return {
    place: { slug: place.slug, name: place.name },
    period,
    rows: MEASURES.map((measure): FigureRow => {
      const from = fullyCountedFrom(measure);
      return {
        measure,
        today: todaySums[measure],
        amount: sums[measure],
        uniqueVisitors: sums.uniqueVisitors[measure] ?? null,
        before: from !== null && from <= period.previous.from ? sumsBefore[measure] : null,
        median: medians?.[measure] ?? null,
      };
    }),
    amounts: period.parts.map((part) => plainAmounts(rowsWithin(rows, part))),
    similar: await describeSimilar(db, { place, similar }),
    countedFrom: latestStart(fullyCountedFrom, period.days),
    terms,
    isEmpty: rows.length === 0,
    isDemo: await hasDemoStats(db, place.id),
  };
}

/** Views and visitors of a place in the last 30 whole days, day by day, for the dashboard. */
export async function loadRecentViews(
  db: Database,
  { placeId, now }: { placeId: number; now: Date },
): Promise<{ chart: Chart; views: number; visitors: number }> {
  const { days, parts } = buildPeriod("30-days", dcToday(now));
  const rows = await placeStatsByDay(db, { placeId, days });
  const amounts = parts.map((part) => plainAmounts(rowsWithin(rows, part)));
  const { views, visitors } = sumFigures(rows);
  const chart: Chart = {
    kind: "bars",
    parts: parts.map(({ label }) => label),
    series: [{ label: "Views", tone: "river", amounts: amounts.map((each) => each.views) }],
  };
  return { chart, views, visitors };
}

async function describeSimilar(
  db: Database,
  { place, similar }: { place: PlaceRow; similar: ComparisonGroup },
): Promise<FiguresPage["similar"]> {
  if (similar.by === null) return similar;
  const [row] = await db
    .select({ name: neighborhoods.name })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, place.neighborhoodSlug));
  const kind = similar.by === "type" ? place.type : CATEGORY_NAMES[place.categorySlug];
  return { by: similar.by, count: similar.placeIds.length, what: kind, where: row?.name ?? place.neighborhoodSlug };
}

function plainAmounts(rows: DailyPlaceStat[]): Amounts {
  const { uniqueVisitors: _uniqueVisitors, ...amounts } = sumFigures(rows);
  return amounts;
}

/** The median of each measure over similar places. A place without rows counts as 0. */
async function mediansOf(
  db: Database,
  { placeIds, days }: { placeIds: number[]; days: DayRange },
): Promise<Partial<Record<Measure, number | null>>> {
  const byPlace = new Map<number, Awaited<ReturnType<typeof sumPlaceStats>>>(placeIds.map((id) => [id, []]));
  for (const row of await sumPlaceStats(db, { placeIds, days })) byPlace.get(row.placeId)?.push(row);
  const amounts = [...byPlace.values()].map((rows) => sumFigures(rows));
  return Object.fromEntries(MEASURES.map((measure) => [measure, median(amounts.map((each) => each[measure]))]));
}

/**
 * The first day on which a measure was counted all day for this place: after the first day that it was counted at all,
 * and after the day that the place was listed. Null: not yet.
 */
function firstFullDay({
  measure,
  since,
  place,
}: {
  measure: Measure;
  since: FirstCountedDays;
  place: Pick<PlaceRow, "createdAt">;
}): string | null {
  const listed = dayAfter(dcToday(place.createdAt));
  if (measure === "saves") return listed;
  const first = since[COUNTED_WITH[measure]];
  if (first === null) return null;
  const counted = dayAfter(first);
  return counted > listed ? counted : listed;
}

const COUNTED_WITH = {
  views: "views",
  visitors: "views",
  website: "clicks",
  phone: "clicks",
  directions: "clicks",
  share: "clicks",
  lists: "lists",
  search: "lists",
  category: "lists",
  neighborhood: "lists",
  guide: "lists",
  map: "lists",
} as const satisfies Record<Exclude<Measure, "saves">, keyof FirstCountedDays>;

/** The first day from which every measure is counted, if the period began before it. */
function latestStart(fullyCountedFrom: (measure: Measure) => string | null, { from, to }: DayRange): string | null {
  const starts = MEASURES.map((measure) => fullyCountedFrom(measure) ?? dayAfter(to));
  const latest = starts.toSorted().at(-1) ?? from;
  return latest > from ? latest : null;
}

function dayAfter(on: string): string {
  return Temporal.PlainDate.from(on).add({ days: 1 }).toString();
}
