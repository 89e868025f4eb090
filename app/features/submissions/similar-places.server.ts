import { and, eq, max, min, ne, sql, type SQL } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { places } from "#app/db/schema/places.ts";
import type { Bounds } from "#app/features/map/bounds.ts";
import type { Point, Quadrant } from "#app/features/places/place.ts";
import { quadrantOf } from "#app/features/places/quadrant.ts";
import { slugOf } from "#app/lib/slug.ts";

import { type Comparable, LIKELY_MIN, likeness, SURE_MIN } from "./likeness.ts";
import type { QuadrantHint, SimilarPlace } from "./submission.ts";

/** Of each way to look; what is compared at all stays small whatever is typed. */
const CANDIDATES_MAX = 25;
const SIMILAR_SHOWN = 5;

/** How a degree east compares to one north in Washington; the index has it too. */
const LNG_SCALE = 0.778;

/**
 * Places that may be the one that somebody submits, the likeliest first; closed ones too, for they may have opened again.
 * Served by places_slug_similar, places_by_phone and places_by_point.
 */
export async function similarPlaces(db: Database, asked: Comparable): Promise<SimilarPlace[]> {
  const slug = slugOf(asked.name);
  const likeSlug = sql<number>`similarity(${places.slug}, ${slug})`;
  const found = [
    ...(slug.length < 2 ? [] : await candidates(db, sql`${places.slug} % ${slug}`, sql`${likeSlug} desc`)),
    ...(asked.phone === null ? [] : await candidates(db, eq(places.phone, asked.phone), sql`${places.id}`)),
    ...(asked.position === null ? [] : await nearest(db, asked.position)),
  ];
  const byId = new Map(found.map((place) => [place.id, place]));
  return [...byId.values()]
    .map((place) => ({ place, score: likeness(asked, comparable(place)) }))
    .filter(({ score }) => score >= LIKELY_MIN)
    .sort((a, b) => b.score - a.score || a.place.id - b.place.id)
    .slice(0, SIMILAR_SHOWN)
    .map(({ place: { slug: to, name, street, quadrant, type, status }, score }) => ({
      slug: to,
      name,
      type,
      address: street === null ? null : [street, quadrant].filter((part) => part !== null).join(" "),
      isClosed: status === "closed",
      isSure: score >= SURE_MIN,
    }));
}

type PlaceRow = typeof places.$inferSelect;

function comparable({ name, street, quadrant, lat, lng, phone, website }: PlaceRow): Comparable {
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

/** The nearest of those that are listed; likeness then asks how far. */
function nearest(db: Database, { lat, lng }: Point): Promise<PlaceRow[]> {
  return db
    .select()
    .from(places)
    .where(eq(places.status, "published"))
    .orderBy(sql`point(${places.lng} * 0.778, ${places.lat}) <-> point(${lng * LNG_SCALE}, ${lat})`)
    .limit(CANDIDATES_MAX);
}

/** Places of a ZIP code in one quadrant, from which on its share means something. */
const QUADRANT_PLACES_MIN = 3;

/** Of the places of a ZIP code so many must lie in one quadrant to suggest it. */
const QUADRANT_SHARE_MIN = 0.9;

/** Which quadrant an address most likely has, and why. By the pin if there is one, else by what is listed in the ZIP code. */
export async function suggestQuadrant(
  db: Database,
  { zip, position }: { zip: string | null; position: Point | null },
): Promise<QuadrantHint> {
  if (position !== null) {
    const quadrant = quadrantOf(position);
    return quadrant === null ? null : { quadrant, why: `the pin lies ${SIDES[quadrant]} of the Capitol` };
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
  return { quadrant: most.quadrant, why: `${share} places that we list in ${zip} are there` };
}

/** Where the places lie that are listed in a ZIP code, so that a pin needn't be looked for in the whole District. */
export async function boxOfZip(db: Database, zip: string | null): Promise<Bounds | null> {
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
