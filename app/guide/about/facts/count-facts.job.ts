import type { Job } from "#app/platform/jobs.server.ts";

import { storeFactCounts } from "./count-facts.server.ts";

/** Counts the facts once a day, soon after midnight, so that the page has that day's date. */
export const countFactsJob: Job = {
  name: "count-facts",
  cron: "20 0 * * *",
  run: ({ db, now }) => storeFactCounts(db, now),
};
