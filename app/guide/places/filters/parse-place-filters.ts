import { SLUG_LENGTH_MAX, isSlug } from "#app/lib/slug.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";

import { ATTRIBUTE_KEYS, type Point } from "../place.ts";
import { isInDistrictBox, PRICE_FILTERS, type PlaceFilters, RATING_FILTERS } from "./place-filters.ts";

/** Nobody chooses more values in one parameter. The rest is dropped. */
export const FILTER_VALUES_MAX = 20;

/** No list has more pages. Also limits the OFFSET of queries. */
export const FILTER_PAGE_MAX = 500;

/** A parameter's text is cut to this length before parsing: 20 slugs with commas. */
const PARAMETER_CHARACTERS_MAX = FILTER_VALUES_MAX * (SLUG_LENGTH_MAX + 1);

/** How often a parameter may be repeated: without JavaScript a form sends one per checked box. */
const REPEATS_MAX = FILTER_VALUES_MAX;

export const PLACE_FILTER_PARAMETERS = ["type", "neighborhood", "price", "rating", "open", "attr"] as const;

/**
 * Parses the filters of a URL. Never throws: unknown values are ignored and long ones cut. Values may be joined by commas
 * or repeated, as a form without JavaScript sends them.
 */
export function parsePlaceFilters(
  search: QueryReader<(typeof PLACE_FILTER_PARAMETERS)[number]>,
): Omit<PlaceFilters, "categories"> {
  return {
    types: canonicalSlugs(queryValues(search, "type")),
    neighborhoods: canonicalSlugs(queryValues(search, "neighborhood")),
    prices: allowedValues(search, "price", PRICE_FILTERS),
    rating: firstAllowedValue(search, "rating", RATING_FILTERS),
    openNow: queryValues(search, "open")[0] === "now",
    attributes: allowedValues(search, "attr", ATTRIBUTE_KEYS),
  };
}

/** The values of a parameter that are allowed, in the order of `all`. */
export function allowedValues<Name extends string, Value extends string>(
  search: QueryReader<Name>,
  name: NoInfer<Name>,
  all: readonly Value[],
): Value[] {
  const values = queryValues(search, name);
  return all.filter((value) => values.includes(value));
}

/** The first value of a parameter if it is allowed, else null. */
export function firstAllowedValue<Name extends string, Value extends string>(
  search: QueryReader<Name>,
  name: NoInfer<Name>,
  all: readonly Value[],
): Value | null {
  const [first] = queryValues(search, name);
  return all.find((value) => value === first) ?? null;
}

/** `near=38.910,-77.043`, rounded to about 100 m. Null outside the District. */
export function parseNear(search: QueryReader<"near">): Point | null {
  const [lat, lng] = queryValues(search, "near").map(parseDegrees);
  if (lat == null || lng == null) return null;
  return isInDistrictBox({ lat, lng }) ? { lat, lng } : null;
}

/** From 1 to FILTER_PAGE_MAX. */
export function parsePage(search: QueryReader<"page">): number {
  const [text] = queryValues(search, "page");
  const page = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), FILTER_PAGE_MAX);
}

/**
 * Whether the named parameters are in canonical form. Ignores their order, because the page cache reorders parameters
 * before a route sees them, and redirects would loop.
 */
export function isCanonicalSearch<Name extends string>(
  search: QueryReader<Name>,
  canonical: string,
  names: readonly NoInfer<Name>[],
): boolean {
  const wanted = new URLSearchParams(canonical);
  return names.every((name) => {
    const [current, ...repeats] = search.getAll(name);
    return repeats.length === 0 && (current ?? null) === wanted.get(name);
  });
}

export function queryValues<Name extends string>(search: QueryReader<Name>, name: NoInfer<Name>): string[] {
  return search
    .getAll(name)
    .slice(0, REPEATS_MAX)
    .join(",")
    .slice(0, PARAMETER_CHARACTERS_MAX)
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .slice(0, FILTER_VALUES_MAX);
}

function canonicalSlugs(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.toLowerCase()).filter(isSlug))].toSorted();
}

/** Three decimals are about 100 m: enough for sorting, but too coarse to reveal where a visitor lives. */
function parseDegrees(text: string): number | null {
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return null;
  return Math.round(Number(text) * 1000) / 1000;
}
