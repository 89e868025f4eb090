import { and, asc, desc, eq, gt, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import {
  demoRatings,
  isDemoRating,
  isRealRating,
  ratingColumns,
  realRatings,
} from "#app/features/places/rating-columns.server.ts";
import { csvText } from "#app/lib/csv.ts";
import { pageNumber } from "#app/lib/page-number.ts";

import { type BoundedCount, boundedCount, containing, searchedWords } from "./bounded-count.server.ts";
import { readWithout } from "./columns.ts";
import {
  CONTENT_PAGE_MAX,
  type ListedPlace,
  PLACE_COLUMNS,
  PLACE_ORDERS,
  PLACE_STATUSES,
  type PlacesAsked,
  ROWS_PER_PAGE,
} from "./content.ts";
import { meanStars } from "./overview.server.ts";

const SLUG_CHARACTERS_MAX = 80;

const Asked = z.object({
  q: z.string().catch("").transform(searchedWords),
  category: z.enum(["all", ...CATEGORY_SLUGS]).catch("all"),
  neighborhood: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(SLUG_CHARACTERS_MAX)
    .catch("all"),
  price: z.enum(["all", "$", "$$", "$$$", "$$$$", "Free", "N/A"]).catch("all"),
  status: z.enum(PLACE_STATUSES).catch("all"),
  sort: z.enum(PLACE_ORDERS).catch("newest"),
});

/** Whatever an address says that means nothing is as if it weren't there. */
export function readPlacesAsked(search: URLSearchParams): PlacesAsked {
  return {
    ...Asked.parse(Object.fromEntries(search)),
    without: readWithout(search, PLACE_COLUMNS),
    page: Math.min(pageNumber(search.get("page")), CONTENT_PAGE_MAX),
  };
}

/** One page of places, whatever their state; those that lead to another listing are no places any more. */
export async function listPlaces(
  db: Database,
  asked: PlacesAsked,
): Promise<{ rows: ListedPlace[]; total: BoundedCount; pageCount: number }> {
  const where = whereOf(asked);
  const total = await boundedCount(db, places, where);
  // The ids first: what a row shows is looked up for a page of them, and not for all that are sorted.
  const ids = await pageOfIds(db, asked, where);
  const rows = await readRows(db, sql`${places.id} = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    total,
    pageCount: Math.max(1, Math.ceil(total.count / ROWS_PER_PAGE)),
  };
}

async function pageOfIds(db: Database, { sort, status, page }: PlacesAsked, where: SQL | undefined): Promise<number[]> {
  const [limit, offset] = [ROWS_PER_PAGE, (page - 1) * ROWS_PER_PAGE];
  const { id } = places;
  if (sort === "rating") {
    const rated = db.select({ id }).from(places);
    // Of listed ones the index has the order already; what isn't listed has no weight and comes last.
    const joined =
      status === "listed"
        ? rated.innerJoin(placeSearch, eq(placeSearch.placeId, id))
        : rated.leftJoin(placeSearch, eq(placeSearch.placeId, id));
    const rows = await joined
      .where(where)
      .orderBy(
        status === "listed" ? desc(placeSearch.rating) : sql`${placeSearch.rating} desc nulls last`,
        asc(status === "listed" ? placeSearch.placeId : id),
      )
      .limit(limit)
      .offset(offset);
    return rows.map((row) => row.id);
  }
  const rows = await db
    .select({ id })
    .from(places)
    .where(where)
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** Words are served by places_by_words. */
function whereOf({ q, category, neighborhood, price, status }: PlacesAsked): SQL | undefined {
  const ofStatus: Record<PlacesAsked["status"], SQL | undefined> = {
    all: ne(places.status, "removed"),
    listed: eq(places.status, "published"),
    closed: eq(places.status, "closed"),
    deleted: isNotNull(places.deletedAt),
  };
  return and(
    ofStatus[status],
    q === "" ? undefined : sql`lower(${places.name} || ' ' || ${places.slug}) like ${containing(q)}`,
    category === "all" ? undefined : eq(places.categorySlug, category),
    neighborhood === "all" ? undefined : eq(places.neighborhoodSlug, neighborhood),
    price === "all" ? undefined : sql`${places.priceRange} = ${price}`,
  );
}

/** Served by places_by_creation, places_by_name and places_by_update. */
const ORDERS: Record<Exclude<PlacesAsked["sort"], "rating">, SQL[]> = {
  newest: [desc(places.createdAt), desc(places.id)],
  oldest: [asc(places.createdAt), asc(places.id)],
  name: [sql`lower(${places.name})`, asc(places.id)],
  "name-back": [sql`lower(${places.name}) desc`, desc(places.id)],
  changed: [desc(places.updatedAt), desc(places.id)],
};

async function readRows(db: Database, where: SQL | undefined, limit = ROWS_PER_PAGE): Promise<ListedPlace[]> {
  const rows = await db
    .select({ place: places, neighborhood: neighborhoods.name, ...ratingColumns })
    .from(places)
    .innerJoin(neighborhoods, eq(neighborhoods.slug, places.neighborhoodSlug))
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(where)
    .orderBy(asc(places.id))
    .limit(limit);
  return rows.map(({ place, neighborhood, realCount, realSum, demoCount, demoSum }) => ({
    id: place.id,
    slug: place.slug,
    name: place.name,
    neighborhood,
    category: CATEGORY_NAMES[place.categorySlug],
    type: place.type,
    priceRange: place.priceRange,
    rating: meanStars((realSum ?? 0) + (demoSum ?? 0), (realCount ?? 0) + (demoCount ?? 0)),
    status: place.deletedAt !== null ? "deleted" : place.status === "published" ? "listed" : "closed",
    changedAt: place.updatedAt.toISOString(),
    changedLabel: day.format(place.updatedAt),
  }));
}

/** Rows that are in memory at once. */
const ROWS_PER_PART = 500;

/** All that the page shows with the same search, in the order of their ids. */
export async function* placesCsv(db: Database, asked: PlacesAsked): AsyncGenerator<string> {
  yield csvText([
    ["id", "slug", "name", "neighborhood", "category", "type", "price_range", "rating", "status", "changed_at"],
  ]);
  const where = whereOf(asked);
  let after = 0;
  for (;;) {
    const rows = await readRows(db, and(where, gt(places.id, after)), ROWS_PER_PART);
    yield csvText(
      rows.map((row) => [
        row.id,
        row.slug,
        row.name,
        row.neighborhood,
        row.category,
        row.type,
        row.priceRange,
        row.rating,
        row.status,
        row.changedAt,
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PART) return;
    after = last.id;
  }
}

/** Every neighborhood by its name, to choose from. */
export async function allNeighborhoods(db: Database): Promise<{ slug: string; name: string }[]> {
  const { slug, name } = neighborhoods;
  return db.select({ slug, name }).from(neighborhoods).orderBy(asc(name));
}

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "medium" });
