import "../submissions.css";
import "#app/guide/photos/place/review/photo-review.css";

import { useEffect, useRef } from "react";

import { ALT_HINT } from "#app/guide/photos/place/upload/photo-refusals.ts";
import { ALT_CHARACTERS_MAX, PHOTOS_PER_SUBMISSION_MAX } from "#app/guide/photos/place/place-photo.ts";
import { type SubmittedPhoto, SUBMITTED_PHOTO_LABELS } from "#app/guide/photos/place/review/submitted-photo.ts";
import { RejectedFiles } from "#app/guide/photos/place/upload/rejected-files.tsx";
import { UploadForm } from "#app/guide/photos/place/upload/photo-upload-form.tsx";
import { usePreparationPolling } from "#app/guide/photos/place/upload/use-preparation-polling.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { submissionPath, submissionPhotoPath, submissionPhotosPath } from "../submission.ts";
import { altField, type RefusedPhotos, type RefusedDescription } from "./submission-photo-fields.ts";

/** The id of the form with the photo descriptions. */
const ROWS_FORM = "submitted-photos";

type PhotosSectionProps = {
  submissionKey: string;
  photos: SubmittedPhoto[];
  refused: RefusedPhotos | null;
  /** Why uploads are closed; null when they are open. */
  whyClosed: string | null;
};

/** The photos of a pending submission, with the upload form. */
export function PhotosSection({ submissionKey, photos, refused, whyClosed }: PhotosSectionProps) {
  usePreparationPolling(photos.some(({ state }) => state === "preparing"));
  const undescribedCount = photos.filter(({ alt }) => alt === "").length;
  useFocusOnAdded(photos);
  return (
    <section className="submit-photos" aria-labelledby="photos">
      <h2 className="h2" id="photos">
        {photos.length === 0 ? "Add photos" : `Photos, ${photos.length} of ${PHOTOS_PER_SUBMISSION_MAX}`}
      </h2>
      {refused !== null && <Refusal refused={refused} photos={photos} />}
      <p>
        Up to {PHOTOS_PER_SUBMISSION_MAX} photos that you took or have permission to share: the front, the room, what
        it’s known for. We publish them with the listing. Until then, only editors and people with the link to this page
        see them.
      </p>
      {undescribedCount > 0 && (
        <p className="form-notice" role="status">
          {undescribedCount === 1 ? "One photo needs" : `${undescribedCount} photos need`} a description. We can’t
          publish a photo without one.
        </p>
      )}
      {photos.length > 0 && <PhotoRows {...{ submissionKey, photos }} alts={refused?.alts ?? []} />}
      {whyClosed === null ? (
        <UploadForm
          path={submissionPhotosPath(submissionKey)}
          room={PHOTOS_PER_SUBMISSION_MAX - photos.length}
          full={`You’ve added ${PHOTOS_PER_SUBMISSION_MAX} photos, the maximum. Remove one to add another.`}
          sentWith={photos.length === 0 ? null : ROWS_FORM}
        />
      ) : (
        <p className="upload-full">{whyClosed}</p>
      )}
    </section>
  );
}

/** Moves the focus to the description of a photo that was just added, unless somebody is writing already. */
function useFocusOnAdded(photos: readonly SubmittedPhoto[]): void {
  const count = useRef(photos.length);
  useEffect(() => {
    const hasMore = photos.length > count.current;
    count.current = photos.length;
    const first = photos.find(({ alt }) => alt === "");
    if (!hasMore || first === undefined || document.activeElement instanceof HTMLTextAreaElement) return;
    document.getElementById(altField(first.id))?.focus();
  }, [photos]);
}

function Refusal({ refused: { why, files, alts }, photos }: { refused: RefusedPhotos; photos: SubmittedPhoto[] }) {
  const hasFileProblems = alts.length === 0 || files.length > 0;
  const problems = alts.map(({ id, problem: text }) => {
    const number = photos.findIndex((photo) => photo.id === id) + 1;
    return { id: altField(id), label: `Photo ${number}`, text };
  });
  return (
    <>
      {hasFileProblems && <RejectedFiles why={why} files={files} />}
      {alts.length > 0 && (
        <FormSummary why={hasFileProblems ? "Some descriptions weren’t saved." : why} problems={problems} />
      )}
    </>
  );
}

type PhotoRowsProps = Pick<PhotosSectionProps, "submissionKey" | "photos"> & { alts: RefusedDescription[] };

/** One form for all photos, so that an action on one photo doesn't lose the text typed for another. */
function PhotoRows({ submissionKey, photos, alts }: PhotoRowsProps) {
  return (
    <form id={ROWS_FORM} method="post" action={submissionPath(submissionKey)} className="submit-photo-form" noValidate>
      <ol className="own-photo-rows">
        {photos.map((photo, index) => (
          <PhotoRow
            key={photo.id}
            {...{ submissionKey, photo }}
            number={index + 1}
            refused={alts.find(({ id }) => id === photo.id) ?? null}
          />
        ))}
      </ol>
      <button type="submit" className="button button-primary">
        Save descriptions
      </button>
    </form>
  );
}

type PhotoRowProps = {
  submissionKey: string;
  photo: SubmittedPhoto;
  number: number;
  refused: RefusedDescription | null;
};

function PhotoRow({ submissionKey, photo: { id, alt, state }, number, refused }: PhotoRowProps) {
  const field = altField(id);
  return (
    <li id={id}>
      <div className="own-photo-picture">
        <img
          src={submissionPhotoPath(submissionKey, id)}
          alt={alt === "" ? "A photo without a description yet" : alt}
          width={192}
          height={144}
          decoding="async"
        />
      </div>
      <div className="own-photo-words">
        <p className="own-photo-state" data-state={state}>
          <b>{number}</b> {SUBMITTED_PHOTO_LABELS[state]}
        </p>
        <div className={refused === null ? "field" : "field field-error"}>
          <label htmlFor={field}>
            What does it show?<span className="sr-only"> (photo {number})</span>
          </label>
          <textarea
            className="input"
            id={field}
            name={field}
            rows={2}
            defaultValue={refused?.typed ?? alt}
            key={alt}
            maxLength={ALT_CHARACTERS_MAX * 2}
            aria-invalid={refused === null ? undefined : true}
            aria-describedby={refused === null ? `${field}-hint` : `${field}-problem ${field}-hint`}
          />
          {refused !== null && <small id={`${field}-problem`}>{refused.problem}</small>}
          <small id={`${field}-hint`} className={number === 1 ? "own-photo-hint" : "sr-only"}>
            {ALT_HINT}
          </small>
        </div>
        <div className="own-photo-ways">
          <button type="submit" className="button button-outline button-small" name="remove" value={id}>
            Remove<span className="sr-only"> photo {number}</span>
          </button>
        </div>
      </div>
    </li>
  );
}
