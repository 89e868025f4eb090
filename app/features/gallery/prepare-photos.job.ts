import type { Job } from "#app/platform/jobs.server.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { PREPARE_PHOTOS, preparePhotos } from "./prepare-photos.server.ts";

/** Makes the files of photos that have come; woken by each upload, and every minute for what failed or died. */
export const preparePhotosJob: Job = {
  name: PREPARE_PHOTOS,
  cron: "* * * * *",
  // Each photo is leased to whoever is at it.
  mayOverlap: true,
  run: ({ db, env, log }) => preparePhotos({ db, storage: storageOf(env), log, now: () => new Date() }),
};
