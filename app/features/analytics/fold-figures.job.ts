import type { Job } from "#app/platform/jobs.server.ts";

import { foldFigures } from "./fold-figures.server.ts";

/** Daily: rolls up old daily stats of places into months, and deletes rows past their retention. */
export const foldFiguresJob: Job = {
  name: "fold-figures",
  cron: "50 0 * * *",
  run: async ({ db, now }) => {
    await foldFigures(db, now);
  },
};
