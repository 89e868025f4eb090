import { useState } from "react";
import { Link } from "react-router";

import { breadcrumbJsonLd, collectionJsonLd, neighborhoodThing } from "#app/features/seo/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { socialImagePath } from "#app/features/seo/social-image-path.ts";
import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { notePlacesShown } from "#app/platform/page-life.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted } from "#app/ui/counted.ts";
import { SiteScenePicture } from "#app/features/illustrations/site-scene-picture.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { BASEMAP_FRAME, type PlanLayer } from "../map/frame.ts";
import { LocatorMap } from "../map/locator-map.tsx";
import { MapPanel } from "../map/map-panel.tsx";
import { MapPins, type PlacedPin } from "../map/map-pins.tsx";
import { numberedPlaces } from "../map/numbered-places.ts";
import { findPlanLayer } from "../map/plan-layer.server.ts";
import { useHighlightedPin } from "../map/use-highlighted-pin.ts";
import { neighborhoodPhotoAsk } from "../photos/photo-ask.ts";
import { photoAlt, PhotoCredit } from "../photos/photo-credit.tsx";
import type { PhotoAsk } from "../photos/photo.ts";
import { usePhoto } from "../photos/use-photo.ts";
import { MetroLines } from "../places/metro-walk.tsx";
import { SponsoredSlot } from "../advertising/sponsored-slot.tsx";
import { reserveSlot } from "../advertising/sponsored-slot.server.ts";
import type { Slot } from "../advertising/slots.ts";
import { PlaceCard } from "../places/place-card.tsx";
import { SavableGuideCard } from "../members/savable-guide-card.tsx";
import { SavablePlaceRow } from "../members/savable-place-row.tsx";
import { SavePlaceHeart } from "../members/save-place-heart.tsx";
import { withSaved, withSavedGuides } from "../members/saves.server.ts";
import { QuadrantMark } from "../places/quadrant-mark.tsx";
import { showsDemoRating } from "../places/rating-summary.ts";
import type { Route } from "./+types/neighborhood.route";
import { findNeighborhoodPage, similarNeighborhoods } from "./neighborhood-queries.server.ts";
import type { NeighborhoodPage } from "./neighborhood.ts";

/** Longer names than "Columbia Heights" would fill the poster at full size. */
const LARGE_NAME_CHARACTERS_MAX = 16;

/** A plan's own square, in its units. */
const PLAN_UNITS = 1000;

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = siteOf(context);
  const neighborhood = await findNeighborhoodPage(site.db, params.slug, site);
  if (neighborhood === null) throw noSuchPage(await similarNeighborhoods(site.db, params.slug));
  notePlacesShown(site.page, {
    surface: "neighborhood",
    places: [...neighborhood.featured, ...neighborhood.places],
  });
  return {
    neighborhood: {
      ...neighborhood,
      featured: await withSaved(site.db, site.viewer, neighborhood.featured),
      guides: await withSavedGuides(site.db, site.viewer, neighborhood.guides),
      places: await withSaved(site.db, site.viewer, neighborhood.places),
    },
    slot: await reserveSlot(site.db, `neighborhood:${neighborhood.slug}`, site),
    layer: await findPlanLayer(site.db, params.slug),
    photoAsk: neighborhoodPhotoAsk(site.env, neighborhood),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: { neighborhood }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  const { slug, name, summary, places } = neighborhood;
  const path = `/neighborhood/${slug}`;
  const items = places.map((place) => ({ name: place.name, path: `/places/${place.slug}` }));
  return pageMeta({
    siteUrl,
    title: name,
    description: summary,
    path,
    keywords: [name, ...neighborhood.aka],
    image: { path: socialImagePath("neighborhoods", slug), alt: `Street plan of ${name}` },
    type: "place",
    jsonLd: [
      collectionJsonLd(siteUrl, {
        path,
        name,
        description: summary,
        items,
        about: neighborhoodThing(neighborhood),
      }),
      breadcrumbJsonLd(siteUrl, [
        { name: "Neighborhoods", path: "/neighborhoods" },
        { name, path },
      ]),
    ],
  });
};

export default function NeighborhoodRoute({ loaderData }: Route.ComponentProps) {
  const { neighborhood, layer, photoAsk, slot } = loaderData;
  const { name, special, featured, neighbors } = neighborhood;
  // The poster has room for one paragraph beside the plan.
  const more = neighborhood.paragraphs.slice(1);
  return (
    <>
      <div className="neighborhood-poster">
        <NeighborhoodTitle neighborhood={neighborhood} />
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
        <Special special={special} />
        {featured.length > 0 && (
          <section className="section" aria-labelledby="featured">
            <SectionHead
              id="featured"
              title={`Featured in ${name}`}
              more={{ label: `All ${counted(neighborhood.placeCount, "place")}`, to: "#places" }}
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

function NeighborhoodTitle({ neighborhood }: { neighborhood: NeighborhoodPage }) {
  const { name, paragraphs, aka, guideCount, placeCount, quadrants } = neighborhood;
  return (
    <div className="neighborhood-words">
      <Breadcrumbs
        trail={[{ label: "Neighborhoods", to: "/neighborhoods" }, { label: name }]}
        aside={showsDemoRating(neighborhood.places) && <DemoMark />}
      />
      <h1 className={name.length > LARGE_NAME_CHARACTERS_MAX ? "neighborhood-name-long" : "neighborhood-name"}>
        {name}
      </h1>
      <div className="neighborhood-text">
        <p>{paragraphs[0]}</p>
        {aka.length > 0 && <p className="neighborhood-aka">Also called {LIST.format(aka)}.</p>}
      </div>
      <dl className="neighborhood-facts">
        <div>
          <dt>Guides</dt>
          <dd>{guideCount}</dd>
        </div>
        <div>
          <dt>Places</dt>
          <dd>{placeCount}</dd>
        </div>
        <div>
          <dt>{quadrants.length === 1 ? "Quadrant" : "Quadrants"}</dt>
          <dd className="flex gap-2">
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
        None here. <MetroLines lines={nearest.lines} /> {nearest.name}, about {nearest.minutes} min on foot from the
        middle
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

type StreetPlanProps = { neighborhood: NeighborhoodPage; ask: PhotoAsk | null };

/** The plan with its pins; where a photo is found it takes the plan's place, and a button brings the plan back. */
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
        {/* The largest picture of the first screen: lazy ones wait for the layout. It knows the system alone, so who has
            chosen a theme gets one of the two others. */}
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
            The border is approximate{confidence === "borders known" ? "" : ", a division of ours"}: the city draws
            none. Open Data DC, CC BY 4.0; streets: U.S. Census Bureau.
          </>
        ) : (
          <PhotoCredit photo={photo} />
        )}
        {found.state === "fallback" && ` ${found.message}`}
      </figcaption>
    </figure>
  );
}

function Special({ special }: Pick<NeighborhoodPage, "special">) {
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
              <p className="text-row text-stone-5">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NeighborhoodGuides({ neighborhood: { name, guides } }: { neighborhood: NeighborhoodPage }) {
  const [lead, ...rest] = guides;
  if (lead === undefined) return null;
  return (
    <section className="section" aria-labelledby="guides">
      <SectionHead id="guides" title={`Guides to ${name}`} />
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
  const { name, places, neighbors } = neighborhood;
  const { highlighted, pointing } = useHighlightedPin();
  if (places.length === 0) return <NoPlaces name={name} neighbors={neighbors} />;
  const { numbered, pins } = numberedPlaces(places, 1);
  return (
    <section className="section section-of-rows" aria-labelledby="places">
      <SectionHead id="places" title={`All ${counted(places.length, "place")} in ${name}`} />
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
        </div>
        {pins.length > 0 && (
          <MapPanel>
            <LocatorMap
              label={`Map of ${counted(pins.length, "place")} in ${name}`}
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
        We list a place only when its facts have a source.{neighbors.length > 0 && " Nearest:"}
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

const LIST = new Intl.ListFormat("en-US", { type: "conjunction" });
