import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { categories, places } from "#app/db/schema/places.ts";
import { placeSearch } from "#app/db/schema/search.ts";
import { CATEGORY_SECTIONS, CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import { phoneLabel } from "#app/guide/places/facts/contact-links.ts";
import { typeSlug } from "#app/guide/places/filters/filter-places.ts";
import { isWholeWeek } from "#app/guide/places/hours/opening-hours.ts";

import { brandType } from "../query/brands.ts";
import { CLOSEST_TYPES } from "./closest-types.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import type { Condition } from "../query/query-conditions.ts";
import { conditionTsquery } from "../query/query-tsquery.server.ts";
import { normalizePhrase } from "../query/query-words.ts";
import type { SearchHelp } from "../page/search-request.ts";

/** Two rows of chips. */
const KINDS_SHOWN = 8;

/** Places read to count the kinds of a category. The District has fewer in any of them; a million places may not. */
const COUNTED_MAX = 5_000;

/** Parks and embassies are in a category for want of another. Who looks for a cobbler doesn't mean them. */
const KINDS_APART = Object.values(CATEGORY_SECTIONS).flatMap(({ types }) => types);

const HOSPITALS_READ_MAX = 50;

/**
 * What else helps: when it may be urgent, the hospitals that never close; where nothing matches, the kinds that come
 * closest. One statement; none for other results.
 *
 * @param hasFound A place matches, or would if something was removed from the query.
 */
export async function searchHelp(
  db: Database,
  query: ParsedQuery,
  { hasFound }: { hasFound: boolean },
): Promise<SearchHelp | null> {
  if (isUrgent(query)) return findHospitals(db);
  return hasFound ? null : closestKinds(db, query);
}

/** The form for a place that isn't listed, with its type or, if the query may be a name, its name. */
export function addPlaceHref({ typed, freeText, conditions }: ParsedQuery): string {
  const [first] = conditions;
  const mayBeName = first === undefined || (freeText !== "" && /\p{Lu}/u.test(typed));
  if (mayBeName) return `/submit?${new URLSearchParams({ name: typed })}`;
  const type = first.condition.kind === "type" && freeText === "" ? first.condition.types[0] : undefined;
  return type === undefined ? "/submit" : `/submit?${new URLSearchParams({ type })}`;
}

const FEW_PLACES = ["one place", "two places", "three places"];

/**
 * Says that the list is short, not cut: "We know of only one place for “plumber” in DC. Know another?" Null with more places,
 * or if the query asks for more than a kind.
 *
 * @param knownCount The places that are known to be of the kind.
 */
export function fewPlacesNote({ typed, freeText, conditions }: ParsedQuery, knownCount: number): string | null {
  const isKindAlone = freeText === "" && conditions.every(({ condition }) => condition.kind === "type");
  const few = FEW_PLACES[knownCount - 1];
  return isKindAlone && few !== undefined ? `We know of only ${few} for “${typed}” in DC. Know another?` : null;
}

const URGENT_WORDS = /\b(?:urgent care|urgent|emergency|er|emergency room|walk in clinic)\b/;
const URGENT_TYPES = new Set(["Urgent care", "Hospital", "Clinic", "Health center"]);

/** Whether somebody may need a doctor now. An emergency plumber is another matter. */
export function isUrgent({ typed, conditions }: ParsedQuery): boolean {
  const isMedical = (condition: Condition) =>
    (condition.kind !== "type" || condition.types.some((type) => URGENT_TYPES.has(type))) &&
    (condition.kind !== "category" || condition.category === "health");
  return URGENT_WORDS.test(normalizePhrase(typed)) && conditions.every(({ condition }) => isMedical(condition));
}

/** Served by places_by_category. */
async function findHospitals(db: Database): Promise<SearchHelp> {
  const rows = await db
    .select({ slug: places.slug, name: places.name, summary: places.summary, phone: places.phone, hours: places.hours })
    .from(places)
    .where(
      and(
        eq(places.categorySlug, "health"),
        eq(places.type, "Hospital"),
        eq(places.status, "published"),
        isNull(places.closure),
      ),
    )
    .orderBy(places.name)
    .limit(HOSPITALS_READ_MAX);
  const open = rows.flatMap(({ slug, name, summary, phone, hours }) =>
    phone !== null && hours !== null && isWholeWeek(hours.weekly)
      ? [{ slug, name, summary, phone: { href: `tel:${phone}`, label: phoneLabel(phone) } }]
      : [],
  );
  return { kind: "hospitals", open, otherCount: rows.length - open.length };
}

const KindRows = z.object({
  rows: z.array(
    z.object({
      category: z.enum(CATEGORY_SLUGS),
      own: z.enum(CATEGORY_SLUGS),
      type: z.string(),
      count: z.number(),
      total: z.number(),
    }),
  ),
});

/**
 * The brand's type or the types that the query names, and those that do the same errand; if no place is of them, the commonest
 * of the category. Null: the query names no kind. Served by places_by_category and, for types, by the index of words.
 */
async function closestKinds(db: Database, { conditions, freeText }: ParsedQuery): Promise<SearchHelp | null> {
  const subjects = conditions.map(({ condition }) => condition);
  const category = namedCategory(subjects);
  const named = subjects.flatMap((condition) => (condition.kind === "type" ? condition.types : []));
  const brand = brandType(freeText);
  const types = brand === null ? named : [...named, brand];
  if (category === null && types.length === 0) return null;
  const closest = [...types, ...types.flatMap((type) => CLOSEST_TYPES[type] ?? [])];
  const { rows } = KindRows.parse(
    await db.execute(sql`
      with wanted as (select coalesce(${category}::text,
        (select slug from ${categories} where sought_types ?| ${sql.param(types)}::text[] order by position limit 1),
        (select category_slug from ${placeSearch} where doc @@ ${typesTsquery(types)} limit 1)) as slug)
      select coalesce(wanted.slug, min(kinds.category_slug)) as category, kinds.category_slug as own, kinds.type, count(*)::integer as count,
        coalesce(sum(count(*)) filter (where kinds.category_slug = wanted.slug) over (), 0)::integer as total
      from wanted cross join lateral (
        (select category_slug, type from ${places} where category_slug = wanted.slug and status = 'published' limit ${COUNTED_MAX}::bigint)
        union all
        (select category_slug, type from ${placeSearch} where doc @@ ${typesTsquery(closest)} and category_slug is distinct from wanted.slug limit ${COUNTED_MAX}::bigint)
      ) as kinds
      group by wanted.slug, kinds.category_slug, kinds.type
      order by array_position(${sql.param(closest)}::text[], kinds.type), kinds.category_slug <> wanted.slug,
        kinds.type = any(${sql.param(KINDS_APART)}::text[]), count desc, kinds.type limit ${KINDS_SHOWN}::bigint`),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const near = rows.filter(({ type }) => closest.includes(type));
  const shown = near.length > 0 ? near : rows;
  const precision = first.total === COUNTED_MAX ? "at-least" : "exact";
  return {
    kind: "closest",
    category: first.category,
    total: first.total,
    precision,
    kinds: shown.map(({ own, type, count }) => ({ label: type, href: `/${own}?type=${typeSlug(type)}`, count })),
  };
}

function namedCategory(conditions: readonly Condition[]): CategorySlug | null {
  for (const condition of conditions) {
    if (condition.kind === "category") return condition.category;
    if (condition.kind === "type" && condition.namesIn !== undefined) return condition.namesIn;
  }
  return null;
}

function typesTsquery(types: string[]) {
  return conditionTsquery({ kind: "type", types, label: "", words: "" }) ?? sql`null::tsquery`;
}
