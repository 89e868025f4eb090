import { Form } from "react-router";

import { PhotoPreview } from "./owner-photo-rows.tsx";
import type { OwnerPhoto } from "./owner-photo.ts";
import { PHOTO_RESTORE_HOURS } from "../place-photo.ts";

/** Recently removed photos, which can be restored. */
export function RemovedPhotos({ photos }: { photos: OwnerPhoto[] }) {
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="taken-off" className="taken-off-photos">
      <h2 className="h2" id="taken-off" tabIndex={-1}>
        Removed
      </h2>
      <p className="text-muted">
        Visitors no longer see these photos. You can restore them for {PHOTO_RESTORE_HOURS} hours.
      </p>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <PhotoPreview photo={photo} />
            <Form method="post">
              <input type="hidden" name="photo" value={photo.id} />
              <p className="text-row">{photo.alt === "" ? "No description" : photo.alt}</p>
              <button type="submit" className="button button-outline button-small" name="do" value="put-back">
                Restore
                <span className="sr-only"> {photo.alt === "" ? "the photo without a description" : photo.alt}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
