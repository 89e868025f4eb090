import "./photo-review.css";
import "#app/people/reviews/write/review-form.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { requireViewer } from "#app/people/accounts/guards.ts";
import { parseReport, type ReportFormError, REPORTS_PER_MINUTE_MAX } from "#app/core/cases/parse-report.ts";
import { ReportForm } from "#app/core/cases/report-form.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/report-photo.route";
import { ResponsivePhoto } from "../show/photo-picture.tsx";
import { findPublicPhoto } from "../photo-queries.server.ts";
import { PHOTO_REPORT_REASON_LABELS, PHOTO_REPORT_REASONS } from "./photo-report-reasons.ts";
import { removeFetchedPhoto } from "./remove-fetched-photo.server.ts";
import { hasReportedPhoto, reportPhoto } from "./report-photo.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

const limit = new AddressRateLimit(REPORTS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { id: reporterId, role } = requireViewer(site.viewer, request);
  const { photo, slug, placeName, isFetched } = await photoOr404(site, params.id);
  const isReported = await hasReportedPhoto(site.db, { photoId: photo.id, reporterId });
  return { photo, place: { slug, name: placeName }, isReported, canRemove: isFetched && role === "admin" };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: reporterId, role } = requireViewer(site.viewer, request);
  const { photo, slug, isFetched } = await photoOr404(site, params.id);
  const form = await readForm(request);
  const refuse = (status: number, why: string) =>
    data<ReportFormError>({ reason: form.text("reason"), note: form.text("note"), why }, { status });

  const seconds = limit.secondsToWait(reporterId, site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const report = parseReport(form, PHOTO_REPORT_REASONS);
  if (typeof report === "string") return refuse(400, report);
  if (isFetched && role === "admin") {
    const why = `${PHOTO_REPORT_REASON_LABELS[report.reason]}. ${report.note}`.trim().slice(0, 500);
    await removeFetchedPhoto(site.db, { photoId: photo.id, reason: why, adminId: reporterId, now: site.now });
    return redirect(`/places/${slug}`, 303);
  }
  await reportPhoto(site.db, { photoId: photo.id, reporterId, ...report, now: site.now });
  return redirect(`/place-photos/${photo.id}/report`, 303);
}

async function photoOr404({ db }: Site, id: string) {
  const found = await findPublicPhoto(db, id);
  if (found === null) throw noSuchPage();
  return found;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: "Report a photo",
    description: "Tell an editor what is wrong with a photo.",
    path: `/place-photos/${loaderData.photo.id}/report`,
  });

export default function ReportPhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { photo, place, isReported, canRemove } = loaderData;
  return (
    <div className="wrap review-page">
      <h1 className="d2">Report a photo</h1>
      <p>
        <Link className="link" to={`/places/${place.slug}`}>
          Back to {place.name}
        </Link>
      </p>
      <div className="reported-photo">
        <ResponsivePhoto photo={photo} sizes="320px" loading="eager" />
      </div>
      {isReported && !canRemove ? (
        <p className="form-status" role="status">
          You have reported this photo of {place.name}. An editor reads every report.
        </p>
      ) : (
        <ReportForm
          action={`/place-photos/${photo.id}/report`}
          reasons={PHOTO_REPORT_REASONS}
          labels={PHOTO_REPORT_REASON_LABELS}
          refused={actionData ?? null}
          {...(canRemove && { button: "Remove the photo" })}
        >
          {canRemove
            ? `This photo of ${place.name} is from Wikimedia Commons. You remove it at once, and it isn’t fetched again.`
            : `This photo is on the listing of ${place.name}. It stays up until an editor has read your report.`}
        </ReportForm>
      )}
    </div>
  );
}
