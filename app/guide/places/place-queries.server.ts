import { and, asc, eq, gt, lt, ne, sql } from "drizzle-orm";

import type { Closure } from "#app/db/columns/place-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { type FactField, metroStations, placeFacts, places, sources } from "#app/db/schema/places.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import { isPresumedOpen } from "./facts/closure.ts";
import { confirmationOf, listedNote, oldHoursNote } from "./facts/fact-origin.ts";
import { findFactOrigins } from "./facts/fact-origins.server.ts";
import { formatLicensed } from "./facts/format-licensed.ts";
import { formatOpened } from "./facts/format-opened.ts";
import { isIndexed } from "./facts/listing-depth.server.ts";
import { ClosedForWorksSchema, LicensedSchema, OpenedSchema } from "./facts/place-facts.ts";
import { formatWeekHours } from "./hours/format-hours.ts";
import type { OpeningHours } from "./hours/opening-hours.ts";
import { CLOSED_LINE, closureNotice } from "./facts/place-closure.server.ts";
import { METRO_WALK_METERS_MAX, placeCards, placeCardsById } from "./cards/place-cards.server.ts";
import {
  ATTRIBUTE_KEYS,
  ATTRIBUTE_LABELS,
  type Attributes,
  type MetroWalk,
  type PlacePage,
  type Point,
  type RatingSummary,
} from "./place.ts";
import { placeTitle } from "./page/place-title.ts";
import { demoRatings, isDemoRating, isRealRating, ratingColumns, realRatings } from "./cards/rating-columns.server.ts";
import { realRating } from "./cards/rating-summary.ts";

const NEARBY_PLACES = 6;
const NEARBY_METERS_MAX = 1_500;
const STATIONS_SHOWN = 3;
const SIMILAR_SHOWN = 5;

/** Data for the loader that the page doesn't show. `realRating` excludes demo reviews and may be published elsewhere. */
type PlaceRecord = { id: number; updatedAt: Date; openingHours: OpeningHours | null; realRating: RatingSummary };

/** Everything on a place's page, open or closed. Null when the place doesn't exist or was removed. */
export async function findPlacePage(
  db: Database,
  slug: string,
  moment: PageContext,
): Promise<(PlacePage & PlaceRecord) | null> {
  const [card] = await placeCards(db, { where: eq(places.slug, slug), limit: 1, includesClosed: true }, moment);
  if (card === undefined) return null;
  const [row] = await db
    .select({
      otherNames: places.otherNames,
      summary: places.summary,
      description: places.description,
      zip: places.zip,
      phone: places.phone,
      website: places.website,
      hours: places.hours,
      hoursText: places.hoursText,
      attributes: places.attributes,
      updatedAt: places.updatedAt,
      status: places.status,
      closure: places.closure,
      closedOn: places.closedOn,
      successorId: places.successorId,
      reopensOn: places.reopensOn,
      isClosedByOwner: places.isClosedByOwner,
      isIndexed,
      hasNamesake,
      descriptionSource,
      ...NOTED_FACTS,
      ...ratingColumns,
    })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(eq(places.id, card.id));
  if (row === undefined) return null;
  const origins = await findFactOrigins(db, { placeId: card.id, canConfirm: isPresumedOpen(row) });
  const isFinal = row.status !== "published";
  const hours = isFinal ? null : row.hours;
  return {
    ...card,
    title: placeTitle({ ...card, hasNamesake: row.hasNamesake }),
    hours: isFinal && row.closure === null ? CLOSED_LINE : card.hours,
    closure: withWorks(await closureNotice(db, row), row),
    otherNames: row.otherNames,
    // Cards show the beginning of the description where there is no summary.
    summary: row.summary,
    description: row.description,
    zip: row.zip,
    phone: row.phone,
    website: row.website,
    // For search engines: no hours while temporarily closed.
    openingHours: row.closure === "temporary" ? null : hours,
    hoursText: row.hours === null && !isFinal ? row.hoursText : null,
    realRating: realRating(row),
    week: formatWeekHours(hours, dcToday(moment.now)),
    attributes: attributeList(row.attributes),
    listedNote: card.isDescribed ? null : await findListedNote(db, { placeId: card.id, origins }),
    hoursNote: oldHoursNote(origins.hours ?? origins.hoursText, moment.now),
    licensedNote: licensedNote(row.licensed, card),
    openedNote: openedNote(row.opened),
    isIndexed: row.isIndexed,
    descriptionNote: descriptionNote(card, row.descriptionSource),
    origins,
    nearby: card.position === null ? [] : await nearbyPlaces(db, { id: card.id, at: card.position }, moment),
    stations: card.position === null ? [] : await nearestStations(db, card.position),
    updatedAt: row.updatedAt,
  };
}

/** Whose text the description is. Served by the key of place_facts. */
const descriptionSource = sql<string | null>`(select said.source_id from place_facts said
        where said.place_id = ${places.id} and said.field = 'description')`;

/** Whether another open place in the neighborhood has the same name. Served by places_by_neighborhood. */
const hasNamesake = sql<boolean>`exists (select from places other where other.neighborhood_slug = ${places.neighborhoodSlug}
  and other.id <> ${places.id} and other.status = 'published' and lower(other.name) = lower(${places.name}))`;

/** The value of one fact of a place. Served by the key of place_facts. */
function factValue(field: FactField) {
  return sql<unknown>`(select held.value from place_facts held where held.place_id = ${places.id} and held.field = ${field})`;
}

function descriptionNote({ isDescribed }: { isDescribed: boolean }, source: string | null): string {
  if (!isDescribed) return "The type and the neighborhood are ours. We haven’t visited.";
  return DESCRIPTION_NOTES.get(source) ?? "The description is by our editors.";
}
/** Facts without a column, which the page shows in a sentence. */
const NOTED_FACTS = {
  works: factValue("closedForWorks"),
  licensed: factValue("licensed"),
  opened: factValue("opened"),
};

/** Who wrote the description, by its source. */
const DESCRIPTION_NOTES = new Map<string | null, string>([
  ["business-owner", "The description is by the business."],
  ["business-submission", "The description was submitted to us and checked by an editor."],
]);

/**
 * "In the District’s liquor license register of Feb 28, 2025, not confirmed since." The source of the name is the register
 * that says the place exists; its other facts may have others.
 */
async function findListedNote(
  db: Database,
  { placeId, origins }: { placeId: number; origins: PlacePage["origins"] },
): Promise<string | null> {
  const [named] = await db
    .select({ title: sources.title, register: sources.register, checkedOn: placeFacts.checkedOn })
    .from(placeFacts)
    .innerJoin(sources, eq(sources.id, placeFacts.sourceId))
    .where(and(eq(placeFacts.placeId, placeId), eq(placeFacts.field, "name")));
  if (named === undefined) return null;
  const confirmed = Object.values(origins)
    .map(confirmationOf)
    .find((text) => text !== null);
  return listedNote({ ...named, confirmed: confirmed ?? null });
}

/** Says why a place is closed for now, where a source says so. */
function withWorks(
  notice: PlacePage["closure"],
  row: { closure: Closure | null; isClosedByOwner: boolean; works: unknown },
): PlacePage["closure"] {
  const { data: works } = ClosedForWorksSchema.nullable().safeParse(row.works);
  if (notice === null || works == null || row.closure !== "temporary" || row.isClosedByOwner) return notice;
  return { ...notice, title: "Closed for renovation", text: works.note };
}

function licensedNote(value: unknown, place: { type: string }): string | null {
  const { data } = LicensedSchema.nullable().safeParse(value);
  return data === undefined || data === null ? null : formatLicensed(data, place);
}

function openedNote(value: unknown): string | null {
  const { data } = OpenedSchema.nullable().safeParse(value);
  return data === undefined || data === null ? null : formatOpened(data);
}

function attributeList(attributes: Attributes): PlacePage["attributes"] {
  return ATTRIBUTE_KEYS.map((key) => ({ key, label: ATTRIBUTE_LABELS[key], value: attributes[key] ?? null }));
}

async function nearbyPlaces(
  db: Database,
  input: { id: number; at: Point },
  moment: PageContext,
): Promise<PlacePage["nearby"]> {
  // Limits the search to a box first, so that distances are computed for few places.
  const lat = NEARBY_METERS_MAX / 111_195;
  const lng = lat / Math.cos((input.at.lat * Math.PI) / 180);
  const boxed = await db
    .select({ id: places.id, lat: places.lat, lng: places.lng })
    .from(places)
    .where(
      and(
        eq(places.status, "published"),
        ne(places.id, input.id),
        gt(places.lat, input.at.lat - lat),
        lt(places.lat, input.at.lat + lat),
        gt(places.lng, input.at.lng - lng),
        lt(places.lng, input.at.lng + lng),
      ),
    )
    .orderBy(sql`point(${places.lng} * 0.778, ${places.lat}) <-> point(${input.at.lng} * 0.778, ${input.at.lat})`)
    .limit(NEARBY_PLACES);
  const cards = await placeCardsById(
    db,
    boxed.map(({ id }) => id),
    moment,
  );
  return cards.map((card) => ({
    ...card,
    walkMinutes: card.position === null ? 0 : minutesOnFoot(distanceMeters(input.at, card.position)),
  }));
}

async function nearestStations(db: Database, at: Point): Promise<MetroWalk[]> {
  const stations = await db.select().from(metroStations).orderBy(asc(metroStations.name));
  return stations
    .map((station) => ({ ...station, meters: distanceMeters(at, station) }))
    .filter(({ meters }) => meters <= METRO_WALK_METERS_MAX)
    .sort((a, b) => a.meters - b.meters)
    .slice(0, STATIONS_SHOWN)
    .map(({ slug, name, lines, meters }) => ({ slug, name, lines, minutes: minutesOnFoot(meters) }));
}

/** Links to published places with slugs similar to one that doesn't exist. Served by places_slug_similar. */
export async function findPlacesWithSimilarSlug(db: Database, slug: string): Promise<{ label: string; to: string }[]> {
  const similarity = sql<number>`similarity(${places.slug}, ${slug})`;
  const rows = await db
    .select({ slug: places.slug, name: places.name })
    .from(places)
    .where(and(eq(places.status, "published"), sql`${places.slug} % ${slug}`))
    .orderBy(sql`${similarity} desc`)
    .limit(SIMILAR_SHOWN);
  return rows.map(({ slug: to, name }) => ({ label: name, to: `/places/${to}` }));
}

/** All sources of facts, for /about. */
export async function listSources(db: Database) {
  return db.select().from(sources).orderBy(asc(sources.title));
}
