import "./neighborhood-page.css";

import { Link, redirect } from "react-router";

import { breadcrumbJsonLd, collectionJsonLd, neighborhoodJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { type PageMeta, pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { BASEMAP_FRAME, type PlanLayer } from "#app/guide/map/base/frame.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import { neighborhoodPhotoQuery } from "#app/guide/photos/stock/page-photo-query.ts";
import { SponsoredSlot } from "#app/business/advertising/slots/sponsored-slot.tsx";
import { reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import type { Slot } from "#app/business/advertising/slots/slots.ts";
import { PlaceCard } from "#app/guide/places/cards/place-card.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { SavablePlaceRow } from "#app/people/members/saves/savable-place-row.tsx";
import { SavePlaceHeart } from "#app/people/members/saves/save-place-heart.tsx";
import { withSavedPlaces, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { hasDemoRating } from "#app/guide/places/cards/rating-summary.ts";
import type { Route } from "./+types/neighborhood.route";
import {
  findNeighborhoodGuides,
  findNeighborhoodPage,
  findSimilarNeighborhoods,
} from "./neighborhood-queries.server.ts";
import {
  NEIGHBORHOOD_PLACES_PER_PAGE,
  neighborhoodGuidesPath,
  type NeighborhoodGuidesPage,
  type NeighborhoodPage,
  neighborhoodPath,
} from "./neighborhood.ts";
import { NeighborhoodIntroduction } from "./neighborhood-introduction.tsx";
import { NextDoor, NoPlaces } from "./next-door.tsx";
import { SpecialSection } from "./special-section.tsx";
import { StreetPlan } from "./street-plan.tsx";

export const handle = {
  audience: "everyone",
  query: ["kind", "page"],
  indexedQuery: ["kind"],
  viewSubject: "neighborhood",
} as const satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const query = readQuery(request, handle);
  const page = parsePageNumber(query.get("page"));
  if (query.get("kind") === "guides") return loadGuides(site, { slug: params.slug, page });
  const found = await findNeighborhoodPage(site.db, { slug: params.slug, page }, site);
  if (found === null) throw noSuchPage(await findSimilarNeighborhoods(site.db, params.slug));
  const { places } = found;
  if (page > places.pageCount) throw redirect(neighborhoodPath(found.slug, places.pageCount));
  // Further pages contain only the list.
  const neighborhood = page === 1 ? found : { ...found, featured: [], pins: [], guides: [] };
  recordListedPlaces(site.page, { surface: "neighborhood", places: [...neighborhood.featured, ...places.items] });
  return {
    kind: "all" as const,
    neighborhood: {
      ...neighborhood,
      featured: await withSavedPlaces(site.db, site.viewer, neighborhood.featured),
      guides: await withSavedGuides(site.db, site.viewer, neighborhood.guides),
      places: { ...places, items: await withSavedPlaces(site.db, site.viewer, places.items) },
    },
    slot: await reserveSlot(site.db, `neighborhood:${neighborhood.slug}`, site),
    layer: await findPlanLayer(site.db, params.slug),
    photoAsk: neighborhoodPhotoQuery(site.env, neighborhood),
  };
}

async function loadGuides(site: Site, { slug, page }: { slug: string; page: number }) {
  const found = await findNeighborhoodGuides(site.db, { slug, page }, site);
  if (found === null) throw noSuchPage(await findSimilarNeighborhoods(site.db, slug));
  const { guides } = found;
  // A neighborhood without guides has no guide list.
  if (guides.total === 0) throw redirect(neighborhoodPath(slug));
  if (page > guides.pageCount) throw redirect(neighborhoodGuidesPath(slug, guides.pageCount));
  const items = await withSavedGuides(site.db, site.viewer, guides.items);
  return { kind: "guides" as const, ...found, guides: { ...guides, items } };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const siteUrl = siteUrlOf(matches);
  if (loaderData.kind === "guides") return guidesMeta(matches, loaderData);
  const { neighborhood } = loaderData;
  const { slug, name, summary, places } = neighborhood;
  const { page, pageCount } = places;
  const path = neighborhoodPath(slug, page);
  const items = places.items.map((place) => ({ name: place.name, path: `/places/${place.slug}` }));
  return pageMeta({
    matches,
    title: page === 1 ? name : `${name}, page ${page}`,
    description: summary,
    path,
    keywords: [name, ...neighborhood.aka],
    image: { path: socialImagePath("neighborhoods", slug), alt: `Street plan of ${name}` },
    type: "place",
    pager: {
      ...(page > 1 ? { prev: neighborhoodPath(slug, page - 1) } : {}),
      ...(page < pageCount ? { next: neighborhoodPath(slug, page + 1) } : {}),
    },
    jsonLd: [
      collectionJsonLd(siteUrl, {
        path,
        name,
        description: summary,
        items,
        about: neighborhoodJsonLd(neighborhood),
      }),
      breadcrumbJsonLd(siteUrl, [
        { name: "Neighborhoods", path: "/neighborhoods" },
        { name, path: neighborhoodPath(slug) },
      ]),
    ],
  });
};

function guidesMeta(matches: PageMeta["matches"], { slug, name, guides }: NeighborhoodGuidesPage) {
  const { page, pageCount } = guides;
  const title = `Guides to ${name}`;
  const description = `Every guide to ${name} in Washington, DC, newest first.`;
  const path = neighborhoodGuidesPath(slug, page);
  const items = guides.items.map((guide) => ({ name: guide.title, path: `/posts/${guide.slug}` }));
  return pageMeta({
    matches,
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    path,
    keywords: [name],
    image: { path: socialImagePath("neighborhoods", slug), alt: `Street plan of ${name}` },
    pager: {
      ...(page > 1 ? { prev: neighborhoodGuidesPath(slug, page - 1) } : {}),
      ...(page < pageCount ? { next: neighborhoodGuidesPath(slug, page + 1) } : {}),
    },
    jsonLd: [collectionJsonLd(siteUrlOf(matches), { path, name: title, description, items })],
  });
}

export default function NeighborhoodRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "guides") return <AllGuides {...loaderData} />;
  const { neighborhood, layer, photoAsk, slot } = loaderData;
  const { name, special, featured, neighbors } = neighborhood;
  if (neighborhood.places.page > 1) return <FurtherPlaces {...{ neighborhood, layer, slot }} />;
  // The poster has space for one paragraph.
  const more = neighborhood.paragraphs.slice(1);
  return (
    <>
      <div className="neighborhood-poster">
        <NeighborhoodIntroduction neighborhood={neighborhood} />
        <StreetPlan key={neighborhood.slug} neighborhood={neighborhood} ask={photoAsk} />
      </div>
      <div className="neighborhood-bars" aria-hidden="true" />
      <div className="wrap">
        {more.length > 0 && (
          <div className="neighborhood-text neighborhood-more">
            {more.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        )}
        <SpecialSection special={special} />
        {featured.length > 0 && (
          <section className="section" aria-labelledby="featured">
            <SectionHead
              id="featured"
              title={`Featured in ${name}`}
              more={{ label: `All ${pluralize(neighborhood.placeCount, "place")}`, to: "#places" }}
            />
            <ul className="neighborhood-featured">
              {featured.map((place, index) => (
                <PlaceCard
                  key={place.slug}
                  place={place}
                  number={index + 1}
                  action={<SavePlaceHeart place={place} />}
                />
              ))}
            </ul>
          </section>
        )}
        <NeighborhoodGuides neighborhood={neighborhood} />
        <AllPlaces neighborhood={neighborhood} layer={layer} slot={slot} />
        {neighborhood.placeCount > 0 && <NextDoor neighbors={neighbors} />}
      </div>
    </>
  );
}

/** All guides to a neighborhood, paged. Its own page shows only the newest. */
function AllGuides({ slug, name, guides }: NeighborhoodGuidesPage) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: "Neighborhoods", to: "/neighborhoods" },
          { label: name, to: neighborhoodPath(slug) },
          { label: "Guides" },
        ]}
      />
      <h1 className="d2 page-title">Guides to {name}</h1>
      <p className="page-lede text-muted">
        {pluralize(guides.total, "guide")}, newest first.{" "}
        <Link className="link" to={neighborhoodPath(slug)}>
          All of {name}
        </Link>
      </p>
      <h2 className="sr-only">Guides</h2>
      <ul className="guide-list">
        {guides.items.map((guide, index) => (
          <li key={guide.slug}>
            <SavableGuideCard guide={guide} isFirstPicture={index === 0} />
          </li>
        ))}
      </ul>
      <Pager
        label="Guides"
        page={guides.page}
        pageCount={guides.pageCount}
        hrefFor={(page) => neighborhoodGuidesPath(slug, page)}
      />
    </div>
  );
}

function NeighborhoodGuides({ neighborhood }: { neighborhood: NeighborhoodPage }) {
  const { slug, name, guides, guideCount } = neighborhood;
  const [lead, ...rest] = guides;
  if (lead === undefined) return null;
  const more = { label: `All ${pluralize(guideCount, "guide")}`, to: neighborhoodGuidesPath(slug) };
  return (
    <section className="section" aria-labelledby="guides">
      <SectionHead id="guides" title={`Guides to ${name}`} {...(guideCount > guides.length ? { more } : {})} />
      <div className={rest.length > 0 ? "neighborhood-guides" : "neighborhood-guides-one"}>
        <SavableGuideCard guide={lead} shape="lead" />
        {rest.length > 0 && (
          <ul>
            {rest.map((guide) => (
              <li key={guide.slug}>
                <SavableGuideCard guide={guide} shape="row" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

type AllPlacesProps = { neighborhood: NeighborhoodPage; layer: PlanLayer | null; slot: Slot | null };

function AllPlaces({ neighborhood, layer, slot }: AllPlacesProps) {
  const { slug, name, places, neighbors } = neighborhood;
  const { highlighted, pointing } = useHighlightedPin();
  if (places.items.length === 0) return <NoPlaces name={name} neighbors={neighbors} />;
  const { numbered, pins } = numberPlaces(places.items, (places.page - 1) * NEIGHBORHOOD_PLACES_PER_PAGE + 1);
  return (
    <section className="section section-of-rows" aria-labelledby="places">
      <SectionHead id="places" title={`All ${pluralize(places.total, "place")} in ${name}`} />
      <div className="neighborhood-places" {...pointing}>
        <div>
          {slot !== null && <SponsoredSlot on={slot} />}
          <ol className="place-rows">
            {numbered.map(({ place, number }) => (
              <SavablePlaceRow
                key={place.slug}
                {...{ place, number }}
                isHighlighted={highlighted === `${number}`}
                hidesNeighborhood
              />
            ))}
          </ol>
          <Pager
            label="Places"
            page={places.page}
            pageCount={places.pageCount}
            hrefFor={(page) => neighborhoodPath(slug, page)}
          />
          {places.pageCount > 1 && <SearchLink neighborhood={neighborhood} />}
        </div>
        {pins.length > 0 && (
          <MapPanel>
            <LocatorMap
              label={`Map of ${pluralize(pins.length, "place")} in ${name}`}
              {...{ pins, highlighted }}
              frame={BASEMAP_FRAME}
              plan={layer}
            />
          </MapPanel>
        )}
      </div>
    </section>
  );
}

/** The link to search, which can filter this list. */
function SearchLink({ neighborhood: { slug, name, places } }: { neighborhood: NeighborhoodPage }) {
  return (
    <p className="neighborhood-search text-row">
      {places.listed < places.total && `These pages list the first ${formatFullCount(places.listed)} by name. `}
      <Link className="link" to={`/search?neighborhood=${slug}`}>
        Search and filter all {pluralize(places.total, "place")} in {name}
      </Link>
    </p>
  );
}

/** The second and further pages of the list, with only the name above. */
function FurtherPlaces({ neighborhood, layer, slot }: AllPlacesProps) {
  const { slug, name, places, neighbors } = neighborhood;
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: "Neighborhoods", to: "/neighborhoods" },
          { label: name, to: neighborhoodPath(slug) },
          { label: `Page ${places.page}` },
        ]}
        aside={hasDemoRating(places.items) && <DemoMark />}
      />
      <h1 className="d2 neighborhood-next-page">{name}</h1>
      <AllPlaces {...{ neighborhood, layer, slot }} />
      <NextDoor neighbors={neighbors} />
    </div>
  );
}
