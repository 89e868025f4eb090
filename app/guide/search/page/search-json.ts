import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import type { NeighborhoodCardData } from "#app/guide/neighborhoods/neighborhood.ts";
import type { CountPrecision } from "#app/ui/format-count.ts";

import { searchPath, type SearchRequest, type SearchResults } from "./search-request.ts";

const PAGE_PATH = /^\/search(?=\?|$)/;

/** The same search as JSON: `/search.json?q=coffee`. */
export function searchJsonPath(request: SearchRequest): string {
  return searchPath(request).replace(PAGE_PATH, "/search.json");
}

/** Makes a path absolute. */
type ToAbsoluteUrl = (path: string) => string;

/**
 * The search results as JSON, with the page's order and counts. Ratings that include demo reviews are left out.
 * Distances to stations are walking minutes. `reason` has no highlight marks.
 */
export function searchJson(url: ToAbsoluteUrl, request: SearchRequest, results: SearchResults) {
  const { places, guides, neighborhoods, facets, correction } = results;
  return {
    query: results.query,
    correction: correction === null ? null : { kind: correction.kind, query: correction.query },
    understood: results.chips.map(({ label }) => label),
    isPartial: results.isPartial,
    needsPosition: results.needsPosition,
    page: request.page,
    places: {
      total: counted(places.total, places.precision),
      pageCount: places.pageCount,
      /** How well places are known to fit, in the order of the list. */
      groups: results.groups.map(({ fit, count, precision, heading }) => ({
        fit,
        heading,
        ...counted(count, precision),
      })),
      items: places.items.map((place) => placeJson(url, place)),
    },
    /** The guide that answers the query. Its places come first. */
    guideAnswer: results.guideAnswer === null ? null : guideJson(url, results.guideAnswer),
    guides: {
      total: counted(guides.total),
      pageCount: guides.pageCount,
      items: guides.items.map((guide) => guideJson(url, guide)),
    },
    neighborhoods: { items: neighborhoods.map((neighborhood) => neighborhoodJson(url, neighborhood)) },
    facets: {
      category: facets.categories.map(facetJson),
      type: facets.types.map(facetJson),
      neighborhood: facets.neighborhoods.map(facetJson),
      price: facets.prices.map(facetJson),
      rating: facets.ratings.map(facetJson),
      attr: facets.attributes.map(facetJson),
      open: [facetJson({ value: "now", label: "Open now", count: facets.openNow, precision: facets.openNowPrecision })],
    },
    /** Only if no place is left: conditions to remove, and the number of places that brings. */
    relaxations: results.relaxations.map(({ label, count, precision, isAlone, href }) => ({
      label,
      keeps: isAlone === true,
      ...counted(count, precision),
      url: url(href.replace(PAGE_PATH, "/search.json")),
    })),
    links: {
      self: url(searchJsonPath(request)),
      page: url(searchPath(request)),
      ...(request.page > 1 ? { prev: url(searchJsonPath({ ...request, page: request.page - 1 })) } : {}),
      ...(request.page < Math.max(places.pageCount, guides.pageCount)
        ? { next: url(searchJsonPath({ ...request, page: request.page + 1 })) }
        : {}),
      about: url("/about"),
    },
  };
}

function counted(count: number, precision: CountPrecision = "exact") {
  return { count, precision };
}

function placeJson(url: ToAbsoluteUrl, place: SearchResults["places"]["items"][number]) {
  const { neighborhood, hours, metro, rating } = place;
  return {
    name: place.name,
    url: url(`/places/${place.slug}`),
    fit: place.fit,
    reason: place.reason.replaceAll(/\[\[|\]\]/g, ""),
    category: place.category,
    type: place.type,
    summary: place.summary,
    neighborhood: { name: neighborhood.name, url: url(`/neighborhood/${neighborhood.slug}`) },
    address: place.street === null ? null : { street: place.street, quadrant: place.quadrant },
    position: place.position,
    priceRange: place.priceRange,
    rating: rating === null || rating.isDemo ? null : { mean: rating.mean, count: rating.count },
    hours: { status: hours.tone, text: [hours.lead, hours.rest].filter((part) => part !== "").join(" ") },
    metro: metro === null ? null : { name: metro.name, lines: metro.lines, walkMinutes: metro.minutes },
  };
}

function guideJson(url: ToAbsoluteUrl, guide: GuideCardData) {
  const { title, excerpt, category, neighborhood, publishedAt, readMinutes, isForMembers } = guide;
  return {
    title,
    url: url(`/posts/${guide.slug}`),
    excerpt,
    category: category.slug,
    neighborhood: neighborhood?.name ?? null,
    publishedAt,
    readMinutes,
    isForMembers,
  };
}

function neighborhoodJson(
  url: ToAbsoluteUrl,
  { slug, name, kind, summary, placeCount, guideCount }: NeighborhoodCardData,
) {
  return { name, url: url(`/neighborhood/${slug}`), kind, summary, placeCount, guideCount };
}

function facetJson(facet: { value: string; label: string; count: number; precision?: CountPrecision | undefined }) {
  return { value: facet.value, label: facet.label, ...counted(facet.count, facet.precision) };
}
