import { and, asc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";
import { placeRatings } from "#app/db/schema/reviews.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import {
  demoRatings,
  isDemoRating,
  isRealRating,
  ratingColumns,
  realRatings,
} from "#app/guide/places/cards/rating-columns.server.ts";
import { formatCsv } from "#app/lib/csv.ts";
import { formatDay } from "#app/lib/format-time.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { pickQuery, type QueryReader } from "#app/platform/route-handle.ts";

import { type BoundedCount, countUpTo, containsText, normalizeSearchText } from "./bounded-count.server.ts";
import { parseHiddenColumns } from "./columns.ts";
import {
  CONTENT_PAGE_MAX,
  type AdminPlaceRow,
  PLACE_COLUMNS,
  type PLACE_LIST_PARAMETERS,
  PLACE_ORDERS,
  PLACE_STATUSES,
  type PlaceListQuery,
  ROWS_PER_PAGE,
} from "./content.ts";
import { meanStars } from "../figures/load-overview.server.ts";

const SLUG_CHARACTERS_MAX = 80;

const QuerySchema = z.object({
  q: z.string().catch("").transform(normalizeSearchText),
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

/** Parses the query of a URL. Invalid values are ignored. */
export function parsePlaceListQuery(search: QueryReader<(typeof PLACE_LIST_PARAMETERS)[number]>): PlaceListQuery {
  return {
    ...QuerySchema.parse(pickQuery(search, ["q", "category", "neighborhood", "price", "status", "sort"])),
    without: parseHiddenColumns(search, PLACE_COLUMNS),
    page: Math.min(parsePageNumber(search.get("page")), CONTENT_PAGE_MAX),
  };
}

/** One page of places in any state, without listings that were merged into another. */
export async function listPlaces(
  db: Database,
  query: PlaceListQuery,
): Promise<{ rows: AdminPlaceRow[]; total: BoundedCount; pageCount: number }> {
  const where = placeListFilter(query);
  const total = await countUpTo(db, { table: places, where, searchText: query.q });
  // Ids first, so that details are loaded for one page and not for every sorted row.
  const ids = Ids.parse(await db.execute(placeIdsOnPage(query, where))).rows.map(({ id }) => id);
  const rows = await loadRows(db, sql`${places.id} = any(${sql.param(ids)}::bigint[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    total,
    pageCount: Math.max(1, Math.ceil(total.count / ROWS_PER_PAGE)),
  };
}

const Ids = z.object({ rows: z.array(z.object({ id: z.coerce.number() })) });

/** Exported so that a test can check its query plan. */
export function placeIdsOnPage(query: PlaceListQuery, where: SQL | undefined): SQL {
  const { sort, page } = query;
  const offset = (page - 1) * ROWS_PER_PAGE;
  if (sort === "rating") return placeIdsByRating({ where, offset });
  return sql`select ${places.id} from ${places} where ${where} order by ${ORDERS[sort]}
    limit ${ROWS_PER_PAGE} offset ${offset}`;
}

/** By the rating that the table shows, then by the number of reviews. Places without reviews come last. */
function placeIdsByRating({ where, offset }: { where: SQL | undefined; offset: number }): SQL {
  const end = offset + ROWS_PER_PAGE;
  const { placeId, starsSum, reviewCount } = placeRatings;
  // Few places of a large directory have reviews, so their ratings are read without an index.
  const rated = sql`select ${placeId} as id, round(sum(${starsSum})::numeric / sum(${reviewCount}), 1) as rating,
    sum(${reviewCount}) as reviews from ${placeRatings} where ${reviewCount} > 0 group by ${placeId}`;
  return sql`with rated as materialized (${rated})
    select id from (
      (select ${places.id}, rating, reviews, 0 as part from rated join ${places} on ${places.id} = rated.id where ${where}
        order by rating desc, reviews desc, ${places.id} limit ${end})
      union all (select ${places.id}, null, null, 1 as part from ${places}
        where ${where} and not exists (select from rated where rated.id = ${places.id}) order by ${places.id} limit ${end})
    ) listed order by part, rating desc, reviews desc, id limit ${ROWS_PER_PAGE} offset ${offset}`;
}

/**
 * Text is served by places_by_words, the filters by places_kept_by_…. Statuses are literals, because the planner uses a partial
 * index only if it sees the condition.
 */
export function placeListFilter({ q, category, neighborhood, price, status }: PlaceListQuery): SQL {
  const byStatus: Record<PlaceListQuery["status"], SQL> = {
    all: sql`${places.status} <> 'removed'`,
    listed: sql`${places.status} <> 'removed' and ${places.status} = 'published'`,
    closed: sql`${places.status} = 'closed'`,
    deleted: isNotNull(places.deletedAt),
  };
  const conditions = [
    byStatus[status],
    ...(q === "" ? [] : [containsText(sql`lower(${places.name} || ' ' || ${places.slug})`, q)]),
    ...(category === "all" ? [] : [eq(places.categorySlug, category)]),
    ...(neighborhood === "all" ? [] : [eq(places.neighborhoodSlug, neighborhood)]),
    ...(price === "all" ? [] : [sql`${places.priceRange} = ${price}`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Served by places_by_creation, places_by_name and places_by_update. */
const ORDERS: Record<Exclude<PlaceListQuery["sort"], "rating">, SQL> = {
  newest: sql`${places.createdAt} desc, ${places.id} desc`,
  oldest: sql`${places.createdAt}, ${places.id}`,
  name: sql`lower(${places.name}), ${places.id}`,
  "name-back": sql`lower(${places.name}) desc, ${places.id} desc`,
  changed: sql`${places.updatedAt} desc, ${places.id} desc`,
};

async function loadRows(db: Database, where: SQL | undefined, limit = ROWS_PER_PAGE): Promise<AdminPlaceRow[]> {
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
    reviewCount: (realCount ?? 0) + (demoCount ?? 0),
    status: place.deletedAt !== null ? "deleted" : place.status === "published" ? "listed" : "closed",
    changedAt: place.updatedAt.toISOString(),
    changedLabel: formatDay(place.updatedAt),
  }));
}

/** Rows in memory at once. */
const ROWS_PER_PART = 500;

/** All results of a search, ordered by id. */
export async function* streamPlacesCsv(db: Database, query: PlaceListQuery): AsyncGenerator<string> {
  yield formatCsv([
    [
      "id",
      "slug",
      "name",
      "neighborhood",
      "category",
      "type",
      "price_range",
      "rating",
      "reviews",
      "status",
      "changed_at",
    ],
  ]);
  const where = placeListFilter(query);
  let after = 0;
  for (;;) {
    const rows = await loadRows(db, and(where, gt(places.id, after)), ROWS_PER_PART);
    yield formatCsv(
      rows.map((row) => [
        row.id,
        row.slug,
        row.name,
        row.neighborhood,
        row.category,
        row.type,
        row.priceRange,
        row.rating,
        row.reviewCount,
        row.status,
        row.changedAt,
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PART) return;
    after = last.id;
  }
}

/** Every neighborhood, sorted by name. */
export async function listNeighborhoodOptions(db: Database): Promise<{ slug: string; name: string }[]> {
  const { slug, name } = neighborhoods;
  return db.select({ slug, name }).from(neighborhoods).orderBy(asc(name));
}
