import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import type { places } from "#app/db/schema/places.ts";
import type { CountingSince, Days, FigureOfDay } from "#app/features/analytics/place-figures.ts";
import { countingSince, figuresByDay, figureSums, searchTerms } from "#app/features/analytics/read-figures.server.ts";
import { CATEGORY_NAMES } from "#app/features/places/categories.ts";
import { dcToday } from "#app/features/places/dc-calendar.ts";

import { type PeriodName, periodOf } from "./figure-period.ts";
import {
  type Amounts,
  amountsOf,
  type FigureRow,
  type FiguresPage,
  type Measure,
  medianOf,
  MEASURES,
  within,
} from "./figures.ts";
import { type SimilarPlaces, similarPlaces } from "./similar-places.server.ts";

type PlaceRow = typeof places.$inferSelect;

/** A place's stats in a period, compared with the period before and with similar places. */
export async function loadFigures(
  db: Database,
  { place, period: name, now }: { place: PlaceRow; period: PeriodName; now: Date },
): Promise<FiguresPage> {
  const today = dcToday(now);
  const period = periodOf(name, today);
  const rows = await figuresByDay(db, { placeId: place.id, days: { from: period.before.from, to: today } });
  const since = await countingSince(db);
  const similar = await similarPlaces(db, place);
  const medians = similar.by === null ? null : await mediansOf(db, { placeIds: similar.placeIds, days: period.days });
  const todaySums = amountsOf(within(rows, { from: today, to: today }));
  const sums = amountsOf(within(rows, period.days));
  const sumsBefore = amountsOf(within(rows, period.before));
  const fullyCountedFrom = (measure: Measure) => firstFullDay({ measure, since, place });
  const terms = await searchTerms(db, { placeId: place.id, days: { from: period.days.from, to: today } });
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
        before: from !== null && from <= period.before.from ? sumsBefore[measure] : null,
        median: medians?.[measure] ?? null,
      };
    }),
    amounts: period.parts.map((part) => plainAmounts(within(rows, part))),
    similar: await describeSimilar(db, { place, similar }),
    countedFrom: latestStart(fullyCountedFrom, period.days),
    terms,
    isEmpty: rows.length === 0,
  };
}

async function describeSimilar(
  db: Database,
  { place, similar }: { place: PlaceRow; similar: SimilarPlaces },
): Promise<FiguresPage["similar"]> {
  if (similar.by === null) return similar;
  const [row] = await db
    .select({ name: neighborhoods.name })
    .from(neighborhoods)
    .where(eq(neighborhoods.slug, place.neighborhoodSlug));
  const kind = similar.by === "type" ? place.type : CATEGORY_NAMES[place.categorySlug];
  return { by: similar.by, count: similar.placeIds.length, what: kind, where: row?.name ?? place.neighborhoodSlug };
}

function plainAmounts(rows: FigureOfDay[]): Amounts {
  const { uniqueVisitors: _uniqueVisitors, ...amounts } = amountsOf(rows);
  return amounts;
}

/** The median of each measure over similar places. A place without rows counts as 0. */
async function mediansOf(
  db: Database,
  { placeIds, days }: { placeIds: number[]; days: Days },
): Promise<Partial<Record<Measure, number | null>>> {
  const byPlace = new Map<number, Awaited<ReturnType<typeof figureSums>>>(placeIds.map((id) => [id, []]));
  for (const row of await figureSums(db, { placeIds, days })) byPlace.get(row.placeId)?.push(row);
  const amounts = [...byPlace.values()].map((rows) => amountsOf(rows));
  return Object.fromEntries(MEASURES.map((measure) => [measure, medianOf(amounts.map((each) => each[measure]))]));
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
  since: CountingSince;
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
} as const satisfies Record<Exclude<Measure, "saves">, keyof CountingSince>;

/** The first day from which every measure is counted, if the period began before it. */
function latestStart(fullyCountedFrom: (measure: Measure) => string | null, { from, to }: Days): string | null {
  const starts = MEASURES.map((measure) => fullyCountedFrom(measure) ?? dayAfter(to));
  const latest = starts.toSorted().at(-1) ?? from;
  return latest > from ? latest : null;
}

function dayAfter(on: string): string {
  return Temporal.PlainDate.from(on).add({ days: 1 }).toString();
}
