import "#app/guide/places/page/place-page.css";

import { Link } from "react-router";

import { MemberPictureImage } from "#app/people/members/profile/member-picture-image.tsx";
import { RatingStars } from "#app/guide/places/cards/rating.tsx";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { DemoMark } from "#app/ui/demo-mark.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { ReviewBody } from "./review-body.tsx";
import {
  type OwnReviewNote,
  type PlaceReviews,
  REVIEW_SORTS,
  type ReviewReply,
  type DisplayedReview,
  type ReviewSort,
  type ReviewsQuery,
  reviewsPath,
} from "../reviews.ts";

/** The reviews section of a place: histogram, then reviews with links for sorting and paging. */
export function ReviewsSection({
  place,
  reviews,
  own,
}: {
  place: { slug: string; name: string };
  reviews: PlaceReviews;
  /** Null if reviews can't be written. */
  own: OwnReviewNote | null;
}) {
  const { rating, sort, stars, page, pageCount } = reviews;
  const pathOf = (request: Partial<ReviewsQuery>) =>
    `${reviewsPath(place.slug, { sort, stars, page: 1, ...request })}#reviews`;
  return (
    <section className="reviews" aria-labelledby="reviews">
      <SectionHead id="reviews" title="Reviews" aside={reviews.demo === "none" ? null : <DemoMark />} />
      {own !== null && (
        <div className="review-own no-print">
          <Link className="button button-outline" to={`/places/${place.slug}/review`} rel="nofollow">
            {own.label}
          </Link>
          {own.note !== null && <p>{own.note}</p>}
        </div>
      )}
      {rating === null ? (
        <>
          <p className="h3">No reviews yet</p>
          <p className="reviews-none text-muted">Be the first to review {place.name}.</p>
        </>
      ) : (
        <>
          <div className="reviews-spread">
            <div className="place-score">
              <span className="d3">{rating.mean.toFixed(1)}</span>
              <RatingStars mean={rating.mean} />
              <span className="text-row text-muted">{pluralize(rating.count, "review")}</span>
            </div>
            <Histogram histogram={reviews.histogram} stars={stars} pathOf={pathOf} />
          </div>
          <p className="reviews-mean">
            This is the average of all ratings. Lists also consider how many reviews a place has.
          </p>
          {rating.count > 1 && (
            <nav className="reviews-order" aria-label="Sort reviews">
              {REVIEW_SORTS.map((each) => (
                <Link
                  key={each}
                  className="chip"
                  to={pathOf({ sort: each })}
                  aria-current={each === sort ? "true" : undefined}
                  preventScrollReset
                >
                  {SORT_LABELS[each]}
                </Link>
              ))}
              {stars !== null && (
                <Link className="chip" to={pathOf({ stars: null })} preventScrollReset>
                  All stars
                </Link>
              )}
            </nav>
          )}
          {stars !== null && reviews.reviews.length === 0 && <p>No reviews with {pluralize(stars, "star")}.</p>}
          <ol className="review-list">
            {reviews.reviews.map((review) => (
              <Review
                key={review.id}
                review={review}
                placeName={place.name}
                isMarked={reviews.demo === "some" && review.isDemo}
                path={reviewsPath(place.slug, reviews)}
              />
            ))}
          </ol>
          <Pager label="Reviews" page={page} pageCount={pageCount} hrefFor={(to) => pathOf({ page: to })} />
        </>
      )}
    </section>
  );
}

const SORT_LABELS: Record<ReviewSort, string> = { newest: "Newest", highest: "Highest", lowest: "Lowest" };

/** Rows from five stars to one, each as long as its share of all reviews. A row links to its reviews, the selected row to all reviews. */
function Histogram({
  histogram,
  stars: selected,
  pathOf,
}: Pick<PlaceReviews, "histogram" | "stars"> & { pathOf: (request: Partial<ReviewsQuery>) => string }) {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const rows = histogram.map((count, index) => ({ stars: index + 1, count })).toReversed();
  return (
    <ul className="histogram">
      {rows.map(({ stars, count }) => (
        <li key={stars}>
          <Link
            to={pathOf({ stars: stars === selected ? null : stars })}
            aria-label={`${pluralize(stars, "star")}: ${pluralize(count, "review")}`}
            aria-current={stars === selected ? "true" : undefined}
            rel="nofollow"
            preventScrollReset
          >
            {stars}
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="histogram-track" width="100" height="8" />
              <rect className="histogram-bar" width={total === 0 ? 0 : (count / total) * 100} height="8" />
            </svg>
            <span>{formatFullCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

type ReviewProps = { review: DisplayedReview; placeName: string; isMarked: boolean; path: string };

function Review({ review, placeName, isMarked, path }: ReviewProps) {
  const { id, author, reply } = review;
  return (
    <li className="review" id={`review-${id}`}>
      {author.profile === null ? (
        <span className="review-initial" aria-hidden="true">
          {Array.from(author.name)[0]}
        </span>
      ) : (
        <MemberPictureImage picture={author.profile.picture} size={32} />
      )}
      <div className="review-head">
        <h3>
          {author.profile === null ? (
            author.name
          ) : (
            <Link className="name-link" to={author.profile.path} rel="nofollow">
              {author.name}
            </Link>
          )}{" "}
          {author.hasVipBadge && <span className="badge badge-brass">VIP</span>}
        </h3>
        {isMarked && <DemoMark />}
        <p className="meta text-meta text-muted">
          <span>Member since {author.joinedLabel}</span>
          <span>{pluralize(author.reviewCount, "review")}</span>
          {review.relationLabel !== null && <span>{review.relationLabel}</span>}
        </p>
      </div>
      <ReviewBody review={review}>
        {reply !== null && <Reply reply={reply} from={placeName} />}
        <Helpful review={review} path={path} />
      </ReviewBody>
    </li>
  );
}

function Reply({ reply, from }: { reply: ReviewReply; from: string }) {
  return (
    <div className="review-reply">
      <h4>Reply from {from}</h4>
      {reply.paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      <p className="text-meta text-muted">
        <time dateTime={reply.repliedAt}>{reply.repliedLabel}</time>
        {reply.isEdited && ", edited"}
      </p>
    </div>
  );
}

/** The number of helpful votes, and for everyone but the author the buttons to vote and report. */
function Helpful({
  review: { id, viewerRelation: mine, helpfulCount, author },
  path,
}: {
  review: DisplayedReview;
  path: string;
}) {
  const about = <span className="sr-only"> the review by {author.name}</span>;
  const isVoted = mine === "found-helpful";
  return (
    <div className="review-helpful no-print">
      {helpfulCount > 0 && <span>{formatFullCount(helpfulCount)} found this helpful</span>}
      {mine !== "written" && (
        <>
          <form method="post" action={`/reviews/${id}/helpful`}>
            <input type="hidden" name="to" value={path} />
            <button
              type="submit"
              className="button button-small button-outline"
              name="vote"
              value={isVoted ? "no" : "yes"}
            >
              {isVoted ? "Undo “Helpful”" : "Helpful"}
              {about}
            </button>
          </form>
          <Link className="button button-small button-plain" to={`/reviews/${id}/report`} rel="nofollow">
            Report{about}
          </Link>
        </>
      )}
    </div>
  );
}
