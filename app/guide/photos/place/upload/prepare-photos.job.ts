import type { Job } from "#app/platform/jobs.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { PREPARE_PHOTOS_JOB, preparePhotos } from "./prepare-photos.server.ts";

/** Makes the files of uploaded photos. Triggered by each upload, and every minute for retries and crashed runs. */
export const preparePhotosJob: Job = {
  name: PREPARE_PHOTOS_JOB,
  cron: "* * * * *",
  // Each run leases the photo it works on.
  allowConcurrent: true,
  run: ({ db, env, log }) => preparePhotos({ db, storage: openStorage(env), log, now: () => new Date() }),
};
