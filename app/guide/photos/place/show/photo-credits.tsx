import { Fragment } from "react";

import { CommonsCredit } from "./commons-credit.tsx";
import { formatGalleryCredit } from "./gallery-credit.ts";
import type { GalleryPhoto } from "../place-photo.ts";

/** Credits photos in one line: the business or the submission once, and each photo from Wikimedia Commons by itself. */
export function PhotoCredits({ photos }: { photos: readonly Pick<GalleryPhoto, "id" | "isSubmitted" | "credit">[] }) {
  const uploads = photos.filter(({ credit }) => credit === null);
  const fetched = photos.flatMap(({ id, credit }) => (credit === null ? [] : [{ id, credit }]));
  return (
    <>
      {uploads.length > 0 && formatGalleryCredit(uploads)}
      {fetched.map(({ id, credit }, index) => (
        <Fragment key={id}>
          {(index > 0 || uploads.length > 0) && ". "}
          <CommonsCredit credit={credit} />
        </Fragment>
      ))}
    </>
  );
}
