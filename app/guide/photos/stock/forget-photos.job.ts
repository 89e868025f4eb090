import type { Job } from "#app/platform/jobs.server.ts";

import { deleteExpiredPhotos } from "./photo-store.server.ts";

/** Deletes expired results of the photo provider every night. */
export const forgetPhotosJob: Job = {
  name: "forget-photos",
  cron: "40 3 * * *",
  run: ({ db, now }) => deleteExpiredPhotos(db, now),
};
