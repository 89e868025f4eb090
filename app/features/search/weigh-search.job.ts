import type { Job } from "#app/platform/jobs.server.ts";

import { weighSearch } from "./search-index.server.ts";

/** Lets yesterday's views count in search, and finds the best known places anew, when few are there to see. */
export const weighSearchJob: Job = {
  name: "weigh-search",
  cron: "25 3 * * *",
  run: ({ db, now }) => weighSearch(db, now),
};
