import "./map-page.css";
import "#app/guide/places/filters/place-filters.css";

import { List, Map } from "lucide-react";
import { useState } from "react";
import { Link, redirect, useNavigation } from "react-router";

import { breadcrumbJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { formatPlaceCounts } from "#app/guide/places/facts/format-place-counts.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SavablePlaceRow } from "#app/people/members/saves/savable-place-row.tsx";
import { withSavedPlaces } from "#app/people/members/saves/saves.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import type { Route } from "./+types/map.route";
import { BASEMAP_FRAME, viewOfBounds } from "../base/frame.ts";
import type { LiveMapOptions } from "../live/live-map.tsx";
import { LocatorMap } from "./locator-map.tsx";
import { numberPlaces } from "./number-places.ts";
import {
  isCanonicalMapSearch,
  MAP_PLACES_PER_PAGE,
  type MapFilters,
  mapHref,
  mapPinsHref,
  readMapFilters,
} from "./map-filters.ts";
import { type MapPlaces, mapPlaces } from "./map-queries.server.ts";
import { useHighlightedPin } from "../live/use-highlighted-pin.ts";

export const handle = {
  audience: "everyone",
  query: ["category", "bbox", "page"],
  indexedQuery: ["category"],
} as const satisfies RouteHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readQuery(request, handle);
  const filters = readMapFilters(query);
  if (!isCanonicalMapSearch(query, filters)) throw redirect(mapHref(filters));
  const site = siteOf(context);
  const places = await mapPlaces(site.db, filters, site);
  if (filters.page > places.pageCount) throw redirect(mapHref({ ...filters, page: places.pageCount }));
  recordListedPlaces(site.page, { surface: "map", places: places.items });
  return { filters, places: { ...places, items: await withSavedPlaces(site.db, site.viewer, places.items) } };
}

export const meta: Route.MetaFunction = ({ loaderData: { filters, places }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const { category, bounds, page } = filters;
  const title = category === null ? "Map" : `Map: ${CATEGORY_NAMES[category]}`;
  return pageMeta({
    matches,
    title: page === 1 ? title : `${title}, page ${page}`,
    description:
      "Every place in the guide on a map of Washington, DC, with its neighborhoods, parks, rivers and the Metro.",
    path: mapHref(filters),
    // Bounds are endless, and further pages have nothing that hubs don't.
    robots: bounds === null && page === 1 ? "index, follow" : "noindex, follow",
    pager: {
      ...(page > 1 ? { prev: mapHref({ ...filters, page: page - 1 }) } : {}),
      ...(page < places.pageCount ? { next: mapHref({ ...filters, page: page + 1 }) } : {}),
    },
    jsonLd: [
      breadcrumbJsonLd(siteUrl, [
        { name: "Home", path: "/" },
        { name: "Map", path: "/map" },
      ]),
    ],
  });
};

export default function MapPage({ loaderData: { filters, places } }: Route.ComponentProps) {
  const { category, bounds, page } = filters;
  const { highlighted, pointing } = useHighlightedPin();
  const [isFullMap, setFullMap] = useState(false);
  const isLoading = useNavigation().location?.pathname === "/map";
  const firstNumber = (page - 1) * MAP_PLACES_PER_PAGE + 1;
  const { numbered, pins } = numberPlaces(places.items, firstNumber);
  const view = viewOfBounds(BASEMAP_FRAME, bounds ?? DISTRICT);
  const live: LiveMapOptions = {
    pinsHref: mapPinsHref({ category, bounds: places.hasAllPins ? null : bounds }),
    pinsBox: places.box,
    // On a phone a finger scrolls the page, unless the map fills the screen.
    usesCooperativeGestures: isFullMap ? false : undefined,
    searchesArea: { bounds, hrefFor: (area) => mapHref({ category, bounds: area }), isFollowing: true },
  };
  return (
    <>
      <div className="wrap map-head">
        <h1 className="d3">Map</h1>
        <CategoryChips filters={filters} places={places} />
      </div>
      <div className="map-columns" {...pointing}>
        <section className={isLoading ? "map-list list-loading" : "map-list"} aria-busy={isLoading}>
          <div className="map-count">
            <h2>
              <span role="status">
                {formatPlaceCounts({ placeCount: places.total, describedCount: places.describedCount })}
                {bounds !== null && " in this area"}
              </span>
            </h2>
            {hasDemoRating(places.items) && <DemoMark />}
            {bounds !== null && (
              <Link className="link text-row" to={mapHref({ category })} preventScrollReset>
                Show all of DC
              </Link>
            )}
          </div>
          {numbered.length === 0 ? (
            <NoPlacesHere filters={filters} />
          ) : (
            <ol className="place-rows" start={firstNumber}>
              {numbered.map(({ place, number }) => (
                <SavablePlaceRow key={place.slug} {...{ place, number }} isHighlighted={highlighted === `${number}`} />
              ))}
            </ol>
          )}
          <Pager
            label="Places"
            page={page}
            pageCount={places.pageCount}
            hrefFor={(other) => mapHref({ ...filters, page: other })}
          />
        </section>
        <div className="map-box no-print">
          <FullMapToggle onChange={setFullMap} />
          <LocatorMap
            label={`Map of ${pluralize(places.total, "place")}`}
            {...{ pins, highlighted, view, live }}
            frame={BASEMAP_FRAME}
          />
        </div>
      </div>
    </>
  );
}

/** On phones: the map alone, or with the list below. A checkbox, so that it works without script. */
function FullMapToggle({ onChange }: { onChange: (isFullMap: boolean) => void }) {
  return (
    <>
      <input
        className="sr-only map-full-choice"
        type="checkbox"
        id="map-full"
        onChange={({ target }) => onChange(target.checked)}
        aria-label="Full map, without the list"
      />
      <label className="button button-outline button-small map-full" htmlFor="map-full" aria-hidden="true">
        <Map className="icon map-full-show" />
        <span className="map-full-show">Full map</span>
        <List className="icon map-full-hide" />
        <span className="map-full-hide">Show list</span>
      </label>
    </>
  );
}

function CategoryChips({ filters, places }: { filters: MapFilters; places: MapPlaces }) {
  const all = Object.values(places.counts).reduce((sum, count) => sum + count, 0);
  const chips = [
    { slug: null, label: "Everything", count: all },
    ...CATEGORY_SLUGS.map((slug) => ({ slug, label: CATEGORY_NAMES[slug], count: places.counts[slug] ?? 0 })),
  ];
  return (
    <ul className="chips" aria-label="Category">
      {chips.map(({ slug, label, count }) => (
        <li key={label}>
          <Link
            className="chip"
            to={mapHref({ category: slug, bounds: filters.bounds })}
            aria-current={filters.category === slug ? "true" : undefined}
            preventScrollReset
          >
            {label} <span className="chip-count">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NoPlacesHere({ filters: { category, bounds } }: { filters: MapFilters }) {
  const actions = (
    <>
      {category !== null && bounds !== null && (
        <Link className="button button-outline button-small" to={mapHref({ bounds })} preventScrollReset>
          Everything in this area
        </Link>
      )}
      <Link className="button button-outline button-small" to={mapHref({ category })} preventScrollReset>
        {category === null ? "All of DC" : `${CATEGORY_NAMES[category]} in all of DC`}
      </Link>
    </>
  );
  return (
    <EmptyState title="No places in this area." actions={actions}>
      Move the map or zoom out.
    </EmptyState>
  );
}

/** The area of nearly all places: the District without its outermost corners. */
const DISTRICT = { west: -77.095, south: 38.835, east: -76.925, north: 38.968 };
