import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { neighborhoods } from "#app/db/schema/neighborhoods.ts";
import { places } from "#app/db/schema/places.ts";

import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { ATTRIBUTE_KEYS } from "#app/guide/places/place.ts";
import { demoRatings, isDemoRating, isRealRating, realRatings } from "#app/guide/places/cards/rating-columns.server.ts";
import { publishedIn } from "./category-places.server.ts";
import { FILTER_GROUPS, type CategoryCounts } from "./category-counts.ts";

/** SQL conditions on places and their ratings, never null. `mean` is the displayed rating. */
export type CategoryConditions = Record<(typeof FILTER_GROUPS)[number], SQL> & { mean: SQL };

const Count = z.coerce.number();
const Row = z.object({
  grouped: z.number(),
  type: z.string().nullable(),
  neighborhood: z.string().nullable(),
  price: z.string().nullable(),
  neighborhoods: Count,
  matched: Count,
  except_types: Count,
  except_neighborhoods: Count,
  except_prices: Count,
  except_rating: Count,
  except_open: Count,
  except_attributes: Count,
  rated: Count,
  rated_45: Count,
  rated_4: Count,
  unrated: Count,
  attributes: z.array(Count),
});

/** `grouping(type, neighborhood, price)` of each kind of row: a bit for each column that is not grouped. */
const OF_TYPE = 0b011;
const OF_NEIGHBORHOOD = 0b101;
const OF_PRICE = 0b110;

/**
 * Counts what a click on each filter would leave, in one pass over the category: each group with the filters
 * of the other groups. Served by places_by_category.
 */
export async function countCategory(
  db: Database,
  { category, tests }: { category: CategorySlug; tests: CategoryConditions },
): Promise<CategoryCounts> {
  const { rows } = z.object({ rows: z.array(Row) }).parse(await db.execute(countStatement(db, category, tests)));
  const totals = rows.find(({ grouped }) => grouped === (OF_TYPE | OF_NEIGHBORHOOD | OF_PRICE));
  if (totals === undefined) throw new Error(`Counting the places of ${category} gave no row for all of them`);
  const names = await db.select({ slug: neighborhoods.slug, name: neighborhoods.name }).from(neighborhoods);
  const nameOf = new Map(names.map(({ slug, name }) => [slug, name]));
  const countsOf = (kind: number, value: (row: z.infer<typeof Row>) => readonly [string | null, number]) =>
    rows.filter(({ grouped }) => grouped === kind).map(value);
  return {
    neighborhoods: totals.neighborhoods,
    matched: totals.matched,
    except: {
      types: totals.except_types,
      neighborhoods: totals.except_neighborhoods,
      prices: totals.except_prices,
      rating: totals.except_rating,
      openNow: totals.except_open,
      attributes: totals.except_attributes,
    },
    byType: new Map(countsOf(OF_TYPE, (row) => [row.type, row.except_types])),
    byNeighborhood: new Map(countsOf(OF_NEIGHBORHOOD, (row) => [row.neighborhood, row.except_neighborhoods])),
    byPrice: new Map(countsOf(OF_PRICE, (row) => [row.price, row.except_prices])),
    neighborhoodNames: nameOf,
    hasRated: totals.rated > 0,
    byRating: { "4.5": totals.rated_45, "4": totals.rated_4, none: totals.unrated },
    byAttribute: new Map(ATTRIBUTE_KEYS.map((key, index) => [key, totals.attributes[index] ?? 0])),
  };
}

function countStatement(db: Database, category: CategorySlug, { mean, ...tests }: CategoryConditions): SQL {
  const flagColumn = (name: (typeof FILTER_GROUPS)[number]) => sql.identifier(`is_${name}`);
  const categoryPlaces = db
    .select({
      type: places.type,
      neighborhood: places.neighborhoodSlug,
      price: places.priceRange,
      attributes: places.attributes,
      mean: mean.as("mean"),
      types: tests.types.as("is_types"),
      prices: tests.prices.as("is_prices"),
      neighborhoods: tests.neighborhoods.as("is_neighborhoods"),
      rating: tests.rating.as("is_rating"),
      openNow: tests.openNow.as("is_openNow"),
      has: tests.attributes.as("is_attributes"),
    })
    .from(places)
    .leftJoin(realRatings, isRealRating)
    .leftJoin(demoRatings, isDemoRating)
    .where(publishedIn(category));
  /** The number of places that pass all filters except one. */
  const countExcept = (except: (typeof FILTER_GROUPS)[number] | null, and: SQL = sql`true`) => {
    const parts = FILTER_GROUPS.filter((name) => name !== except).map(flagColumn);
    return sql`count(*) filter (where ${sql.join([...parts, and], sql` and `)})`;
  };
  const attributes = ATTRIBUTE_KEYS.map((key) => countExcept(null, sql`attributes ->> ${key}::text = 'true'`));
  return sql`
    with category_places (type, neighborhood, price, attributes, mean, ${sql.join(FILTER_GROUPS.map(flagColumn), sql`, `)}) as
      (${categoryPlaces})
    select grouping(type, neighborhood, price) as grouped, type, neighborhood, price,
      count(distinct neighborhood) as neighborhoods,
      ${countExcept(null)} as matched,
      ${countExcept("types")} as except_types,
      ${countExcept("neighborhoods")} as except_neighborhoods,
      ${countExcept("prices")} as except_prices,
      ${countExcept("rating")} as except_rating,
      ${countExcept("openNow")} as except_open,
      ${countExcept("attributes")} as except_attributes,
      ${countExcept("rating", sql`mean is not null`)} as rated,
      ${countExcept("rating", sql`mean >= 4.5`)} as rated_45,
      ${countExcept("rating", sql`mean >= 4`)} as rated_4,
      ${countExcept("rating", sql`mean is null`)} as unrated,
      array[${sql.join(attributes, sql`, `)}]::integer[] as attributes
    from category_places
    group by grouping sets ((type), (neighborhood), (price), ())`;
}
