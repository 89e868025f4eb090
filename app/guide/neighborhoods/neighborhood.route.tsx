import "./neighborhood-page.css";
import "#app/guide/photos/stock/photos.css";

import { useState } from "react";
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
import { SiteScenePicture } from "#illustrations/site-scene-picture.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { BASEMAP_FRAME, type PlanLayer } from "#app/guide/map/base/frame.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { MapPanel } from "#app/guide/map/page/map-panel.tsx";
import { MapPins, type PlacedPin } from "#app/guide/map/page/map-pins.tsx";
import { numberPlaces } from "#app/guide/map/page/number-places.ts";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { useHighlightedPin } from "#app/guide/map/live/use-highlighted-pin.ts";
import { neighborhoodPhotoQuery } from "#app/guide/photos/stock/page-photo-query.ts";
import { photoAlt, PhotoCredit } from "#app/guide/photos/stock/photo-credit.tsx";
import type { PhotoQuery } from "#app/guide/photos/stock/photo.ts";
import { usePhoto } from "#app/guide/photos/stock/use-photo.ts";
import { MetroLines } from "#app/guide/places/page/metro-walk.tsx";
import { SponsoredSlot } from "#app/business/advertising/slots/sponsored-slot.tsx";
import { reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import type { Slot } from "#app/business/advertising/slots/slots.ts";
import { PlaceCard } from "#app/guide/places/cards/place-card.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { SavablePlaceRow } from "#app/people/members/saves/savable-place-row.tsx";
import { SavePlaceHeart } from "#app/people/members/saves/save-place-heart.tsx";
import { withSavedPlaces, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { QuadrantMark } from "#app/guide/places/cards/quadrant-mark.tsx";
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

export const handle = {
  audience: "everyone",
  query: ["kind", "page"],
  indexedQuery: ["kind"],
  viewSubject: "neighborhood",
} as const satisfies RouteHandle;

/** Names longer than "Columbia Heights" would fill the poster at full size. */
const LARGE_NAME_CHARACTERS_MAX = 16;

/** The width and height of a plan in its own units. */
const PLAN_UNITS = 1000;

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
        <PosterText neighborhood={neighborhood} />
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

function PosterText({ neighborhood }: { neighborhood: NeighborhoodPage }) {
  const { name, paragraphs, aka, guideCount, placeCount, describedCount, quadrants } = neighborhood;
  return (
    <div className="neighborhood-words">
      <Breadcrumbs
        trail={[{ label: "Neighborhoods", to: "/neighborhoods" }, { label: name }]}
        aside={hasDemoRating(neighborhood.places.items) && <DemoMark />}
      />
      <h1 className={name.length > LARGE_NAME_CHARACTERS_MAX ? "neighborhood-name-long" : "neighborhood-name"}>
        {name}
      </h1>
      <div className="neighborhood-text">
        <p>{paragraphs[0]}</p>
        {aka.length > 0 && <p className="neighborhood-aka">Also called {LIST_FORMAT.format(aka)}.</p>}
      </div>
      <dl className="neighborhood-facts">
        <div>
          <dt>Guides</dt>
          <dd>{guideCount}</dd>
        </div>
        <div>
          <dt>Places</dt>
          <dd>
            {placeCount}
            {describedCount < placeCount && <small>{describedCount} described</small>}
          </dd>
        </div>
        <div>
          <dt>{quadrants.length === 1 ? "Quadrant" : "Quadrants"}</dt>
          <dd className="neighborhood-quadrants">
            {quadrants.map((quadrant) => (
              <QuadrantMark key={quadrant} quadrant={quadrant} />
            ))}
          </dd>
        </div>
        <div className="neighborhood-metro">
          <dt>Metro</dt>
          <dd>
            <NeighborhoodMetro stations={neighborhood.stations} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function NeighborhoodMetro({ stations }: { stations: NeighborhoodPage["stations"] }) {
  const inside = stations.filter((station) => station.inside);
  const [nearest] = stations;
  if (nearest === undefined) return "No station here.";
  if (inside.length === 0) {
    return (
      <>
        None here. Nearest: <MetroLines lines={nearest.lines} /> {nearest.name}, about {nearest.minutes} min walk from
        the center
      </>
    );
  }
  return (
    <ul className="neighborhood-stations">
      {inside.map((station) => (
        <li key={station.slug}>
          <MetroLines lines={station.lines} /> {station.name}
        </li>
      ))}
    </ul>
  );
}

type StreetPlanProps = { neighborhood: NeighborhoodPage; ask: PhotoQuery | null };

/** The plan with its pins. If a photo is found it replaces the plan, and a button switches back. */
function StreetPlan({ neighborhood: { name, plan, featured, pins, confidence }, ask }: StreetPlanProps) {
  const found = usePhoto(ask);
  const [wantsPlan, setWantsPlan] = useState(false);
  const photo = found.state === "loaded" && !wantsPlan ? found.photo : null;
  const placed = featured.flatMap((place, index): PlacedPin[] => {
    const pin = pins[index] ?? null;
    if (pin === null) return [];
    const at = { x: (pin.x / PLAN_UNITS) * 100, y: (pin.y / PLAN_UNITS) * 100 };
    return [{ label: `${index + 1}`, name: place.name, href: `/places/${place.slug}`, at }];
  });
  const alt = photo === null ? `Street plan of ${name}` : "";
  return (
    <figure className="neighborhood-plan" data-photo={found.state}>
      <div className="neighborhood-plan-frame">
        {/* The largest picture on the first screen, so it isn't lazy. It follows the system theme; visitors who chose a
            theme get one of the other two. */}
        <picture className="by-system">
          <source media="(prefers-color-scheme: dark)" srcSet={plan.night} />
          <img src={plan.day} alt={alt} width={640} height={640} fetchPriority="high" />
        </picture>
        <img className="by-choice by-day" src={plan.day} alt={alt} width={640} height={640} loading="lazy" />
        <img className="by-choice by-night" src={plan.night} alt={alt} width={640} height={640} loading="lazy" />
        {photo === null && placed.length > 0 && <MapPins label={`Featured places in ${name}`} pins={placed} />}
      </div>
      {photo !== null && <img className="neighborhood-photo" src={photo.url} alt={photoAlt(photo)} />}
      {found.state === "loaded" && (
        <button
          type="button"
          className="button button-outline button-small neighborhood-plan-switch"
          onClick={() => setWantsPlan(!wantsPlan)}
        >
          {wantsPlan ? "Show the photo" : "Show the street plan"}
        </button>
      )}
      <figcaption className="neighborhood-plan-credit photo-credit">
        {photo === null ? (
          <>
            The border is approximate{confidence === "borders known" ? "" : " and our own"}: the city doesn’t define
            one. Open Data DC, CC BY 4.0; streets: U.S. Census Bureau.
          </>
        ) : (
          <PhotoCredit photo={photo} />
        )}
        {found.state === "fallback" && ` ${found.message}`}
      </figcaption>
    </figure>
  );
}

function SpecialSection({ special }: Pick<NeighborhoodPage, "special">) {
  if (special.length === 0) return null;
  return (
    <section className="special" aria-labelledby="special">
      <h2 className="h1" id="special">
        What makes it special
      </h2>
      <ol>
        {special.map(({ title, text }, index) => (
          <li key={title}>
            <span className="special-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="h3">{title}</h3>
              <p className="text-row text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
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

function NoPlaces({ name, neighbors }: Pick<NeighborhoodPage, "name" | "neighbors">) {
  const links = neighbors.map((neighbor) => (
    <Link key={neighbor.slug} className="button button-outline button-small" to={`/neighborhood/${neighbor.slug}`}>
      {neighbor.name}
    </Link>
  ));
  return (
    <section className="section">
      <EmptyState
        title={`No places yet in ${name}.`}
        actions={links}
        picture={<SiteScenePicture name="no-places" width={320} height={150} />}
      >
        We list a place once we have a source for its facts.{neighbors.length > 0 && " Try a neighborhood nearby:"}
      </EmptyState>
    </section>
  );
}

function NextDoor({ neighbors }: Pick<NeighborhoodPage, "neighbors">) {
  if (neighbors.length === 0) return null;
  return (
    <section className="next-door" aria-labelledby="next-door">
      <h2 className="h4" id="next-door">
        Next door
      </h2>
      <ul className="chips">
        {neighbors.map((neighbor) => (
          <li key={neighbor.slug}>
            <Link className="chip" to={`/neighborhood/${neighbor.slug}`}>
              {neighbor.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const LIST_FORMAT = new Intl.ListFormat("en-US", { type: "conjunction" });
