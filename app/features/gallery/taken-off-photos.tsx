import { Form } from "react-router";

import { PhotoPreview } from "./own-photo-rows.tsx";
import type { OwnPhoto } from "./own-photo.ts";
import { UNDO_HOURS } from "./place-photo.ts";

/** What was taken off lately, with the way back. */
export function TakenOffPhotos({ photos }: { photos: OwnPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="taken-off" className="taken-off-photos">
      <h2 className="h2" id="taken-off" tabIndex={-1}>
        Taken off
      </h2>
      <p className="text-stone-5">
        Nobody sees them any more. For {UNDO_HOURS} hours you can put them back; then they are gone.
      </p>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <PhotoPreview photo={photo} />
            <Form method="post">
              <input type="hidden" name="photo" value={photo.id} />
              <p className="text-row">{photo.alt === "" ? "Without a description" : photo.alt}</p>
              <button type="submit" className="button button-outline button-small" name="do" value="put-back">
                Put back
                <span className="sr-only"> {photo.alt === "" ? "the photo without a description" : photo.alt}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
