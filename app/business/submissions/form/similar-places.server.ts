import { and, eq, max, min, ne, sql, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import type { Bounds } from "#app/guide/map/base/bounds.ts";
import type { Point, Quadrant } from "#app/guide/places/place.ts";
import { quadrantOf } from "#app/guide/places/facts/quadrant.ts";
import { slugify } from "#app/lib/slug.ts";

import { type ComparablePlace, LIKELY_MATCH_MIN, placeSimilarity, SURE_MATCH_MIN } from "./place-similarity.ts";
import type { QuadrantHint, SimilarPlace } from "../submission.ts";

/** Per query (name, phone, nearest), so that few places are compared whatever is typed. */
const CANDIDATES_MAX = 25;
const SIMILAR_SHOWN = 5;

/** The length of a degree of longitude relative to latitude in Washington. The index uses the same factor. */
const LNG_SCALE = 0.778;

/**
 * Listed places that could be the submitted one, likeliest first. Includes closed places, which can have reopened.
 * Served by places_slug_similar, places_by_phone and places_by_point.
 */
export async function findSimilarPlaces(db: Database, submitted: ComparablePlace): Promise<SimilarPlace[]> {
  const slug = slugify(submitted.name);
  const likeSlug = sql<number>`similarity(${places.slug}, ${slug})`;
  const found = [
    ...(slug.length < 2 ? [] : await candidates(db, sql`${places.slug} % ${slug}`, sql`${likeSlug} desc`)),
    ...(submitted.phone === null ? [] : await candidates(db, eq(places.phone, submitted.phone), sql`${places.id}`)),
    ...(submitted.position === null ? [] : await nearest(db, submitted.position)),
  ];
  const byId = new Map(found.map((place) => [place.id, place]));
  return [...byId.values()]
    .map((place) => ({ place, score: placeSimilarity(submitted, comparable(place)) }))
    .filter(({ score }) => score >= LIKELY_MATCH_MIN)
    .sort((a, b) => b.score - a.score || a.place.id - b.place.id)
    .slice(0, SIMILAR_SHOWN)
    .map(({ place: { slug: to, name, street, quadrant, type, status }, score }) => ({
      slug: to,
      name,
      type,
      address: street === null ? null : [street, quadrant].filter((part) => part !== null).join(" "),
      isClosed: status === "closed",
      isSure: score >= SURE_MATCH_MIN,
    }));
}

type PlaceRow = typeof places.$inferSelect;

function comparable({ name, street, quadrant, lat, lng, phone, website }: PlaceRow): ComparablePlace {
  return { name, street, quadrant, phone, website, position: lat === null || lng === null ? null : { lat, lng } };
}

function candidates(db: Database, where: SQL, order: SQL): Promise<PlaceRow[]> {
  return db
    .select()
    .from(places)
    .where(and(ne(places.status, "removed"), where))
    .orderBy(order)
    .limit(CANDIDATES_MAX);
}

/** The nearest listed places. The comparison then checks the distance. */
function nearest(db: Database, { lat, lng }: Point): Promise<PlaceRow[]> {
  return db
    .select()
    .from(places)
    .where(eq(places.status, "published"))
    .orderBy(sql`point(${places.lng} * 0.778, ${places.lat}) <-> point(${lng * LNG_SCALE}, ${lat})`)
    .limit(CANDIDATES_MAX);
}

/** The fewest places in a ZIP code's quadrant for a suggestion. */
const QUADRANT_PLACES_MIN = 3;

/** The share of a ZIP code's places that must be in one quadrant for a suggestion. */
const QUADRANT_SHARE_MIN = 0.9;

/** The likely quadrant of an address and the reason: from the pin if there is one, otherwise from places in the ZIP code. */
export async function suggestQuadrant(
  db: Database,
  { zip, position }: { zip: string | null; position: Point | null },
): Promise<QuadrantHint> {
  if (position !== null) {
    const quadrant = quadrantOf(position);
    return quadrant === null ? null : { quadrant, why: `the pin is ${SIDES[quadrant]} of the Capitol` };
  }
  if (zip === null) return null;
  // Served by places_by_zip.
  const counts = await db
    .select({ quadrant: places.quadrant, count: sql<number>`count(*)::integer` })
    .from(places)
    .where(and(eq(places.zip, zip), eq(places.status, "published")))
    .groupBy(places.quadrant);
  const known = counts.flatMap(({ quadrant, count }) => (quadrant === null ? [] : [{ quadrant, count }]));
  const total = known.reduce((sum, { count }) => sum + count, 0);
  const [most] = known.sort((a, b) => b.count - a.count);
  if (most === undefined || most.count < QUADRANT_PLACES_MIN || most.count < total * QUADRANT_SHARE_MIN) return null;
  const share = most.count === total ? `all ${total}` : `${most.count} of ${total}`;
  return { quadrant: most.quadrant, why: `${share} places we list in ${zip} are there` };
}

/** The bounds of the places in a ZIP code, where the pin map starts. */
export async function findZipBounds(db: Database, zip: string | null): Promise<Bounds | null> {
  if (zip === null) return null;
  // Served by places_by_zip.
  const [box] = await db
    .select({ west: min(places.lng), south: min(places.lat), east: max(places.lng), north: max(places.lat) })
    .from(places)
    .where(and(eq(places.zip, zip), eq(places.status, "published")));
  const { west = null, south = null, east = null, north = null } = box ?? {};
  return west === null || south === null || east === null || north === null ? null : { west, south, east, north };
}

const SIDES: Record<Quadrant, string> = { NW: "northwest", NE: "northeast", SW: "southwest", SE: "southeast" };
