import type { Job } from "#app/platform/jobs.server.ts";

import { rollUpLog } from "./roll-up-log.server.ts";

/** Rolls up the sponsored log after a month, daily. */
export const rollUpSponsoredStatsJob: Job = {
  name: "roll-up-sponsored-stats",
  cron: "20 1 * * *",
  run: ({ db, now }) => rollUpLog(db, now),
};
