import "./photo-review.css";

import type { PhotoCase } from "./photo-case.ts";
import { ResponsivePhoto } from "../show/photo-picture.tsx";

/** A reported photo as an editor sees it. */
export function PhotoCaseDetails({ about: { photo, notes, uploadedLabel } }: { about: PhotoCase }) {
  return (
    <>
      <p className="meta text-meta text-muted">
        <span>Added {uploadedLabel}</span>
        <span>Still visible</span>
      </p>
      <figure className="reported-photo">
        <ResponsivePhoto photo={photo} sizes="320px" loading="lazy" />
        <figcaption className="text-row">{photo.alt}</figcaption>
      </figure>
      {notes.map((note, index) => (
        <p key={index} className="text-row">
          Reporter’s note: {note}
        </p>
      ))}
    </>
  );
}
