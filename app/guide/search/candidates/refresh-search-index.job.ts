import type { Job } from "#app/platform/jobs.server.ts";

import { refreshSearchIndex } from "./search-index.server.ts";

/** Counts yesterday's views and recalculates the popularity tiers, at night when few visitors are there. */
export const refreshSearchIndexJob: Job = {
  name: "weigh-search",
  cron: "25 3 * * *",
  run: ({ db, now }) => refreshSearchIndex(db, now),
};
