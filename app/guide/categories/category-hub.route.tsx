import { eq } from "drizzle-orm";
import type { ReactNode } from "react";
import { data, Link, redirect, useNavigation } from "react-router";

import { posts } from "#app/db/schema/guides.ts";
import { breadcrumbJsonLd, collectionJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { listGuideCards } from "#app/guide/guides/list/guide-cards.server.ts";
import { BASEMAP_FRAME } from "#app/guide/map/base/frame.ts";
import { mapHref } from "#app/guide/map/page/map-filters.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import type { Route } from "./+types/category-hub.route";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { loadCategoryHub } from "./category-hub-queries.server.ts";
import { HUB_PLACES_PER_PAGE, hubHref, hubQueryString, type CategoryHub, type HubSort } from "./category-hub.ts";
import { SponsoredSlot } from "#app/business/advertising/slots/sponsored-slot.tsx";
import { reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import { HubLimitNote } from "./hub-limit-note.tsx";
import { HubFacets, HubFilterBar } from "./hub-filters.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { SavablePlaceRow } from "#app/people/members/saves/savable-place-row.tsx";
import { withSavedPlaces, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { isCanonicalHubSearch, parseHubFilters, HUB_PARAMETERS } from "./parse-hub-filters.ts";
import { HoursKnownNote } from "#app/guide/places/hours/hours-known.tsx";
import type { PlaceCardData } from "#app/guide/places/place.ts";
import { HubHead } from "./hub-head.tsx";
import { NothingLeft } from "./nothing-left.tsx";

export const handle = {
  audience: "everyone",
  query: HUB_PARAMETERS,
  viewSubject: "category",
} as const satisfies RouteHandle;

/** One row of cards on a wide screen. */
const HUB_GUIDES = 4;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { category } = params;
  if (!isCategorySlug(category)) throw data(null, { status: 404 });
  const query = readQuery(request, handle);
  const filters = parseHubFilters(query);
  // Forms without script repeat parameters and send defaults. Redirects to the canonical URL.
  if (!isCanonicalHubSearch(query, filters)) throw redirect(hubHref(category, filters));
  const site = siteOf(context);
  const guides = await listGuideCards(site.db, { where: eq(posts.categorySlug, category), limit: HUB_GUIDES }, site);
  const hub = await loadCategoryHub(site.db, { category, filters, guides }, site);
  const { pageCount } = hub.places;
  if (filters.page > Math.max(1, pageCount))
    throw redirect(hubHref(category, { ...filters, page: Math.max(1, pageCount) }));
  recordListedPlaces(site.page, { surface: "category", places: hub.places.items });
  return {
    ...hub,
    guides: await withSavedGuides(site.db, site.viewer, hub.guides),
    places: { ...hub.places, items: await withSavedPlaces(site.db, site.viewer, hub.places.items) },
    slot: await reserveSlot(site.db, `category:${category}`, site),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: hub, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const { category, filters, places } = hub;
  const pagePath = (page: number) => hubHref(category.slug, { ...filters, page });
  // Lists filtered or sorted by demo reviews are not described to search engines.
  const usesDemoRatings = hub.hasDemoRatings && (filters.sort === "rating" || filters.rating !== null);
  const items = usesDemoRatings ? [] : places.items.map(({ slug, name }) => ({ name, path: `/places/${slug}` }));
  const { name, description } = category;
  const path = pagePath(filters.page);
  return pageMeta({
    matches,
    title: filters.page === 1 ? name : `${name}, page ${filters.page}`,
    description,
    path,
    image: { path: socialImagePath("categories", category.slug), alt: name },
    // Every filter combination is a page of its own, most of them useful to one visitor once.
    robots: hubQueryString({ ...filters, page: 1 }) === "" ? "index, follow" : "noindex, follow",
    pager: {
      ...(filters.page > 1 ? { prev: pagePath(filters.page - 1) } : {}),
      ...(filters.page < places.pageCount ? { next: pagePath(filters.page + 1) } : {}),
    },
    jsonLd: [
      collectionJsonLd(siteUrl, { path, name, description, items }),
      breadcrumbJsonLd(siteUrl, [
        { name: "Home", path: "/" },
        { name, path: `/${category.slug}` },
      ]),
    ],
  });
};

export default function CategoryHubPage({ loaderData: hub }: Route.ComponentProps) {
  const { category, featuredCount, filters, places, placeCount, slot } = hub;
  const { highlighted, pointing } = useHighlightedPin();
  const isLoading = useNavigation().location?.pathname === `/${category.slug}`;
  const firstNumber = (places.page - 1) * HUB_PLACES_PER_PAGE + 1;
  const { numbered, pins } = numberPlaces(places.items, firstNumber);
  const row = ({ place, number }: NumberedPlace) => (
    <SavablePlaceRow
      key={place.slug}
      {...{ place, number }}
      mark={hub.reasons[place.slug]}
      isHighlighted={highlighted === `${number}`}
    />
  );
  return (
    <>
      <div className="wrap">
        <Breadcrumbs
          trail={[{ label: "Home", to: "/" }, { label: category.name }]}
          aside={hub.hasDemoRatings && <DemoMark />}
        />
        <HubHead hub={hub} />
      </div>
      {placeCount > 0 && (
        <section className="hub" aria-labelledby="places" {...pointing}>
          <h2 className="sr-only" id="places">
            All places in {category.name}
          </h2>
          <HubFilterBar hub={hub} />
          {featuredCount > 0 && <ol className="hub-featured wrap">{numbered.slice(0, featuredCount).map(row)}</ol>}
          <div className="hub-columns">
            <HubFacets hub={hub} />
            <div className={isLoading ? "hub-list list-loading" : "hub-list"} aria-busy={isLoading}>
              {filters.openNow && <HoursKnownNote hoursKnown={{ known: hub.hoursKnownCount, total: placeCount }} />}
              {slot !== null && <SponsoredSlot on={slot} />}
              {places.items.length === 0 ? (
                <NothingLeft hub={hub} />
              ) : (
                <>
                  <HubRows numbered={numbered.slice(featuredCount)} section={hub.section} row={row} />
                  <HubOrder sort={filters.sort} />
                </>
              )}
              <Pager
                label="Places"
                page={places.page}
                pageCount={places.pageCount}
                hrefFor={(page) => hubHref(category.slug, { ...filters, page })}
              />
              <HubLimitNote category={category.slug} {...{ filters, places }} />
            </div>
            <MapPanel>
              <LocatorMap
                label={`Map of ${pluralize(pins.length, "place")}`}
                {...{ pins, highlighted }}
                frame={BASEMAP_FRAME}
                live={{
                  searchesArea: { bounds: null, hrefFor: (bounds) => mapHref({ category: category.slug, bounds }) },
                }}
              />
            </MapPanel>
          </div>
        </section>
      )}
      <MissingTypes missingTypes={hub.missingTypes} />
      <HubGuides hub={hub} />
    </>
  );
}

/** What people look for here and the directory has none of. */
function MissingTypes({ missingTypes }: Pick<CategoryHub, "missingTypes">) {
  if (missingTypes.length === 0) return null;
  return (
    <p className="hub-missing wrap text-muted">
      No {EITHER.format(missingTypes)} yet. If you run one, or know a good one,{" "}
      <Link className="link" to="/submit">
        add it
      </Link>
      .
    </p>
  );
}

const EITHER = new Intl.ListFormat("en-US", { type: "disjunction" });

type NumberedPlace = { place: PlaceCardData; number: number };

type HubRowsProps = {
  numbered: readonly NumberedPlace[];
  section: CategoryHub["section"];
  row: (numbered: NumberedPlace) => ReactNode;
};

/** The rows, in two lists where the hub's own section begins on this page. */
function HubRows({ numbered, section, row }: HubRowsProps) {
  const start = numbered.findIndex(({ place }) => place.slug === section?.from);
  const rows = (part: HubRowsProps["numbered"]) => (
    <ol className="place-rows" start={part[0]?.number}>
      {part.map(row)}
    </ol>
  );
  if (section === null || start === -1) return rows(numbered);
  return (
    <>
      {start > 0 && rows(numbered.slice(0, start))}
      <h3 className="hub-section h4">{section.title}</h3>
      {rows(numbered.slice(start))}
    </>
  );
}

/** How the list is ordered, where it isn't obvious. */
function HubOrder({ sort }: { sort: HubSort }) {
  const text = ORDERS[sort];
  return text === undefined ? null : <p className="hub-order text-meta text-muted">{text}</p>;
}

const ORDERS: Partial<Record<HubSort, string>> = {
  best: "Our editors’ picks come first, then places in the most guides, with the best reviews, and that we know the most about. Nobody can pay for a place in this list.",
  rating: "Places with few reviews are ranked closer to the average. The rating shown is their own.",
};

function HubGuides({ hub: { category, guides, guideCount } }: { hub: CategoryHub }) {
  if (guides.length === 0) return null;
  const more =
    guideCount > guides.length ? { label: `All ${guideCount}`, to: `/category/${category.slug}` } : undefined;
  return (
    <section className="section wrap" aria-labelledby="guides">
      <SectionHead id="guides" title={`${category.shortName} guides`} {...(more === undefined ? {} : { more })} />
      <ul className="guide-list guide-list-four">
        {guides.map((guide) => (
          <li key={guide.slug}>
            <SavableGuideCard guide={guide} />
          </li>
        ))}
      </ul>
    </section>
  );
}
