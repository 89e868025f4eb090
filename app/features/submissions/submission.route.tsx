import "#app/own-pages.css";

import { useEffect } from "react";
import { data, Link, redirect } from "react-router";

import { noSuchPage } from "#app/features/navigation/no-such-page.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { PHOTO_REFUSALS } from "../gallery/photo-refusals.ts";
import { SUBMITTERS_ROOM } from "../gallery/read-upload.server.ts";
import { RefusedFiles } from "../gallery/refused-files.tsx";
import type { Route } from "./+types/submission.route";
import { FactLines } from "./fact-lines.tsx";
import { PhotosSection } from "./photos-section.tsx";
import { SUBMIT_PATH, type SubmissionOutcome, submissionPath } from "./submission.ts";
import type { RefusedPhotos } from "./submission-photos.ts";
import {
  addSubmitted,
  changeSubmitted,
  PHOTOS_OFF,
  refusedPhotos,
  submissionToChange,
} from "./submission-photos.server.ts";
import { findOutcome } from "./submission-queries.server.ts";

/** What has become of one submission, for whoever has its address. Never kept in memory: it is nobody else's business. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, page, switches } = siteOf(context);
  page.keep = false;
  const outcome = await findOutcome(db, params.key);
  if (outcome === null) throw noSuchPage();
  return { outcome, whyNoPhotos: switches.isOn("submissions") ? null : PHOTOS_OFF };
}

/** Adds photos to a submission that waits, says what they show, or removes one: for whoever has its address. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const submission = await submissionToChange(site, params.key);
  if (submission === null) throw noSuchPage();
  const refused =
    "id" in submission ? await change(site, request, submission.id) : refusedPhotos(submission.status, submission.why);
  if (refused !== null) return data(refused, { status: refused.status });
  return redirect(`${submissionPath(params.key)}#photos`, 303);
}

async function change(site: Site, request: Request, submissionId: string): Promise<RefusedPhotos | null> {
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data") === true;
  if (!isUpload) return changeSubmitted(site, await readForm(request), { submissionId });
  const { viewer, env, ...rest } = site;
  const adding = { ...rest, storage: storageOf(env) };
  const added = await SUBMITTERS_ROOM.holdFor(site.visitorAddress ?? "", async () => {
    const form = await readForm(request);
    const files = await form.files("photos");
    return addSubmitted(adding, form, { submissionId, uploadedBy: viewer?.id ?? null, files });
  });
  return added === "busy" ? refusedPhotos(503, PHOTO_REFUSALS.busy) : added;
}

export const meta: Route.MetaFunction = ({ loaderData: { outcome }, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Your submission of ${outcome.name}`,
    description: "What was submitted, and what an editor decided.",
    path: submissionPath(outcome.key),
    robots: "noindex, follow",
  });

export default function Submission({ loaderData: { outcome, whyNoPhotos }, actionData }: Route.ComponentProps) {
  const { key, name, facts, photos, fate, reason, place } = outcome;
  const refused = actionData ?? null;
  useEffect(() => {
    void import("./watch-draft.ts").then(
      ({ dropSent }) => dropSent(name),
      () => {},
    );
  }, [name]);
  return (
    <div className="wrap submit-page">
      <h1 className="d2">Your submission of {name}</h1>
      {fate !== null && refused !== null && <RefusedFiles why={refused.why} files={refused.files} />}
      <p className="review-status">{STATUS_WORDS[fate ?? "waiting"]}</p>
      {reason !== null && <p className="correction-note">{`The editor writes: ${reason}`}</p>}
      {fate === null && <PhotosSection submissionKey={key} photos={photos} refused={refused} whyClosed={whyNoPhotos} />}
      <Timeline outcome={outcome} />
      {place !== null && fate !== "refused" && (
        <p className="review-buttons">
          <Link className="button button-primary" to={`/places/${place.slug}`}>
            See {place.name}
          </Link>
          <Link className="button button-outline" to={`/places/${place.slug}/claim`}>
            Claim it, if you run it
          </Link>
        </p>
      )}
      {fate === "refused" && (
        <p>
          You can{" "}
          <Link className="link" to={SUBMIT_PATH}>
            submit it again
          </Link>{" "}
          with what was missing.
        </p>
      )}
      {fate === "published" && (
        <p className="correction-hint">More photos come from whoever runs it: claim it, and yours are there at once.</p>
      )}
      <h2 className="h2">What was sent</h2>
      <FactLines facts={facts} />
      <p className="correction-hint">
        {MAIL_WORDS[outcome.mail]} Keep the address of this page: it tells what becomes of your submission, and nobody
        can guess it.
      </p>
    </div>
  );
}

const STATUS_WORDS = {
  waiting: "It waits for an editor. Nobody sees it in the guide yet.",
  published: "An editor has taken it over: it is in the guide.",
  refused: "An editor has looked at it and did not take it over.",
  duplicate: "An editor has found that the guide has it already.",
};

const MAIL_WORDS: Record<SubmissionOutcome["mail"], string> = {
  none: "You gave no address of e-mail.",
  asked: "We have asked by mail whether the address is yours. Once you confirm it, we write what is decided.",
  confirmed: "We write to your address of e-mail what is decided.",
  "not-asked": "The address of e-mail had a question of ours already, so we don’t write there again.",
};

/** The way of a submission: what has happened, and what comes. */
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
          <span className="text-meta text-stone-5">{at ?? "Not yet"}</span>
        </li>
      ))}
    </ol>
  );
}

const DECIDED_LABELS = {
  waiting: "Decided",
  published: "Published",
  refused: "Not taken over",
  duplicate: "In the guide already",
};
