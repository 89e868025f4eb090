import { SubmittedPicture } from "#app/features/gallery/submitted-photo-list.tsx";
import { SUBMITTED_CASE_WORDS, type SubmittedPhoto } from "#app/features/gallery/submitted-photo.ts";

import { altField, KEPT_FIELD } from "./submission-photos.ts";
import type { ListingProblems } from "./typed-listing.ts";

/** What an editor made of a submission's photos before the form came back; of one that came since nothing. */
export type TypedPhotos = { kept: string[]; alts: Partial<Record<string, string>> };

type CasePhotosProps = { photos: readonly SubmittedPhoto[]; typed: TypedPhotos | null; problems: ListingProblems };

/** The photos of a submission: which go onto its page, and what they show. */
export function CasePhotos({ photos, typed, problems }: CasePhotosProps) {
  if (photos.length === 0) return <p className="text-stone-5">It came without photos.</p>;
  return (
    <fieldset className="case-photos">
      <legend className="h4">Photos</legend>
      <p className="correction-hint">
        Untick what is not theirs to give, shows something else, or people who did not ask for it. The first one stands
        on top of the page.
      </p>
      <ul className="submitted-photos">
        {photos.map(({ id, alt, state }, index) => {
          const [field, problem] = [altField(id), problems[altField(id)]];
          const isKept = typed === null || typed.alts[id] === undefined || typed.kept.includes(id);
          const named = <span className="sr-only"> (photo {index + 1})</span>;
          return (
            <li key={id}>
              <SubmittedPicture id={id} alt={alt} />
              <label className="correction-choice">
                <input type="checkbox" name={KEPT_FIELD} value={id} defaultChecked={isKept} />
                Publish it{named}
              </label>
              <div className={problem === undefined ? "field" : "field field-error"}>
                <label htmlFor={field}>What it shows{named}</label>
                <textarea
                  className="input"
                  id={field}
                  name={field}
                  rows={2}
                  defaultValue={typed?.alts[id] ?? alt}
                  autoComplete="off"
                  aria-invalid={problem !== undefined}
                  {...(problem !== undefined && { "aria-describedby": `${field}-problem` })}
                />
                {problem !== undefined && <small id={`${field}-problem`}>{problem}</small>}
              </div>
              {state !== "ready" && <p className="text-meta text-stone-5">{SUBMITTED_CASE_WORDS[state]}</p>}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
