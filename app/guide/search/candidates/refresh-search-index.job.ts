import type { Job } from "#app/platform/jobs.server.ts";

import { refreshSearchIndex } from "./search-index.server.ts";

/** Counts yesterday's views and recalculates the popularity buckets, at night when few visitors are there. */
export const refreshSearchIndexJob: Job = {
  name: "refresh-search-index",
  cron: "25 3 * * *",
  run: ({ db, now }) => refreshSearchIndex(db, now),
};
