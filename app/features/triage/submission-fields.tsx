import { Link } from "react-router";

import { SubmittedPhotoList } from "#app/features/gallery/submitted-photo-list.tsx";
import { SubmissionBody } from "#app/features/submissions/submission-body.tsx";
import { submissionCasePath, type SubmissionCase } from "#app/features/submissions/submission.ts";

import { DECISION_REFUSALS } from "./refusals.ts";

type SubmissionFieldsProps = {
  about: SubmissionCase;
  /** Why it can't be published as it was sent. */
  lacks: string | null;
  /** What was typed; null before that. */
  duplicate: string | null;
};

/** A submission, what it is like in the guide, and the way to correct it first. */
export function SubmissionFields({ about, lacks, duplicate }: SubmissionFieldsProps) {
  const { id, name, similar } = about;
  return (
    <>
      <SubmissionBody summary={about} />
      <SubmittedPhotoList photos={about.photos} />
      {similar.length === 0 ? (
        <p className="text-stone-5">Nothing in the guide looks like it.</p>
      ) : (
        <div>
          <h3 className="h4">In the guide already?</h3>
          <ul>
            {similar.map((place) => (
              <li key={place.slug}>
                <Link className="link" to={`/places/${place.slug}`}>
                  {place.name}
                </Link>{" "}
                <span className="text-meta text-stone-5">
                  {place.type}
                  {place.address !== null && `, ${place.address}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {lacks !== null && <p className="text-row">{DECISION_REFUSALS[lacks] ?? lacks}</p>}
      <p>
        <Link className="button button-outline" to={submissionCasePath(id)}>
          Correct it before it is published<span className="sr-only">: {name}</span>
        </Link>
      </p>
      <div className="field">
        <label htmlFor={`duplicate-${id}`}>Of which page it is a duplicate, if it is one</label>
        <input
          className="input"
          id={`duplicate-${id}`}
          name="duplicate"
          defaultValue={duplicate ?? similar[0]?.slug ?? ""}
          autoComplete="off"
        />
        <small>As in its address: madams-organ. Reject it as “Is listed already”.</small>
      </div>
    </>
  );
}
