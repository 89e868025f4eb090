import "#app/guide/photos/place/show/lightbox.css";
import "#app/people/place-questions/place-questions.css";
import "#app/people/reviews/reviews.css";

import { Globe, Phone, Navigation } from "lucide-react";
import { Fragment } from "react";
import { Link, redirect } from "react-router";

import { breadcrumbJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import { placeJsonLd } from "#app/guide/seo/structured/place-json-ld.ts";
import { socialImagePath } from "#app/guide/seo/social/social-image-path.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";
import { type ClickPaths, clickPaths, NO_PINGS } from "#app/guide/analytics/places/click-paths.ts";
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
import { AttributesList } from "./attributes-list.tsx";
import { CATEGORY_NAMES } from "../facts/categories.ts";
import { type PlaceContactLinks, placeContactLinks } from "../facts/contact-links.ts";
import { describeFreshness, distinctSources } from "../facts/fact-origin.ts";
import { ConfirmFactButton } from "../facts/origin-note.tsx";
import { findPlacePage, findPlacesWithSimilarSlug } from "../place-queries.server.ts";
import type { ClosureNotice } from "../facts/closure.ts";
import { findSuccessorSlug } from "../facts/place-closure.server.ts";
import type { PlacePage } from "../place.ts";
import { QuadrantMark } from "../cards/quadrant-mark.tsx";
import { hasDemoRating } from "../cards/rating-summary.ts";
import { RatingStars } from "../cards/rating.tsx";
import { NearbyPlaces } from "./nearby-places.tsx";
import { PlaceFacts } from "./practical-facts.tsx";

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
    contactLinks: placeContactLinks(place, site.env.siteUrl),
    // Clicks by the place's own managers aren't counted.
    pings: (await managesPlace(site.db, { placeId: id, viewer: site.viewer })) ? NO_PINGS : clickPaths(place.slug),
    plan: await findPlanLayer(site.db, place.neighborhood.slug),
    photoAsk: placePhotoQuery(site.env, place),
    jsonLd: isClosed
      ? null
      : placeJsonLd(
          site.env.siteUrl,
          { ...found, photo: firstPhoto === null ? null : photoSource(firstPhoto, 1_600) },
          site.now,
        ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: { place, jsonLd }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    matches,
    title: place.name,
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
  const { place, gallery, reviews, questions, ownReview, guides, plan, photoAsk, ...actions } = loaderData;
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
      <PlaceHead place={place} {...actions} />
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
          <PlaceFacts place={place} {...actions} />
          <p className="facts-ways no-print">
            <Link className="link" to={`/places/${place.slug}/suggest`} rel="nofollow">
              Suggest an edit
            </Link>
            <a className="link" href={`/places/${place.slug}/suggest#closed`} rel="nofollow">
              Report closed
            </a>
            <a className="link" href={`/places/${place.slug}/claim`} rel="nofollow">
              Own this business?
            </a>
          </p>
          {place.position !== null && (
            <div className="place-map">
              <LocatorMap
                label={`Map with ${place.name}`}
                pins={[{ label: "", name: place.name, href: null, point: place.position }]}
                frame={BASEMAP_FRAME}
                plan={plan}
                view={viewOfPoints(BASEMAP_FRAME, [place.position], MAP_RADIUS_METERS)}
                live={{ showsWalkRings: true, usesCooperativeGestures: true, isClustered: false }}
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
          <Sources place={place} />
        </div>
      </div>
    </div>
  );
}

/** What a listed place has in place of a description. */
function ListedNote({ place: { slug, listedNote } }: { place: PlacePage }) {
  return (
    <p className="place-listed">
      {listedNote} We haven’t written about it yet.{" "}
      <a className="link no-print" href={`/places/${slug}/review`} rel="nofollow">
        Been there? Write the first review
      </a>
    </p>
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

type ActionsProps = { place: PlacePage; isSaved: boolean | null; contactLinks: PlaceContactLinks; pings: ClickPaths };

function PlaceHead(props: ActionsProps) {
  const { place } = props;
  const { rating, neighborhood, quadrant } = place;
  const price = priceLabel(place);
  return (
    <div className="place-head">
      <div>
        <h1 className="d2">{place.name}</h1>
        <p className="place-head-line meta">
          {rating !== null && (
            <span>
              <RatingStars mean={rating.mean} /> <b>{rating.mean.toFixed(1)}</b>{" "}
              <a className="link" href="#reviews">
                {pluralize(rating.count, "review")}
              </a>
            </span>
          )}
          <span>{place.type}</span>
          {price !== null && <span>{price}</span>}
          <span>
            <Link className="name-link" to={`/neighborhood/${neighborhood.slug}`}>
              {neighborhood.name}
            </Link>
          </span>
          {quadrant !== null && <QuadrantMark quadrant={quadrant} />}
        </p>
      </div>
      <PlaceActions {...props} />
    </div>
  );
}

function PlaceActions({ place, isSaved, contactLinks: { directions, phone, website, share }, pings }: ActionsProps) {
  const isClosed = place.closure?.isFinal === true;
  return (
    <div className="place-actions no-print">
      {directions !== null && !isClosed && (
        <a
          className="button button-primary"
          href={directions}
          ping={pings.directions}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Navigation className="icon" aria-hidden="true" />
          Directions<span className="sr-only"> on OpenStreetMap, in a new tab</span>
        </a>
      )}
      {phone !== null && !isClosed && (
        <a className="button button-outline" href={phone.href} ping={pings.phone}>
          <Phone className="icon" aria-hidden="true" />
          Call
        </a>
      )}
      {website !== null && (
        <a className="button button-outline" href={website.href} ping={pings.website} rel="noopener">
          <Globe className="icon" aria-hidden="true" />
          Website
        </a>
      )}
      {!isClosed && (
        <>
          <SaveButton key={place.slug} item={`places/${place.slug}`} name={place.name} isSaved={isSaved} shape="word" />
          <a className="button button-outline" href={`/lists?place=${place.slug}`}>
            Add to a list
          </a>
          <a className="button button-outline" href={share} ping={pings.share}>
            Share
          </a>
        </>
      )}
    </div>
  );
}

type ClosureBannerProps = { closure: ClosureNotice; origin: PlacePage["origins"]["closedForWorks"] };

function ClosureBanner({ closure: { title, text, successor }, origin }: ClosureBannerProps) {
  return (
    <div className="closure-notice">
      <p>
        <strong>{title}.</strong> {text}
        {origin !== undefined && ` Source: ${inSentence(origin.sourceTitle)}. ${describeFreshness(origin)}.`}
        {successor !== null && (
          <>
            {" "}
            New page:{" "}
            <Link className="link" to={`/places/${successor.slug}`}>
              {successor.name}
            </Link>
          </>
        )}
      </p>
    </div>
  );
}

/** An unknown price is only mentioned in categories where people expect one. */
function priceLabel({ priceRange, category }: Pick<PlacePage, "priceRange" | "category">): string | null {
  if (priceRange === "N/A") return null;
  if (priceRange !== null) return priceRange === "Free" ? "Free entry" : priceRange;
  return category === "food" || category === "nightlife" || category === "entertainment" ? "Price unknown" : null;
}

function GoodToKnow({ place: { slug, attributes, category, origins, licensedNote } }: { place: PlacePage }) {
  const origin = attributes.some(({ value }) => value !== null) ? origins.attributes : undefined;
  return (
    <section aria-labelledby="good-to-know">
      <SectionHead id="good-to-know" title="Good to know" />
      {licensedNote !== null && (
        <p className="place-licensed">
          {licensedNote}{" "}
          {origins.licensed !== undefined && (
            <span className="text-row text-muted">
              Source: {inSentence(origins.licensed.sourceTitle)}. {describeFreshness(origins.licensed)}.
            </span>
          )}
        </p>
      )}
      <AttributesList attributes={attributes} category={category} />
      {origin !== undefined && (
        <form method="post" action={`/places/${slug}/confirm`} className="text-row text-muted">
          Source: {inSentence(origin.sourceTitle)}. {describeFreshness(origin)}.{" "}
          <ConfirmFactButton origin={origin} field="attributes" name="Good to know" />
        </form>
      )}
      {origins.attributeCorrections !== undefined && (
        <p className="text-row text-muted">
          {origin === undefined ? "Source:" : "Also from"} {inSentence(origins.attributeCorrections.sourceTitle)}.{" "}
          {describeFreshness(origins.attributeCorrections)}.
        </p>
      )}
    </section>
  );
}

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

/** Lowercases the titles that aren't names: "General knowledge of the editors" and "Readers’ suggestions". */
function inSentence(title: string): string {
  return title.replace(/^(?:General|Readers’) /, (word) => word.toLowerCase());
}

/** The license in sources.yaml of our own writing and knowledge. */
const OWN_LICENSE = "none needed";

function Sources({ place: { origins, descriptionNote } }: { place: PlacePage }) {
  const sources = distinctSources(origins);
  if (sources.length === 0) return null;
  return (
    <p className="text-meta text-muted">
      Sources:{" "}
      {sources.map(({ sourceTitle, license }, index) => (
        <Fragment key={sourceTitle}>
          {index > 0 && "; "}
          {license === OWN_LICENSE ? inSentence(sourceTitle) : `${sourceTitle} (${license})`}
        </Fragment>
      ))}
      . {descriptionNote} Walking times are estimates.
    </p>
  );
}
