import type { Job } from "#app/platform/jobs.server.ts";

import { forgetVisitors } from "./view-counter.server.ts";

/** Throws away yesterday's salts and marks, shortly after midnight when the last views of the day are written down. */
export const forgetVisitorsJob: Job = {
  name: "forget-visitors",
  cron: "10 0 * * *",
  run: ({ db, now }) => forgetVisitors(db, now),
};
