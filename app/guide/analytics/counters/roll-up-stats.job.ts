import type { Job } from "#app/platform/jobs.server.ts";

import { rollUpStats } from "./roll-up-stats.server.ts";

/** Daily: rolls up old daily stats of places into months, and deletes rows past their retention. */
export const rollUpStatsJob: Job = {
  name: "roll-up-stats",
  cron: "50 0 * * *",
  run: async ({ db, now }) => {
    await rollUpStats(db, now);
  },
};
