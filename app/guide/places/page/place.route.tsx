import "#app/guide/photos/place/show/lightbox.css";
import "#app/people/place-questions/place-questions.css";
import "#app/people/reviews/reviews.css";
import "#app/ui/popup.css";
import "#app/ui/share-button.css";
import "./directions-links.css";

import { redirect } from "react-router";

import { breadcrumbJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { placeJsonLd } from "#app/guide/seo/structured/place-json-ld.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { clickPaths, NO_PINGS } from "#app/guide/analytics/places/click-paths.ts";
import { managesPlace } from "#app/business/listings/figures/exclude-owner-views.server.ts";
import { listGuidesMentioning } from "#app/guide/guides/guide-queries.server.ts";
import { renderGallery } from "#app/guide/photos/place/show/gallery-html.server.tsx";
import { listPublicPhotos } from "#app/guide/photos/place/photo-queries.server.ts";
import { photoSource } from "#app/guide/photos/place/place-photo.ts";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import { BASEMAP_FRAME, viewOfPoints } from "#app/guide/map/base/frame.ts";
import { LocatorMap } from "#app/guide/map/page/locator-map.tsx";
import { findPlanLayer } from "#app/guide/map/base/plan-layer.server.ts";
import { HeroPicture } from "#app/guide/photos/stock/hero-picture.tsx";
import { placePhotoQuery } from "#app/guide/photos/stock/page-photo-query.ts";
import { AddToListLink } from "#app/people/members/lists/add-to-list-link.tsx";
import { SavableGuideCard } from "#app/people/members/saves/savable-guide-card.tsx";
import { SaveButton } from "#app/people/members/saves/save-button.tsx";
import { isSavedBy, withSavedGuides } from "#app/people/members/saves/saves.server.ts";
import { loadQuestionsExcerpt } from "#app/people/place-questions/place-question-queries.server.ts";
import { renderPlaceQuestions } from "#app/people/place-questions/place-questions-html.server.tsx";
import { findOwnReviewNote } from "#app/people/reviews/write/own-review.server.ts";
import { ReviewsSection } from "#app/people/reviews/show/place-reviews.tsx";
import { loadPlaceReviews } from "#app/people/reviews/show/review-queries.server.ts";
import { parseReviewsQuery, reviewsPath, REVIEW_PARAMETERS } from "#app/people/reviews/reviews.ts";
import type { Route } from "./+types/place.route";
import { CATEGORY_NAMES } from "../facts/categories.ts";
import { placeContactLinks } from "../facts/contact-links.ts";
import { findPlacePage, findPlacesWithSimilarSlug } from "../place-queries.server.ts";
import { findSuccessorSlug } from "../facts/place-closure.server.ts";
import type { PlacePage } from "../place.ts";
import { hasDemoRating } from "../cards/rating-summary.ts";
import { ClosureBanner } from "./closure-banner.tsx";
import { GoodToKnow } from "./good-to-know.tsx";
import { ListedNote } from "./listed-note.tsx";
import { NearbyPlaces } from "./nearby-places.tsx";
import { PlaceHead } from "./place-head.tsx";
import { renderPlaceWays } from "./place-ways-html.server.tsx";
import { PlaceSources } from "./place-sources.tsx";
import { CorrectionLinks, PlaceFacts } from "./practical-facts.tsx";

export const handle = {
  audience: "everyone",
  query: REVIEW_PARAMETERS,
  viewSubject: "place",
} as const satisfies RouteHandle;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const found = await findPlacePage(site.db, params.slug, site);
  if (found === null) {
    const successor = await findSuccessorSlug(site.db, params.slug);
    if (successor !== null) throw redirect(`/places/${successor}`, 301);
    throw noSuchPage(await findPlacesWithSimilarSlug(site.db, params.slug));
  }
  const { id, updatedAt: _updatedAt, openingHours: _openingHours, realRating: _realRating, ...place } = found;
  const reviewsQuery = parseReviewsQuery(readQuery(request, handle));
  const reviews = await loadPlaceReviews(
    site.db,
    { placeId: id, readerId: site.viewer?.id ?? null, ...reviewsQuery },
    site,
  );
  if (reviewsQuery.page > reviews.pageCount) {
    throw redirect(reviewsPath(place.slug, { ...reviewsQuery, page: reviews.pageCount }));
  }
  const isClosed = place.closure?.isFinal === true;
  const gallery = await listPublicPhotos(site.db, id);
  const [firstPhoto = null] = gallery;
  const contactLinks = placeContactLinks(place, site.env.siteUrl);
  // Clicks by the place's own managers aren't counted.
  const pings = (await managesPlace(site.db, { placeId: id, viewer: site.viewer })) ? NO_PINGS : clickPaths(place.slug);
  return {
    place,
    gallery: renderGallery(place, gallery),
    reviews,
    questions: renderPlaceQuestions({
      place,
      ...(await loadQuestionsExcerpt(site.db, { id, name: place.name }, site.page)),
      isOpen: !isClosed,
    }),
    // Closed places can't be reviewed.
    ownReview: isClosed ? null : await findOwnReviewNote(site.db, { placeId: id, viewer: site.viewer }),
    // Guides leave out closed places.
    guides: isClosed ? [] : await withSavedGuides(site.db, site.viewer, await listGuidesMentioning(site.db, id, site)),
    isSaved: await isSavedBy(site.db, site.viewer, { kind: "places", slug: place.slug }),
    contactLinks: { phone: contactLinks.phone, website: contactLinks.website },
    pings,
    ways: renderPlaceWays({ place, contactLinks, pings }),
    plan: await findPlanLayer(site.db, place.neighborhood.slug),
    photoAsk: placePhotoQuery(site.env, place),
    jsonLd: isClosed
      ? null
      : placeJsonLd(
          site.env.siteUrl,
          {
            ...found,
            photo: firstPhoto === null ? null : { path: photoSource(firstPhoto, 1_600), credit: firstPhoto.credit },
          },
          site.now,
        ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: { place, jsonLd }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    matches,
    title: place.title,
    description: metaDescription(place),
    path: `/places/${place.slug}`,
    keywords: [place.type, place.neighborhood.name, CATEGORY_NAMES[place.category]],
    image: { path: socialImagePath("places", place.slug), alt: place.picture.alt },
    type: "place",
    robots: place.isIndexed ? "index, follow" : "noindex, follow",
    jsonLd: [
      // No structured data for closed places.
      ...(jsonLd === null ? [] : [jsonLd]),
      breadcrumbJsonLd(siteUrl, [
        { name: CATEGORY_NAMES[place.category], path: `/${place.category}` },
        { name: place.neighborhood.name, path: `/neighborhood/${place.neighborhood.slug}` },
        { name: place.name, path: `/places/${place.slug}` },
      ]),
    ],
  });
};

function metaDescription({ description, type, street, quadrant, neighborhood }: PlacePage): string {
  if (description !== "") return description;
  const address = street === null ? "" : ` at ${[street, quadrant].filter((part) => part !== null).join(" ")}`;
  return `${type}${address} in ${neighborhood.name}, Washington, DC.`;
}

export default function PlaceRoute({ loaderData }: Route.ComponentProps) {
  const { place, gallery, reviews, questions, ownReview, guides, plan, photoAsk, contactLinks, pings, ways } =
    loaderData;
  const { category, neighborhood, picture } = place;
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: CATEGORY_NAMES[category], to: `/${category}` },
          { label: neighborhood.name, to: `/neighborhood/${neighborhood.slug}` },
          { label: place.name },
        ]}
        aside={hasDemoRating([place, ...place.nearby]) && <DemoMark />}
      />
      <PlaceHead
        {...{ place, ways }}
        saveButton={
          <SaveButton
            key={place.slug}
            item={`places/${place.slug}`}
            name={place.name}
            isSaved={loaderData.isSaved}
            shape="word"
          />
        }
        listButton={<AddToListLink key={place.slug} place={place} isSignedIn={loaderData.isSaved !== null} />}
      />
      {place.closure !== null && <ClosureBanner closure={place.closure} origin={place.origins.closedForWorks} />}
      {gallery === null ? (
        <HeroPicture className="place-picture" picture={picture} query={photoAsk} />
      ) : (
        <div ref={attachLightbox} dangerouslySetInnerHTML={{ __html: gallery }} />
      )}
      <div className="place-columns">
        <div className="place-text">
          {place.summary !== "" && <p className="place-lead">{place.summary}.</p>}
          {place.isDescribed ? (
            <p className={place.summary === "" ? "place-lead" : "place-story"}>{place.description}</p>
          ) : (
            <ListedNote place={place} />
          )}
        </div>
        <aside className="place-facts" aria-label="Practical facts">
          <PlaceFacts {...{ place, contactLinks, pings }} />
          <CorrectionLinks slug={place.slug} />
          {place.position !== null && (
            <div className="place-map">
              <LocatorMap
                label={`Map with ${place.name}`}
                pins={[{ label: "", name: place.name, href: null, point: place.position }]}
                frame={BASEMAP_FRAME}
                plan={plan}
                view={viewOfPoints(BASEMAP_FRAME, [place.position], MAP_RADIUS_METERS)}
                live={{ showsWalkRings: true, usesCooperativeGestures: true }}
              />
            </div>
          )}
          <NearbyPlaces nearby={place.nearby} />
        </aside>
        <div className="place-sections">
          <GoodToKnow place={place} />
          <ReviewsSection place={place} reviews={reviews} own={ownReview} />
          <div dangerouslySetInnerHTML={{ __html: questions }} />
          <GuidesThatMention guides={guides} />
          <PlaceSources place={place} />
        </div>
      </div>
    </div>
  );
}

/** The gallery links to a separate page. With JavaScript, photos open in a lightbox instead. */
function attachLightbox(gallery: HTMLElement | null) {
  gallery?.addEventListener("click", (event) => {
    event.preventDefault();
    void import("#app/guide/photos/place/show/lightbox.ts").then(({ openLightbox }) => openLightbox(event));
  });
}

/** Fits the ring of 15 minutes' walk with its label, and the map credit below. */
const MAP_RADIUS_METERS = 2_350;

function GuidesThatMention({ guides }: { guides: GuideCardData[] }) {
  if (guides.length === 0) return null;
  return (
    <section aria-labelledby="guides">
      <SectionHead id="guides" title={guides.length === 1 ? "Mentioned in this guide" : "Mentioned in these guides"} />
      <ul className="place-guides">
        {guides.map((guide) => (
          <li key={guide.slug}>
            <SavableGuideCard guide={guide} shape="row" />
          </li>
        ))}
      </ul>
    </section>
  );
}
