import type { Job } from "#app/platform/jobs.server.ts";

import { deleteVisitorHashes } from "../counters/view-counter.server.ts";

/** Deletes yesterday's salts and hashes shortly after midnight, once the day's last views are written. */
export const deleteVisitorHashesJob: Job = {
  name: "delete-visitor-hashes",
  cron: "10 0 * * *",
  run: ({ db, now }) => deleteVisitorHashes(db, now),
};
