import "../write/review-form.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { parseReport, type ReportFormError, REPORTS_PER_MINUTE_MAX } from "#app/core/cases/parse-report.ts";
import { ReportForm } from "#app/core/cases/report-form.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/review-report.route";
import { REPORT_REASON_LABELS, REPORT_REASONS } from "./report-reasons.ts";
import { findPublishedReview, hasReported, reportReview } from "../write/review-votes.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

const limit = new AddressRateLimit(REPORTS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const { id: reviewId, authorId, ...review } = await findReviewOr404(context, params.id);
  return {
    review: { id: reviewId, ...review },
    isOwn: authorId === reporterId,
    isReported: await hasReported(db, { reviewId, reporterId }),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now, viewer } = siteOf(context);
  const { id: reporterId } = requireViewer(viewer, request);
  const review = await findReviewOr404(context, params.id);
  const form = await readForm(request);
  const refuse = (status: number, why: string) =>
    data<ReportFormError>({ reason: form.text("reason"), note: form.text("note"), why }, { status });

  const seconds = limit.secondsToWait(reporterId, now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const report = parseReport(form, REPORT_REASONS);
  if (typeof report === "string") return refuse(400, report);
  const outcome = await reportReview(db, { review, reporterId, ...report, now });
  if (outcome === "own") return refuse(403, "This is your own review. Edit or delete it instead.");
  return redirect(`/reviews/${review.id}/report`, 303);
}

async function findReviewOr404(context: Route.LoaderArgs["context"], id: string) {
  const review = isUuid(id) ? await findPublishedReview(siteOf(context).db, id) : null;
  if (review === null) throw noSuchPage();
  return review;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Report a review",
    description: "Tell an editor what’s wrong with a review.",
    path: `/reviews/${loaderData.review.id}/report`,
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
        <p className="form-status" role="status">
          You reported the review of {review.placeName} by {review.authorName}. An editor reads every report.
        </p>
      ) : isOwn ? (
        <p className="form-status">This is your own review. Edit or delete it instead.</p>
      ) : (
        <ReportForm
          action={`/reviews/${review.id}/report`}
          reasons={REPORT_REASONS}
          labels={REPORT_REASON_LABELS}
          refused={actionData ?? null}
        >
          You’re reporting the review of {review.placeName} by {review.authorName}. It stays up until an editor has read
          your report. We don’t remove reviews for being negative.
        </ReportForm>
      )}
    </div>
  );
}
