import "#app/business/corrections/corrections.css";

import { useEffect } from "react";
import { data, Link, redirect } from "react-router";

import { UPLOAD_BYTES_MAX } from "#app/guide/photos/place/place-photo.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { openStorage } from "#app/platform/storage.server.ts";

import { PHOTO_REFUSAL_MESSAGES } from "#app/guide/photos/place/upload/photo-refusals.ts";
import { SUBMITTER_UPLOADS } from "#app/guide/photos/place/upload/read-upload.server.ts";
import { RejectedFiles } from "#app/guide/photos/place/upload/rejected-files.tsx";
import type { Route } from "./+types/submission.route";
import { FactLines } from "./review/fact-lines.tsx";
import { PhotosSection } from "./photos/photos-section.tsx";
import { SUBMIT_PATH, type SubmissionOutcome, submissionPath } from "./submission.ts";
import type { RefusedPhotos } from "./photos/submission-photo-fields.ts";
import {
  addSubmissionPhotos,
  updateSubmissionPhotos,
  PHOTOS_PAUSED_MESSAGE,
  photosRefusal,
  findEditableSubmission,
} from "./photos/submission-photos.server.ts";
import { findSubmissionOutcome } from "./submission-queries.server.ts";

export const handle = {
  audience: "everyone",
  isIndexed: false,
  uploadBytesMax: UPLOAD_BYTES_MAX,
} satisfies RouteHandle;

/** A submission's status, for everyone with its secret URL. Never cached, because it is private. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, page, switches, env } = siteOf(context);
  page.isCacheable = false;
  const outcome = await findSubmissionOutcome(db, params.key);
  if (outcome === null) throw noSuchPage();
  const url = env.siteUrl + submissionPath(outcome.key);
  return { outcome, url, whyNoPhotos: switches.isOn("submissions") ? null : PHOTOS_PAUSED_MESSAGE };
}

/** Adds, describes or removes photos of a pending submission, for everyone with its secret URL. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const submission = await findEditableSubmission(site, params.key);
  if (submission === null) throw noSuchPage();
  const refused =
    "id" in submission
      ? await changePhotos(site, request, submission.id)
      : photosRefusal(submission.status, submission.why);
  if (refused !== null) return data(refused, { status: refused.status });
  return redirect(`${submissionPath(params.key)}#photos`, 303);
}

async function changePhotos(site: Site, request: Request, submissionId: string): Promise<RefusedPhotos | null> {
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data") === true;
  if (!isUpload) return updateSubmissionPhotos(site, await readForm(request), { submissionId });
  const { viewer, env, ...rest } = site;
  const adding = { ...rest, storage: openStorage(env) };
  const added = await SUBMITTER_UPLOADS.runFor(site.visitorAddress ?? "", async () => {
    const form = await readForm(request);
    const files = await form.files("photos");
    return addSubmissionPhotos(adding, form, { submissionId, uploadedBy: viewer?.id ?? null, files });
  });
  return added === "busy" ? photosRefusal(503, PHOTO_REFUSAL_MESSAGES.busy) : added;
}

export const meta: Route.MetaFunction = ({ loaderData: { outcome }, matches }) =>
  pageMeta({
    matches,
    title: `Your submission: ${outcome.name}`,
    description: "The status of your submission.",
    path: submissionPath(outcome.key),
  });

export default function Submission({ loaderData: { outcome, url, whyNoPhotos }, actionData }: Route.ComponentProps) {
  const { key, name, facts, photos, fate, reason, place } = outcome;
  const refused = actionData ?? null;
  useEffect(() => {
    void import("./form/watch-draft.ts").then(
      ({ deleteSentDraft: dropSent }) => dropSent(name),
      () => {},
    );
  }, [name]);
  return (
    <div className="wrap submit-page">
      <h1 className="d2">Your submission: {name}</h1>
      {fate !== null && refused !== null && <RejectedFiles why={refused.why} files={refused.files} />}
      <p className="form-status">{STATUS_TEXTS[fate ?? "waiting"]}</p>
      <PageLink url={url} mail={outcome.mail} />
      {reason !== null && <p className="correction-note">{`The editor wrote: ${reason}`}</p>}
      {fate === null && <PhotosSection submissionKey={key} photos={photos} refused={refused} whyClosed={whyNoPhotos} />}
      <Timeline outcome={outcome} />
      {place !== null && fate !== "refused" && (
        <p className="form-buttons">
          <Link className="button button-primary" to={`/places/${place.slug}`}>
            See {place.name}
          </Link>
          <Link className="button button-outline" to={`/places/${place.slug}/claim`}>
            Is it yours? Claim it
          </Link>
        </p>
      )}
      {fate === "refused" && (
        <p>
          You can{" "}
          <Link className="link" to={SUBMIT_PATH}>
            submit it again
          </Link>{" "}
          with the missing details.
        </p>
      )}
      {fate === "published" && (
        <p className="correction-hint">
          To add more photos, claim the listing. Owners’ photos are published right away.
        </p>
      )}
      <h2 className="h2">What you sent</h2>
      <FactLines facts={facts} />
    </div>
  );
}

/** The page's address: a guest's only way back. */
function PageLink({ url, mail }: { url: string; mail: SubmissionOutcome["mail"] }) {
  return (
    <div className="submit-link">
      <div className="field">
        <label htmlFor="page-link">Link to this page</label>
        <input className="input" id="page-link" readOnly value={url} aria-describedby="page-link-hint" />
        <p className="correction-hint" id="page-link-hint">
          Keep it to come back. Only people with the link can see this page. {MAIL_TEXTS[mail]}
        </p>
      </div>
      <CopyButton text={url} label="Copy link" />
    </div>
  );
}

const STATUS_TEXTS = {
  waiting: "Waiting for an editor. It isn’t in the guide yet.",
  published: "An editor published it: it is in the guide.",
  refused: "An editor reviewed it and didn’t add it to the guide.",
  duplicate: "It’s already in the guide.",
};

const MAIL_TEXTS: Record<SubmissionOutcome["mail"], string> = {
  none: "You didn’t give an email address.",
  requested: "Check your email and confirm your address. Then we’ll email you the decision.",
  confirmed: "We’ll email you the decision.",
  "not-requested": "We’ve already sent a confirmation to that address, so we won’t send another.",
};

/** A submission's steps with their dates. */
function Timeline({ outcome: { sentLabel, readLabel, decidedLabel, fate } }: { outcome: SubmissionOutcome }) {
  const steps = [
    { label: "Received", at: sentLabel },
    { label: "In review", at: readLabel ?? decidedLabel },
    { label: DECIDED_LABELS[fate ?? "waiting"], at: decidedLabel },
  ];
  return (
    <ol className="submit-timeline">
      {steps.map(({ label, at }) => (
        <li key={label} data-done={at !== null || undefined}>
          <span>{label}</span>
          <span className="text-meta text-muted">{at ?? "Not yet"}</span>
        </li>
      ))}
    </ol>
  );
}

const DECIDED_LABELS = {
  waiting: "Decided",
  published: "Published",
  refused: "Not added",
  duplicate: "Already in the guide",
};
