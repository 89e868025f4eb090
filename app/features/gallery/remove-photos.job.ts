import type { Job } from "#app/platform/jobs.server.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { removePhotos } from "./remove-photos.server.ts";

/** Removes the files of photos that were taken off for good, every hour. */
export const removePhotosJob: Job = {
  name: "remove-photos",
  cron: "25 * * * *",
  run: ({ db, env, now }) => removePhotos({ db, storage: storageOf(env) }, now),
};
