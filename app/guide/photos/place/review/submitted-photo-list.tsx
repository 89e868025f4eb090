import "./photo-review.css";

import { uncroppedPhotoPath } from "../place-photo.ts";
import { SUBMITTED_PHOTO_CASE_NOTES, type SubmittedPhoto } from "./submitted-photo.ts";

/** The photos of a submission as they were sent, for the editor who decides. */
export function SubmittedPhotoList({ photos }: { photos: readonly SubmittedPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="submitted-photos">
      {photos.map(({ id, alt, state }) => (
        <li key={id}>
          <SubmittedPhotoLink id={id} alt={alt} />
          <p className="text-row">{alt}</p>
          {state !== "ready" && <p className="text-meta text-muted">{SUBMITTED_PHOTO_CASE_NOTES[state]}</p>}
        </li>
      ))}
    </ul>
  );
}

/** One photo, linked to its larger version. */
export function SubmittedPhotoLink({ id, alt }: Pick<SubmittedPhoto, "id" | "alt">) {
  return (
    <a href={uncroppedPhotoPath(id)} target="_blank" rel="noreferrer">
      <img
        src={uncroppedPhotoPath(id)}
        alt={alt === "" ? "A photo without a description" : alt}
        width={320}
        height={240}
        loading="lazy"
        decoding="async"
      />
    </a>
  );
}
