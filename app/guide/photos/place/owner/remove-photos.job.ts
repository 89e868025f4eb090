import type { Job } from "#app/platform/jobs.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { removePhotos } from "./remove-photos.server.ts";

/** Deletes the files of photos that can no longer be restored, every hour. */
export const removePhotosJob: Job = {
  name: "remove-photos",
  cron: "25 * * * *",
  run: ({ db, env, now }) => removePhotos({ db, storage: openStorage(env) }, now),
};
