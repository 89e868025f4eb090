import type { Job } from "#app/platform/jobs.server.ts";

import { forgetSubmitters } from "./send-submission.server.ts";

/** Forgets daily which browser, network and mailbox old submissions came from, and old drafts. */
export const forgetSubmittersJob: Job = {
  name: "forget-submitters",
  cron: "40 0 * * *",
  run: ({ db, now }) => forgetSubmitters(db, now),
};
