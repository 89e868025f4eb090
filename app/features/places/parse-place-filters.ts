import { SLUG_LENGTH_MAX, isSlug } from "#app/lib/slug.ts";

import { CATEGORY_SLUGS } from "./categories.ts";
import { ATTRIBUTE_KEYS, type Point } from "./place.ts";
import { isInDistrictBox, PRICE_FILTERS, type PlaceFilters, RATING_FILTERS } from "./place-filters.ts";

/** More values than this in one parameter is nobody's choice; the rest is cut. */
export const FILTER_VALUES_MAX = 20;

/** A page beyond this holds nothing in any list; it also bounds the OFFSET of a query. */
export const FILTER_PAGE_MAX = 500;

/** One parameter's text is cut here before it is looked at: 20 slugs with their commas. */
const PARAMETER_CHARACTERS_MAX = FILTER_VALUES_MAX * (SLUG_LENGTH_MAX + 1);

/** How often one parameter may be repeated: a form without script sends one for each ticked box. */
const REPEATS_MAX = FILTER_VALUES_MAX;

/**
 * The filters in an address. Never throws: what isn't known is ignored, what is too long is cut, so every address shows
 * a page. Values may be joined by commas or come one by one, as a form without script sends them.
 */
export function parsePlaceFilters(search: URLSearchParams): PlaceFilters {
  const known = <Value extends string>(name: string, all: readonly Value[]) => {
    const values = valuesOf(search, name);
    return all.filter((value) => values.includes(value));
  };
  return {
    categories: known("category", CATEGORY_SLUGS),
    types: slugs(valuesOf(search, "type")),
    neighborhoods: slugs(valuesOf(search, "neighborhood")),
    prices: known("price", PRICE_FILTERS),
    rating: firstOf(search, "rating", RATING_FILTERS),
    openNow: valuesOf(search, "open")[0] === "now",
    attributes: known("attr", ATTRIBUTE_KEYS),
  };
}

/** The first value of a parameter when it is a known one, else null. */
export function firstOf<Value extends string>(
  search: URLSearchParams,
  name: string,
  all: readonly Value[],
): Value | null {
  const [first] = valuesOf(search, name);
  return all.find((value) => value === first) ?? null;
}

/** `near=38.910,-77.043`, rounded to about 100 m. Null outside the District. */
export function parseNear(search: URLSearchParams): Point | null {
  const [lat, lng] = valuesOf(search, "near").map(degrees);
  if (lat == null || lng == null) return null;
  return isInDistrictBox({ lat, lng }) ? { lat, lng } : null;
}

/** From 1 to FILTER_PAGE_MAX. */
export function parsePage(search: URLSearchParams): number {
  const [text] = valuesOf(search, "page");
  const page = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), FILTER_PAGE_MAX);
}

/**
 * Whether an address already says these parameters in the one way they are written. Their order doesn't count, because
 * the page cache puts them in its own before a route sees them, and a redirect would come back for ever; nor do other
 * parameters (campaign tags).
 */
export function isCanonicalSearch(search: URLSearchParams, canonical: string, names: readonly string[]): boolean {
  const wanted = new URLSearchParams(canonical);
  return names.every((name) => {
    const [asked, ...repeats] = search.getAll(name);
    return repeats.length === 0 && (asked ?? null) === wanted.get(name);
  });
}

export function valuesOf(search: URLSearchParams, name: string): string[] {
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

function slugs(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.toLowerCase()).filter(isSlug))].toSorted();
}

/** Three decimals are about 100 m: near enough to sort by, too rough to say where somebody lives. */
function degrees(text: string): number | null {
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return null;
  return Math.round(Number(text) * 1000) / 1000;
}
