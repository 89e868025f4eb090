import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { readForm } from "#app/platform/read-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "../accounts/guards.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/review-report.route";
import { REPORT_REASON_WORDS, REPORT_REASONS } from "./report-reasons.ts";
import { findPublishedReview, hasReported, reportReview } from "./review-votes.server.ts";

const NOTE_CHARACTERS_MAX = 500;

/** Per member. */
const REPORTS_PER_MINUTE_MAX = 10;
const limit = new AddressLimit(REPORTS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const { id: reviewId, authorId, ...review } = await reviewOr404(context, params.id);
  return {
    review: { id: reviewId, ...review },
    isOwn: authorId === reporterId,
    isReported: await hasReported(db, { reviewId, reporterId }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const review = await reviewOr404(context, params.id);
  const form = await readForm(request);
  const [asked, typed] = [form.text("reason"), form.text("note")];
  const refuse = (status: number, why: string) => data({ reason: asked, note: typed, why }, { status });

  const seconds = limit.secondsToWait(reporterId, now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const reason = REPORT_REASONS.find((known) => known === asked);
  if (reason === undefined) return refuse(400, "Choose what is wrong with it.");
  const note = plainText(typed);
  if (characterCount(note) > NOTE_CHARACTERS_MAX) {
    return refuse(400, `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${characterCount(note)}.`);
  }
  const outcome = await reportReview(db, { review, reporterId, reason, note, now });
  if (outcome === "own") return refuse(403, "That is your own review: change or delete it instead.");
  return redirect(`/reviews/${review.id}/report`, 303);
}

async function reviewOr404(context: Route.LoaderArgs["context"], id: string) {
  const review = isUuid(id) ? await findPublishedReview(siteOf(context).db, id) : null;
  if (review === null) throw noSuchPage();
  return review;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Report a review",
    description: "Tell a moderator what is wrong with a review.",
    path: `/reviews/${loaderData.review.id}/report`,
    robots: "noindex, follow",
  });

export default function ReviewReport({ loaderData: { review, isOwn, isReported }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap review-page">
      <h1 className="d2">Report a review</h1>
      <p>
        <Link className="link" to={`/places/${review.slug}#reviews`}>
          Back to {review.placeName}
        </Link>
      </p>
      {isReported ? (
        <p className="review-status" role="status">
          You have reported the review of {review.placeName} by {review.authorName}. A moderator reads every report.
        </p>
      ) : isOwn ? (
        <p className="review-status">This review is your own: change or delete it instead.</p>
      ) : (
        <ReportForm review={review} refused={actionData ?? null} />
      )}
    </div>
  );
}

type Reported = { id: string; placeName: string; authorName: string };
type Refused = { reason: string; note: string; why: string };

function ReportForm({ review, refused }: { review: Reported; refused: Refused | null }) {
  return (
    <form method="post" action={`/reviews/${review.id}/report`} className="review-form" noValidate>
      <p>
        The review of {review.placeName} by {review.authorName}. It stays until a moderator has read your report; that
        it is unfriendly is no reason to take it away.
      </p>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <fieldset className="review-choice">
        <legend>What is wrong with it?</legend>
        {REPORT_REASONS.map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} defaultChecked={refused?.reason === reason} required />
            {REPORT_REASON_WORDS[reason]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="report-note">Anything a moderator should know (you may leave it empty)</label>
        <textarea className="input" id="report-note" name="note" rows={4} defaultValue={refused?.note ?? ""} />
      </div>
      <div className="review-buttons">
        <button type="submit" className="button button-primary">
          Report
        </button>
      </div>
    </form>
  );
}
