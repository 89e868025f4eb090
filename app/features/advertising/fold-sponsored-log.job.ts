import type { Job } from "#app/platform/jobs.server.ts";

import { foldLog } from "./fold-log.server.ts";

/** Adds the log of sponsored slots of a month ago up by day, daily. */
export const foldSponsoredLogJob: Job = {
  name: "fold-sponsored-log",
  cron: "20 1 * * *",
  run: ({ db, now }) => foldLog(db, now),
};
