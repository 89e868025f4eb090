import { type AnyColumn, and, asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/pg-core";

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
  const rows = await selectNeighborhoods(db, moment, {})
    .where(slugs === undefined ? undefined : inArray(neighborhoods.slug, [...slugs]))
    .orderBy(sql`${neighborhoods.rank} nulls last`, byName);
  return rows.map(toCard);
}

/** The names of the eight neighborhoods in the header menu. */
export async function listFeaturedNeighborhoods(db: Database): Promise<{ slug: string; name: string }[]> {
  return db
    .select({ slug: neighborhoods.slug, name: neighborhoods.name })
    .from(neighborhoods)
    .where(sql`${neighborhoods.rank} is not null`)
    .orderBy(neighborhoods.rank);
}

/**
 * The select of neighborhoods with their counts, for `toCard`, with further columns of theirs. A guide counts only for its own
 * neighborhood. Served by places_by_neighborhood and posts_by_neighborhood.
 */
function selectNeighborhoods<More extends SelectedFields>(db: Database, moment: PageContext, more: More) {
  const isIn = (column: AnyColumn) => eq(column, neighborhoods.slug);
  return db
    .select({
      ...cardColumns,
      placeCount: sql<number>`place_counts.places`,
      describedCount: sql<number>`place_counts.described`,
      guideCount: sql<number>`guide_counts.guides`,
      ...more,
    })
    .from(neighborhoods)
    .innerJoin(
      sql`lateral (select ${placeCounts.placeCount} as places, ${placeCounts.describedCount} as described from ${places}
        where ${and(eq(places.status, "published"), isIn(places.neighborhoodSlug))}) as place_counts`,
      sql`true`,
    )
    .innerJoin(
      sql`lateral (select count(*)::int as guides from ${posts}
        where ${and(isGuideVisible(moment), isIn(posts.neighborhoodSlug))}) as guide_counts`,
      sql`true`,
    );
}

function toCard(row: Omit<NeighborhoodCardData, "plan">): NeighborhoodCardData {
  const { slug, name, kind, summary, quadrants, placeCount, describedCount, guideCount } = row;
  return {
    slug,
    name,
    kind,
    summary,
    quadrants,
    placeCount,
    describedCount,
    guideCount,
    plan: { day: streetPlanPath(slug, "day"), night: streetPlanPath(slug, "night") },
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
  const [row] = await selectNeighborhoods(db, moment, getTableColumns(neighborhoods)).where(
    eq(neighborhoods.slug, slug),
  );
  if (row === undefined) return null;
  moment.page.tags.add(`neighborhood:${slug}`).add("places");
  const center = { lat: row.centerLat, lng: row.centerLng };
  const featured = await featuredPlaces(db, slug, moment);
  const card = toCard(row);
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
