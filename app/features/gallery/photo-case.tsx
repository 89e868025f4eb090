import type { ReactNode } from "react";
import { Link } from "react-router";

import type { PhotoCase } from "./photo-case.ts";
import { PhotoPicture } from "./photo-picture.tsx";
import { photoReasonWords } from "./photo-report-reasons.ts";

type PhotoCaseArticleProps = {
  /** The case's. */
  id: string;
  reasons: string[];
  about: PhotoCase;
  since: ReactNode;
  action: string;
  /** What the decision is made with. */
  children: ReactNode;
};

/** A reported photo as a moderator sees it, with the form of the decision. */
export function PhotoCaseArticle({ id, reasons, about, since, action, children }: PhotoCaseArticleProps) {
  const { photo, place, notes } = about;
  return (
    <article className="moderation-case" aria-labelledby={`case-${id}`}>
      <div>
        <h2 className="h3" id={`case-${id}`}>
          Reported photo of{" "}
          <Link className="link" to={`/places/${place.slug}`}>
            {place.name}
          </Link>
        </h2>
        <p className="meta text-meta text-stone-5">
          <span>Added {about.uploadedLabel}</span>
          {since}
          <span>Shown meanwhile</span>
        </p>
      </div>
      <ul className="moderation-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{photoReasonWords(reason)}</li>
        ))}
      </ul>
      <figure className="reported-photo">
        <PhotoPicture photo={photo} sizes="320px" loading="lazy" />
        <figcaption className="text-row">{photo.alt}</figcaption>
      </figure>
      {notes.map((note, index) => (
        <p key={index} className="text-row">
          A reporter wrote: {note}
        </p>
      ))}
      <form method="post" action={action} className="moderation-form">
        <input type="hidden" name="photo" value={photo.id} />
        <input type="hidden" name="version" value={about.version} />
        {children}
      </form>
    </article>
  );
}
