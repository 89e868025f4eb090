import { Link } from "react-router";

import { SubmittedPhotoList } from "#app/guide/photos/place/review/submitted-photo-list.tsx";
import { SubmissionBody } from "#app/business/submissions/review/submission-body.tsx";
import { submissionCasePath, type SubmissionCase } from "#app/business/submissions/submission.ts";

import { DECISION_REFUSALS } from "./refusals.ts";

type SubmissionFieldsProps = {
  about: SubmissionCase;
  /** Why it can't be published as submitted. */
  lacks: string | null;
  /** The submitted value; null before submitting. */
  duplicate: string | null;
};

/** A submission, similar places on Rowhouse, and a link to edit it. */
export function SubmissionFields({ about, lacks, duplicate }: SubmissionFieldsProps) {
  const { id, name, similar } = about;
  return (
    <>
      <SubmissionBody summary={about} />
      <SubmittedPhotoList photos={about.photos} />
      {similar.length === 0 ? (
        <p className="text-muted">No similar places on Rowhouse.</p>
      ) : (
        <div>
          <h3 className="h4">Possible duplicates</h3>
          <ul>
            {similar.map((place) => (
              <li key={place.slug}>
                <Link className="link" to={`/places/${place.slug}`}>
                  {place.name}
                </Link>{" "}
                <span className="text-meta text-muted">
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
          Edit before approving<span className="sr-only">: {name}</span>
        </Link>
      </p>
      <div className="field">
        <label htmlFor={`duplicate-${id}`}>Duplicate of</label>
        <input
          className="input"
          id={`duplicate-${id}`}
          name="duplicate"
          defaultValue={duplicate ?? similar[0]?.slug ?? ""}
        />
        <small>The place as in its URL, for example madams-organ. Then choose Duplicate.</small>
      </div>
    </>
  );
}
