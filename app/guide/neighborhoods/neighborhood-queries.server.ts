import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { posts } from "#app/db/schema/guides.ts";
import { neighborhoods, neighborhoodStations } from "#app/db/schema/neighborhoods.ts";
import { metroStations, places } from "#app/db/schema/places.ts";
import { listGuideCards, listGuidePage, isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import { streetPlanPath } from "#illustrations/picture-url.ts";
import { type StreetPlan, streetPlanPoint } from "#illustrations/houses/street-plan.ts";
import { placeCards } from "#app/guide/places/cards/place-cards.server.ts";
import { isDescribed, placeCounts } from "#app/guide/places/facts/listing-depth.server.ts";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { distanceMeters, minutesOnFoot } from "#app/lib/geo.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

import {
  NEIGHBORHOOD_PLACES_PER_PAGE,
  type NeighborhoodCardData,
  type NeighborhoodGuidesPage,
  type NeighborhoodPage,
} from "./neighborhood.ts";

const FEATURED_PLACES = 4;
const GUIDES_SHOWN = 12;

/** Nobody pages through more places by name. Search finds the others. */
const PLACES_LISTED_MAX = 1_000;
const SIMILAR_SHOWN = 5;

const cardColumns = {
  slug: neighborhoods.slug,
  name: neighborhoods.name,
  kind: neighborhoods.kind,
  summary: neighborhoods.summary,
  quadrants: neighborhoods.quadrants,
  rank: neighborhoods.rank,
};

/** Lower case, because the order of upper case depends on the database's collation. */
const byName = sql`lower(${neighborhoods.name})`;

/**
 * Neighborhoods with their counts: the eight from the specification in order, then the others by name.
 *
 * @param slugs Limits the list; without it all neighborhoods.
 */
export async function listNeighborhoods(
  db: Database,
  moment: PageContext,
  slugs?: readonly string[],
): Promise<NeighborhoodCardData[]> {
  moment.page.tags.add("neighborhoods").add("places").add("guides");
  const rows = await db
    .select(cardColumns)
    .from(neighborhoods)
    .where(slugs === undefined ? undefined : inArray(neighborhoods.slug, [...slugs]))
    .orderBy(sql`${neighborhoods.rank} nulls last`, byName);
  const slugsToCount = rows.map(({ slug }) => slug);
  const counts = await countsOf(db, slugsToCount, moment);
  return rows.map((row) => toCard(row, counts));
}

/** The names of the eight neighborhoods in the header menu. */
export async function listFeaturedNeighborhoods(db: Database): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(sql`${neighborhoods.rank} is not null`)
    .orderBy(neighborhoods.rank);
}

type PlaceCounts = { placeCount: number; describedCount: number };
type Counts = { places: Map<string, PlaceCounts>; guides: Map<string, number> };

/** A guide counts only for its own neighborhood. Served by places_by_neighborhood. */
async function countsOf(db: Database, slugs: string[], moment: PageContext): Promise<Counts> {
  const placeRows = await db
    .select({ slug: places.neighborhoodSlug, ...placeCounts })
    .from(places)
    .where(and(eq(places.status, "published"), inArray(places.neighborhoodSlug, slugs)))
    .groupBy(places.neighborhoodSlug);
  const guideRows = await db
    .select({ slug: sql<string>`${posts.neighborhoodSlug}`, count: sql<number>`count(*)::int` })
    .from(posts)
    .where(and(isGuideVisible(moment), inArray(posts.neighborhoodSlug, slugs)))
    .groupBy(posts.neighborhoodSlug);
  return {
    places: new Map(placeRows.map(({ slug, ...counts }) => [slug, counts])),
    guides: new Map(guideRows.map(({ slug, count }) => [slug, count])),
  };
}

function toCard(
  row: { [Column in keyof Omit<typeof cardColumns, "rank">]: (typeof neighborhoods.$inferSelect)[Column] },
  counts: Counts,
): NeighborhoodCardData {
  return {
    slug: row.slug,
    name: row.name,
    kind: row.kind,
    summary: row.summary,
    quadrants: row.quadrants,
    ...(counts.places.get(row.slug) ?? { placeCount: 0, describedCount: 0 }),
    guideCount: counts.guides.get(row.slug) ?? 0,
    plan: { day: streetPlanPath(row.slug, "day"), night: streetPlanPath(row.slug, "night") },
  };
}

/**
 * Everything on a neighborhood's page, with one page of its places; null if it doesn't exist. `listedMax` is lowered in
 * tests.
 */
export async function findNeighborhoodPage(
  db: Database,
  { slug, page = 1, listedMax = PLACES_LISTED_MAX }: { slug: string; page?: number; listedMax?: number },
  moment: PageContext,
): Promise<NeighborhoodPage | null> {
  const [row] = await db.select().from(neighborhoods).where(eq(neighborhoods.slug, slug));
  if (row === undefined) return null;
  moment.page.tags.add(`neighborhood:${slug}`).add("places");
  const center = { lat: row.centerLat, lng: row.centerLng };
  const featured = await featuredPlaces(db, slug, moment);
  const card = toCard(row, await countsOf(db, [slug], moment));
  return {
    ...card,
    paragraphs: row.description.split(/\n{2,}|\n(?=\S)/).map((text) => text.trim()),
    special: row.special,
    aka: row.aka,
    center,
    confidence: row.confidence,
    stations: await stationsOf(db, slug, center),
    featured,
    pins: featured.map((place) => pinOn(row.streetPlan, place)),
    places: await placesPage(db, { slug, page, total: card.placeCount, listedMax }, moment),
    guides: await listGuideCards(db, { where: eq(posts.neighborhoodSlug, slug), limit: GUIDES_SHOWN }, moment),
    neighbors: await namesOf(db, row.neighbors),
  };
}

/** One page of a neighborhood's guides; null if it doesn't exist. */
export async function findNeighborhoodGuides(
  db: Database,
  { slug, page }: { slug: string; page: number },
  moment: PageContext,
): Promise<NeighborhoodGuidesPage | null> {
  const [neighborhood] = await namesOf(db, [slug]);
  if (neighborhood === undefined) return null;
  moment.page.tags.add(`neighborhood:${slug}`);
  return {
    ...neighborhood,
    guides: await listGuidePage(db, { where: eq(posts.neighborhoodSlug, slug), page }, moment),
  };
}

/** Served by places_by_neighborhood. */
async function placesPage(
  db: Database,
  { slug, page, total, listedMax }: { slug: string; page: number; total: number; listedMax: number },
  moment: PageContext,
): Promise<NeighborhoodPage["places"]> {
  const listed = Math.min(total, listedMax);
  const pageCount = Math.max(1, Math.ceil(listed / NEIGHBORHOOD_PLACES_PER_PAGE));
  const offset = (page - 1) * NEIGHBORHOOD_PLACES_PER_PAGE;
  const limit = Math.min(NEIGHBORHOOD_PLACES_PER_PAGE, listed - offset);
  const where = eq(places.neighborhoodSlug, slug);
  const items = limit <= 0 ? [] : await placeCards(db, { where, orderBy: PLACES_BY_NAME, limit, offset }, moment);
  return { items, total, page, pageCount, listed };
}

/** Described places before listed ones, each by name. Lower case, as above. The id separates equal names, so that each is on exactly one page. */
const PLACES_BY_NAME = [desc(isDescribed), sql`lower(unaccent(${places.name}))`, asc(places.id)];

/** The editors' four in order. Without any, nothing is featured. */
async function featuredPlaces(db: Database, slug: string, moment: PageContext) {
  return placeCards(
    db,
    {
      where: and(eq(places.neighborhoodSlug, slug), sql`${places.featuredRank} is not null`),
      orderBy: [asc(places.featuredRank)],
      limit: FEATURED_PLACES,
    },
    moment,
  );
}

async function stationsOf(
  db: Database,
  slug: string,
  center: { lat: number; lng: number },
): Promise<NeighborhoodPage["stations"]> {
  const rows = await db
    .select({ station: metroStations, inside: neighborhoodStations.inside })
    .from(neighborhoodStations)
    .innerJoin(metroStations, eq(metroStations.slug, neighborhoodStations.stationSlug))
    .where(eq(neighborhoodStations.neighborhoodSlug, slug))
    .orderBy(neighborhoodStations.position);
  const listed = rows.length > 0 ? rows : [{ station: await nearestStation(db, center), inside: false }];
  return listed.map(({ station, inside }) => ({
    slug: station.slug,
    name: station.name,
    lines: station.lines,
    minutes: minutesOnFoot(distanceMeters(center, station)),
    inside,
  }));
}

/** Some neighborhoods (Georgetown for one) have no station nearby. Visitors still want the nearest. */
async function nearestStation(db: Database, center: { lat: number; lng: number }) {
  const stations = await db.select().from(metroStations);
  const [nearest] = stations.toSorted((a, b) => distanceMeters(center, a) - distanceMeters(center, b));
  if (nearest === undefined) throw new Error("The database has no Metro stations: the seed data was never loaded");
  return nearest;
}

function pinOn(plan: StreetPlan, place: PlaceCardData): { x: number; y: number } | null {
  if (place.position === null) return null;
  const { x, y } = streetPlanPoint(plan, place.position);
  return x >= 0 && x <= 1000 && y >= 0 && y <= 1000 ? { x, y } : null;
}

async function namesOf(db: Database, slugs: string[]): Promise<{ slug: string; name: string }[]> {
  if (slugs.length === 0) return [];
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(inArray(neighborhoods.slug, slugs))
    .orderBy(byName);
}

/** Links to the neighborhoods with the most similar slugs. */
export async function findSimilarNeighborhoods(db: Database, slug: string): Promise<{ label: string; to: string }[]> {
  const score = sql<number>`similarity(${neighborhoods.slug}, ${slug})`;
  const rows = await db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(sql`${neighborhoods.slug} % ${slug}`)
    .orderBy(sql`${score} desc`)
    .limit(SIMILAR_SHOWN);
  return rows.map(({ slug: to, name }) => ({ label: name, to: `/neighborhood/${to}` }));
}
