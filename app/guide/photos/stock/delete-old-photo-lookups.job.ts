import type { Job } from "#app/platform/jobs.server.ts";

import { deleteExpiredPhotos } from "./photo-store.server.ts";

/** Deletes expired results of the photo provider every night. */
export const deleteOldPhotoLookupsJob: Job = {
  name: "delete-old-photo-lookups",
  cron: "40 3 * * *",
  run: ({ db, now }) => deleteExpiredPhotos(db, now),
};
