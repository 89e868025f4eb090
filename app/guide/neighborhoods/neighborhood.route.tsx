import "./neighborhood-page.css";

import type { ReactNode } from "react";
import { redirect } from "react-router";

import { breadcrumbJsonLd, collectionJsonLd, neighborhoodJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { type PageMeta, pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { recordListedPlaces } from "#app/platform/page-cache-info.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { neighborhoodPhotoQuery } from "#app/guide/photos/stock/page-photo-query.ts";
import { SponsoredSlot } from "#app/business/advertising/slots/sponsored-slot.tsx";
import { reserveSlot } from "#app/business/advertising/slots/reserve-slot.server.ts";
import { PlaceCard } from "#app/guide/places/cards/place-card.tsx";
import { guideSaveButton } from "#app/people/members/saves/savable-guide-card.tsx";
import { placeSaveButton } from "#app/people/members/saves/savable-place-row.tsx";
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
  neighborhoodGuidesPath,
  type NeighborhoodGuidesPage,
  type NeighborhoodPage,
  neighborhoodPath,
} from "./neighborhood.ts";
import { NeighborhoodIntroduction } from "./neighborhood-introduction.tsx";
import { NeighborhoodGuideList, NeighborhoodGuides } from "./neighborhood-guides.tsx";
import { NeighborhoodPlaces } from "./neighborhood-places.tsx";
import { NextDoor } from "./next-door.tsx";
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
  if (loaderData.kind === "guides") return <NeighborhoodGuideList {...loaderData} action={guideSaveButton} />;
  const { neighborhood, layer, photoAsk, slot } = loaderData;
  const { name, special, featured, neighbors } = neighborhood;
  const places = (
    <NeighborhoodPlaces
      {...{ neighborhood, layer }}
      sponsored={slot !== null && <SponsoredSlot on={slot} />}
      action={placeSaveButton}
    />
  );
  if (neighborhood.places.page > 1) return <FurtherPlaces neighborhood={neighborhood}>{places}</FurtherPlaces>;
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
        <NeighborhoodGuides neighborhood={neighborhood} action={guideSaveButton} />
        {places}
        {neighborhood.placeCount > 0 && <NextDoor neighbors={neighbors} />}
      </div>
    </>
  );
}

/** The second and further pages of the list, with only the name above. */
function FurtherPlaces({ neighborhood, children }: { neighborhood: NeighborhoodPage; children: ReactNode }) {
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
      {children}
      <NextDoor neighbors={neighbors} />
    </div>
  );
}
