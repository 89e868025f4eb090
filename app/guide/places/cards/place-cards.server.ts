import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { metroStations, places } from "#app/db/schema/places.ts";
import { placePicturePaths } from "#illustrations/picture-inputs.ts";
import { excerpt } from "#app/lib/excerpt.ts";
import { minutesOnFoot } from "#app/lib/geo.ts";
import { expirePageAt, type PageContext } from "#app/platform/page-cache-info.ts";

import { closureLine } from "../facts/closure.ts";
import { formatHoursLine, hoursTextExpiresAt } from "../hours/format-hours.ts";
import type { HoursLine, PlaceCardData } from "../place.ts";
import { cardPhotoColumn, parseCardPhoto } from "./card-photo.server.ts";
import { demoRatings, isDemoRating, isRealRating, ratingColumns, realRatings } from "./rating-columns.server.ts";
import { ratingSummary } from "./rating-summary.ts";

/** The most cards in one query. Longer lists are paginated. */
export const CARDS_MAX = 500;

/** Stations farther away than this aren't shown. */
export const METRO_WALK_METERS_MAX = 2_400;

export const cardColumns = {
  id: places.id,
  slug: places.slug,
  name: places.name,
  category: places.categorySlug,
  type: places.type,
  neighborhoodSlug: places.neighborhoodSlug,
  neighborhoodName: neighborhoods.name,
  summary: places.summary,
  description: places.description,
  priceRange: places.priceRange,
  hours: places.hours,
  hoursText: places.hoursText,
  closure: places.closure,
  street: places.street,
  quadrant: places.quadrant,
  lat: places.lat,
  lng: places.lng,
  pictureSalt: places.pictureSalt,
  menuUrl: places.menuUrl,
  reservationsUrl: places.reservationsUrl,
  orderUrl: places.orderUrl,
  stationSlug: metroStations.slug,
  stationName: metroStations.name,
  stationLines: metroStations.lines,
  stationMeters: places.nearestStationMeters,
  ...ratingColumns,
};

/**
 * Cards of published places, and of closed ones with `includesClosed`. Sorted by name by default. Served by
 * places_by_category, places_by_neighborhood or the primary key.
 */
export async function placeCards(
  db: Database,
  input: { where: SQL | undefined; orderBy?: SQL[]; limit?: number; offset?: number; includesClosed?: boolean },
  moment: PageContext,
): Promise<(PlaceCardData & { id: number })[]> {
  const isShown = inArray(places.status, input.includesClosed === true ? ["published", "closed"] : ["published"]);
  const rows = await selectCards(db, {})
    .where(and(isShown, input.where))
    // Ignores case and accents, whose sort order depends on the database's collation.
    .orderBy(...(input.orderBy ?? [sql`lower(unaccent(${places.name}))`, asc(places.id)]))
    .limit(Math.min(input.limit ?? CARDS_MAX, CARDS_MAX))
    .offset(input.offset ?? 0);
  return rows.map((row) => toPlaceCard(row, moment));
}

/** The select of the cards' rows, for `toPlaceCard`, with further columns of places and neighborhoods. */
export function selectCards<More extends SelectedFields>(db: Database, more: More) {
  return db
    .select({ ...cardColumns, photo: cardPhotoColumn, ...more })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .leftJoin(metroStations, eq(metroStations.slug, places.nearestStationSlug))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating);
}

/** Cards in the order of the given ids. Unpublished and missing places are left out. */
export async function placeCardsById(
  db: Database,
  ids: number[],
  moment: PageContext,
): Promise<(PlaceCardData & { id: number })[]> {
  if (ids.length === 0) return [];
  const cards = await placeCards(db, { where: inArray(places.id, ids) }, moment);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type CardRow = {
  [Column in keyof typeof cardColumns]: (typeof cardColumns)[Column]["_"]["data"] | null;
} & Pick<
  typeof places.$inferSelect,
  "id" | "slug" | "name" | "type" | "neighborhoodSlug" | "summary" | "description"
> & {
    category: (typeof places.$inferSelect)["categorySlug"];
    neighborhoodName: string;
    pictureSalt: number;
    photo: unknown;
  };

/** Two lines of a wide list. Kept short because pages send it twice, as HTML and as data. */
const EXCERPT_CHARACTERS = 200;

export function toPlaceCard(row: CardRow, moment: PageContext): PlaceCardData & { id: number } {
  const photo = parseCardPhoto(row.photo);
  moment.page.tags.add(`place:${row.slug}`);
  expirePageAt(moment.page, hoursTextExpiresAt(row.hours, moment.now));
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    category: row.category,
    type: row.type,
    neighborhood: { slug: row.neighborhoodSlug, name: row.neighborhoodName },
    summary: row.summary === "" ? excerpt(row.description, EXCERPT_CHARACTERS) : row.summary,
    isDescribed: row.description !== "",
    priceRange: row.priceRange,
    rating: ratingSummary(row),
    hours: closureLine(row.closure) ?? hoursTextLine(row) ?? formatHoursLine(row.hours, moment.now),
    street: row.street,
    quadrant: row.quadrant,
    position: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    metro: metroWalk(row),
    ...siteLinksOf(row),
    picture: {
      ...placePicturePaths({
        ...row,
        neighborhood: row.neighborhoodSlug,
        isDescribed: row.description !== "",
        salt: row.pictureSalt,
      }),
      alt: `Drawing for ${row.name}, ${row.type.toLowerCase()} in ${row.neighborhoodName}`,
      ...(photo !== null && { card: photo.path, thumb: photo.path, alt: photo.alt }),
    },
  };
}

const SITE_LINKS = [
  { field: "reservationsUrl", label: "Reserve" },
  { field: "menuUrl", label: "Menu" },
  { field: "orderUrl", label: "Order" },
] as const;

function siteLinksOf(row: CardRow): Pick<PlaceCardData, "siteLinks"> {
  const siteLinks = SITE_LINKS.flatMap(({ field, label }) => {
    const href = row[field];
    return href === null ? [] : [{ field, label, href }];
  });
  return siteLinks.length === 0 ? {} : { siteLinks };
}

/** A source's own words about the hours, where they can't be computed with: "No public hours". */
function hoursTextLine({ hours, hoursText }: Pick<CardRow, "hours" | "hoursText">): HoursLine | null {
  if (hours !== null || hoursText === null) return null;
  const lead = excerpt(hoursText, HOURS_CHARACTERS);
  return { tone: "unknown", lead, rest: "", stale: lead };
}

/** Fits a card's line on a phone. */
const HOURS_CHARACTERS = 40;

function metroWalk(row: Pick<CardRow, "stationSlug" | "stationName" | "stationLines" | "stationMeters">) {
  const { stationSlug, stationName, stationLines, stationMeters } = row;
  if (stationSlug === null || stationName === null || stationLines === null || stationMeters === null) return null;
  if (stationMeters > METRO_WALK_METERS_MAX) return null;
  return { slug: stationSlug, name: stationName, lines: stationLines, minutes: minutesOnFoot(stationMeters) };
}
