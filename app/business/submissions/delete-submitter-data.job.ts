import type { Job } from "#app/platform/jobs.server.ts";

import { purgeOldSubmitters } from "./form/send-submission.server.ts";

/** Deletes daily the browser, network and mailbox hashes of old submissions, and old drafts. */
export const deleteSubmitterDataJob: Job = {
  name: "delete-submitter-data",
  cron: "40 0 * * *",
  run: ({ db, now }) => purgeOldSubmitters(db, now),
};
