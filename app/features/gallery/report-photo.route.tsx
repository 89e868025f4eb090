import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { characterCount, plainText } from "#app/lib/plain-text.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import { requireViewer } from "../accounts/guards.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/report-photo.route";
import { PhotoPicture } from "./photo-picture.tsx";
import { findShownPhoto } from "./photo-queries.server.ts";
import { PHOTO_REPORT_REASON_WORDS, PHOTO_REPORT_REASONS } from "./photo-report-reasons.ts";
import type { ShownPhoto } from "./place-photo.ts";
import { hasReportedPhoto, reportPhoto } from "./report-photo.server.ts";

const NOTE_CHARACTERS_MAX = 500;

/** Per member. */
const REPORTS_PER_MINUTE_MAX = 10;
const limit = new AddressLimit(REPORTS_PER_MINUTE_MAX);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const { id: reporterId } = requireViewer(site.viewer, request);
  const { photo, slug, placeName } = await photoOr404(site, params.id);
  const isReported = await hasReportedPhoto(site.db, { photoId: photo.id, reporterId });
  return { photo, place: { slug, name: placeName }, isReported };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { id: reporterId } = requireViewer(site.viewer, request);
  const { photo } = await photoOr404(site, params.id);
  const form = await readForm(request);
  const [asked, typed] = [form.text("reason"), form.text("note")];
  const refuse = (status: number, why: string) => data({ reason: asked, note: typed, why }, { status });

  const seconds = limit.secondsToWait(reporterId, site.now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const reason = PHOTO_REPORT_REASONS.find((known) => known === asked);
  if (reason === undefined) return refuse(400, "Choose what is wrong with it.");
  const note = plainText(typed);
  if (characterCount(note) > NOTE_CHARACTERS_MAX) {
    return refuse(400, `Write at most ${NOTE_CHARACTERS_MAX} characters; it has ${characterCount(note)}.`);
  }
  await reportPhoto(site.db, { photoId: photo.id, reporterId, reason, note, now: site.now });
  return redirect(`/place-photos/${photo.id}/report`, 303);
}

async function photoOr404({ db }: Site, id: string) {
  const found = await findShownPhoto(db, id);
  if (found === null) throw noSuchPage();
  return found;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Report a photo",
    description: "Tell a moderator what is wrong with a photo.",
    path: `/place-photos/${loaderData.photo.id}/report`,
    robots: "noindex, follow",
  });

export default function ReportPhoto({ loaderData: { photo, place, isReported }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap review-page">
      <h1 className="d2">Report a photo</h1>
      <p>
        <Link className="link" to={`/places/${place.slug}`}>
          Back to {place.name}
        </Link>
      </p>
      <div className="reported-photo">
        <PhotoPicture photo={photo} sizes="320px" loading="eager" />
      </div>
      {isReported ? (
        <p className="review-status" role="status">
          You have reported this photo of {place.name}. A moderator reads every report.
        </p>
      ) : (
        <ReportForm photo={photo} placeName={place.name} refused={actionData ?? null} />
      )}
    </div>
  );
}

type Refused = { reason: string; note: string; why: string };

function ReportForm({ photo, placeName, refused }: { photo: ShownPhoto; placeName: string; refused: Refused | null }) {
  return (
    <form method="post" action={`/place-photos/${photo.id}/report`} className="review-form" noValidate>
      <p>{placeName} shows it of itself. It stays until a moderator has read your report.</p>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused.why}
        </p>
      )}
      <fieldset className="review-choice">
        <legend>What is wrong with it?</legend>
        {PHOTO_REPORT_REASONS.map((reason) => (
          <label key={reason}>
            <input type="radio" name="reason" value={reason} defaultChecked={refused?.reason === reason} required />
            {PHOTO_REPORT_REASON_WORDS[reason]}
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
