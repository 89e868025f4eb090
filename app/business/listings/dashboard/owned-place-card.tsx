import { Link } from "react-router";

import { HoursLine } from "#app/guide/places/hours/hours-line.tsx";
import { Rating } from "#app/guide/places/cards/rating.tsx";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { DemoMark } from "#app/ui/demo-mark.tsx";

import { SmallChart } from "../figures/figure-chart.tsx";
import type { DashboardPlace } from "./load-dashboard.server.ts";
import type { OwnedPlaceSummary } from "./owned-place.ts";
import { sectionPath } from "./owner-page.tsx";
import { ReviewItem } from "./owner-review-item.tsx";
import { OWNER_ROLE_LABELS } from "../people/place-manager.ts";

/** A place on the dashboard: stats, what to do, latest reviews and the badge. */
export function OwnedPlaceCard({ place }: { place: DashboardPlace }) {
  const { slug, name } = place;
  const isDemo = place.rating?.isDemo === true || place.hasDemoStats;
  return (
    <article className="owned-place" aria-labelledby={`place-${slug}`}>
      <img src={place.picture.thumb} alt="" width={80} height={80} loading="lazy" />
      <div className="owned-place-head">
        <h2 className="h3" id={`place-${slug}`}>
          <Link className="name-link" to={sectionPath(slug, "overview")}>
            {name}
          </Link>
        </h2>
        <p className="meta text-meta text-muted">
          <span>{place.type}</span>
          <span>{place.neighborhood}</span>
          <span>{OWNER_ROLE_LABELS[place.role]}</span>
          {isDemo && <DemoMark />}
        </p>
      </div>
      <p className="owned-place-ways">
        <Link className="button button-primary" to={sectionPath(slug, "edit")}>
          Edit listing<span className="sr-only"> of {name}</span>
        </Link>
        <Link className="button button-outline" to={sectionPath(slug, "photos")}>
          Photos<span className="sr-only"> of {name}</span>
        </Link>
        <Link className="button button-outline" to={`/places/${slug}`}>
          View listing<span className="sr-only"> of {name}</span>
        </Link>
      </p>
      <div className="owned-place-body">
        <div>
          <RecentViews place={place} />
          <OwnedPlaceStats place={place} />
          <NextSteps place={place} />
          <BadgeCode place={place} />
        </div>
        <LatestReviews place={place} />
      </div>
    </article>
  );
}

function RecentViews({ place: { slug, recent } }: { place: DashboardPlace }) {
  return (
    <section className="owned-views" aria-labelledby={`views-${slug}`}>
      <h3 className="h4" id={`views-${slug}`}>
        {pluralize(recent.views, "view")} in the last 30 days
      </h3>
      {recent.views === 0 ? (
        <p className="text-muted">Views show up here a few seconds after they happen. Your own don’t count.</p>
      ) : (
        <SmallChart chart={recent.chart} />
      )}
      <p>
        <Link className="link" to={sectionPath(slug, "figures")}>
          All stats
        </Link>
      </p>
    </section>
  );
}

function LatestReviews({ place: { slug, reviews } }: { place: DashboardPlace }) {
  return (
    <section aria-labelledby={`reviews-${slug}`}>
      <h3 className="h4" id={`reviews-${slug}`}>
        Latest reviews
      </h3>
      {reviews.length === 0 ? (
        <p className="text-muted">No reviews yet. Put the badge on your website to invite some.</p>
      ) : (
        <>
          <ol className="owner-reviews">
            {reviews.map((review) => (
              <ReviewItem key={review.id} review={review} path={sectionPath(slug, "reviews")} isOnDashboard />
            ))}
          </ol>
          <p>
            <Link className="link" to={sectionPath(slug, "reviews")}>
              All reviews
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

function BadgeCode({ place: { slug, badge } }: { place: DashboardPlace }) {
  const id = `badge-code-${slug}`;
  return (
    <section className="owned-badge" aria-labelledby={`badge-${slug}`}>
      <h3 className="h4" id={`badge-${slug}`}>
        Badge for your website
      </h3>
      <img src={badge.src} alt={badge.alt} width={badge.width} height={badge.height} loading="lazy" />
      <div className="field">
        <label htmlFor={id}>Code for your website</label>
        <textarea className="input badge-code" id={id} rows={3} readOnly spellCheck={false} value={badge.snippet} />
      </div>
      <div className="owned-place-ways">
        <CopyButton text={badge.snippet} label="Copy code" />
        <Link className="link" to={sectionPath(slug, "badge")}>
          Other sizes
        </Link>
      </div>
    </section>
  );
}

/** The place's public state and its open tasks, as numbers. */
export function OwnedPlaceStats({ place }: { place: OwnedPlaceSummary }) {
  const { slug, viewCount, rating, unansweredCount, questionCount, saveCount, waitingCount, hoursFreshness } = place;
  return (
    <dl className="owned-figures">
      <div>
        <dt>Visitors see</dt>
        <dd>
          <HoursLine line={place.hours} />
        </dd>
      </div>
      <div>
        <dt>Views in 30 days</dt>
        <dd>
          <Link className="link" to={sectionPath(slug, "figures")}>
            {formatFullCount(viewCount)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd>{rating === null ? "No reviews yet" : <Rating rating={rating} />}</dd>
      </div>
      <div>
        <dt>Reviews without a reply</dt>
        <dd>
          {unansweredCount === 0 ? (
            "None"
          ) : (
            <Link className="link" to={`${sectionPath(slug, "reviews")}?show=unanswered`}>
              {formatFullCount(unansweredCount)}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Questions without your answer</dt>
        <dd>
          {questionCount === 0 ? (
            "None"
          ) : (
            <Link className="link" to={`${sectionPath(slug, "questions")}?show=unanswered`}>
              {formatFullCount(questionCount)}
            </Link>
          )}
        </dd>
      </div>
      <div>
        <dt>Completeness</dt>
        <dd>
          {place.parts.filter(({ isThere }) => isThere).length} of {place.parts.length}
        </dd>
      </div>
      <div>
        <dt>Saved by</dt>
        <dd>{pluralize(saveCount, "person", "people")}</dd>
      </div>
      <div>
        <dt>Pending with editors</dt>
        <dd>
          {waitingCount === 0 ? "Nothing pending" : pluralize(waitingCount, "change or report", "changes or reports")}
        </dd>
      </div>
      {hoursFreshness !== null && (
        <div>
          <dt>Hours</dt>
          <dd>{hoursFreshness}</dd>
        </div>
      )}
    </dl>
  );
}

/** The suggested next steps; nothing when there are none. */
export function NextSteps({ place: { name, steps } }: { place: OwnedPlaceSummary }) {
  if (steps.length === 0) return null;
  return (
    <div className="owned-steps">
      <h3 className="h4">Next steps</h3>
      <ul aria-label={`Next steps for ${name}`}>
        {steps.map(({ text, to, label }) => (
          <li key={text}>
            {text}{" "}
            <Link className="link" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How complete a listing is, with links to what is missing. */
export function Completeness({ parts }: Pick<OwnedPlaceSummary, "parts">) {
  const missing = parts.filter(({ isThere }) => !isThere);
  const count = parts.length - missing.length;
  return (
    <>
      <p>
        <b>
          {count} of {parts.length}
        </b>{" "}
        {missing.length === 0
          ? "details that visitors look for are filled in."
          : "details that visitors look for are filled in. Missing:"}
      </p>
      {missing.length > 0 && (
        <ul className="owner-missing">
          {missing.map(({ name, to }) => (
            <li key={name}>
              <Link className="chip" to={to}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
