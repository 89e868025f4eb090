import type { Job } from "#app/platform/jobs.server.ts";

import { forgetPhotos } from "./photo-store.server.ts";

/** Throws away what the photo provider said long ago, in the quiet of the night. */
export const forgetPhotosJob: Job = {
  name: "forget-photos",
  cron: "40 3 * * *",
  run: ({ db, now }) => forgetPhotos(db, now),
};
