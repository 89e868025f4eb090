import type { Job } from "#app/platform/jobs.server.ts";

import { foldFigures } from "./fold-figures.server.ts";

/** Adds places' days of long ago up by month and forgets what is kept for a time, daily. */
export const foldFiguresJob: Job = {
  name: "fold-figures",
  cron: "50 0 * * *",
  run: ({ db, now }) => foldFigures(db, now),
};
