import type { Job } from "#app/platform/jobs.server.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { removeGuidePictures } from "./pictures.server.ts";

/** Deletes unused pictures, every night. */
export const removeGuidePicturesJob: Job = {
  name: "remove-guide-pictures",
  cron: "40 4 * * *",
  run: ({ db, env, now }) => removeGuidePictures({ db, storage: storageOf(env) }, now),
};
