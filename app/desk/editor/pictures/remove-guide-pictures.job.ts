import type { Job } from "#app/platform/jobs.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { deleteUnusedPictures } from "./guide-pictures.server.ts";

/** Deletes unused pictures, every night. */
export const removeGuidePicturesJob: Job = {
  name: "remove-guide-pictures",
  cron: "40 4 * * *",
  run: ({ db, env, now }) => deleteUnusedPictures({ db, storage: openStorage(env) }, now),
};
