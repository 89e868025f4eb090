import "#app/business/corrections/corrections.css";
import "../submissions.css";

import { SubmittedPhotoLink } from "#app/guide/photos/place/review/submitted-photo-list.tsx";
import { SUBMITTED_PHOTO_CASE_NOTES, type SubmittedPhoto } from "#app/guide/photos/place/review/submitted-photo.ts";

import { altField, PUBLISHED_PHOTOS_FIELD } from "./submission-photo-fields.ts";
import type { ListingProblems } from "../form/listing-form.ts";

/** The photo fields of an editor's refused form. Photos that arrived later aren't in it. */
export type CasePhotosInput = { selectedIds: string[]; alts: Partial<Record<string, string>> };

type CasePhotosProps = { photos: readonly SubmittedPhoto[]; typed: CasePhotosInput | null; problems: ListingProblems };

/** A submission's photos in the editor's form: which ones to publish, with their descriptions. */
export function CasePhotos({ photos, typed, problems }: CasePhotosProps) {
  if (photos.length === 0) return <p className="text-muted">No photos.</p>;
  return (
    <fieldset className="case-photos">
      <legend className="h4">Photos</legend>
      <p className="correction-hint">
        Uncheck photos that they can’t share, that show something else, or that show people without their consent. The
        first photo is the main one on the page.
      </p>
      <ul className="submitted-photos">
        {photos.map(({ id, alt, state }, index) => {
          const [field, problem] = [altField(id), problems[altField(id)]];
          const isSelected = typed === null || typed.alts[id] === undefined || typed.selectedIds.includes(id);
          const numberLabel = <span className="sr-only"> (photo {index + 1})</span>;
          return (
            <li key={id}>
              <SubmittedPhotoLink id={id} alt={alt} />
              <label className="correction-choice">
                <input type="checkbox" name={PUBLISHED_PHOTOS_FIELD} value={id} defaultChecked={isSelected} />
                Publish photo{numberLabel}
              </label>
              <div className={problem === undefined ? "field" : "field field-error"}>
                <label htmlFor={field}>What it shows{numberLabel}</label>
                <textarea
                  className="input"
                  id={field}
                  name={field}
                  rows={2}
                  defaultValue={typed?.alts[id] ?? alt}
                  aria-invalid={problem !== undefined}
                  {...(problem !== undefined && { "aria-describedby": `${field}-problem` })}
                />
                {problem !== undefined && <small id={`${field}-problem`}>{problem}</small>}
              </div>
              {state !== "ready" && <p className="text-meta text-muted">{SUBMITTED_PHOTO_CASE_NOTES[state]}</p>}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
