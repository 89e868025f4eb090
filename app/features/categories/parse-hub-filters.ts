import { z } from "zod";

import { SLUG_LENGTH_MAX, isSlug } from "#app/lib/slug.ts";
import { HUB_PRICES, HUB_RATINGS, HUB_SORTS, hubSearch, isInDistrictBox, type HubFilters } from "./category-hub.ts";
import { ATTRIBUTE_KEYS } from "../places/place.ts";

/** More values than this in one parameter is nobody's choice; the rest is cut. */
export const HUB_VALUES_MAX = 20;

/** A page beyond this holds nothing in any category; it also bounds the OFFSET of the query. */
export const HUB_PAGE_MAX = 500;

/** One parameter's text is cut here before it is looked at: 20 slugs with their commas. */
const PARAMETER_CHARACTERS_MAX = HUB_VALUES_MAX * (SLUG_LENGTH_MAX + 1);

/** How often one parameter may be repeated: a form without script sends one for each ticked box. */
const REPEATS_MAX = HUB_VALUES_MAX;

/**
 * Reads a hub's URL. Never throws: what isn't known is ignored, what is too long is cut, so every URL shows a page.
 * Values may be joined by commas or come one by one, as a form without script sends them.
 */
export function parseHubFilters(searchParams: URLSearchParams): HubFilters {
  const parameters = Object.fromEntries(HUB_PARAMETERS.map((name) => [name, valuesOf(searchParams, name)]));
  const parsed = HubParameters.parse(parameters);
  const sort = parsed.sort === "nearest" && parsed.near === null ? "best" : parsed.sort;
  return {
    types: parsed.type,
    prices: parsed.price,
    neighborhoods: parsed.neighborhood,
    rating: parsed.rating,
    openNow: parsed.open,
    attributes: parsed.attr,
    near: parsed.near,
    sort,
    page: parsed.page,
  };
}

/**
 * Whether the URL already says its filters in the one way `hubHref` writes them. The order of the parameters doesn't
 * count, because the page cache puts them in its own before a route sees them, and a redirect would come back for ever;
 * nor do other parameters (campaign tags).
 */
export function isCanonicalHubSearch(searchParams: URLSearchParams, filters: HubFilters): boolean {
  const canonical = new URLSearchParams(hubSearch(filters));
  return HUB_PARAMETERS.every((name) => {
    const [asked, ...repeats] = searchParams.getAll(name);
    return repeats.length === 0 && (asked ?? null) === canonical.get(name);
  });
}

const HUB_PARAMETERS = ["type", "price", "neighborhood", "rating", "open", "attr", "near", "sort", "page"] as const;

const Slugs = z
  .array(z.string())
  .transform((values) => unique(values.map((value) => value.toLowerCase()).filter(isSlug)));

const HubParameters = z.object({
  type: Slugs,
  price: z.array(z.string()).transform((values) => HUB_PRICES.filter((price) => values.includes(price))),
  neighborhood: Slugs,
  rating: oneOf(HUB_RATINGS).transform((rating) => rating ?? null),
  open: z.array(z.string()).transform((values) => values[0] === "now"),
  attr: z.array(z.string()).transform((values) => ATTRIBUTE_KEYS.filter((key) => values.includes(key))),
  near: z.array(z.string()).transform(nearPoint),
  sort: oneOf(HUB_SORTS).transform((sort) => sort ?? "best"),
  page: z.array(z.string()).transform((values) => pageNumber(values[0])),
});

function oneOf<Value extends string>(known: readonly Value[]) {
  return z.array(z.string()).transform(([first]) => known.find((value) => value === first));
}

function valuesOf(searchParams: URLSearchParams, name: string): string[] {
  return searchParams
    .getAll(name)
    .slice(0, REPEATS_MAX)
    .join(",")
    .slice(0, PARAMETER_CHARACTERS_MAX)
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "")
    .slice(0, HUB_VALUES_MAX);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

function nearPoint([latText, lngText]: readonly string[]): { lat: number; lng: number } | null {
  const lat = degrees(latText);
  const lng = degrees(lngText);
  if (lat === null || lng === null) return null;
  return isInDistrictBox({ lat, lng }) ? { lat, lng } : null;
}

/** Three decimals are about 100 m: near enough to sort by, too rough to say where somebody lives. */
function degrees(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return null;
  return Math.round(Number(text) * 1000) / 1000;
}

function pageNumber(text: string | undefined): number {
  const page = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), HUB_PAGE_MAX);
}
