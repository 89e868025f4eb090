import type { Job } from "#app/platform/jobs.server.ts";

import { reopenDuePlaces } from "../facts/set-closure.server.ts";

/** Reopens places on the day their owner chose, just after midnight. Runs hourly in case a run is missed. */
export const reopenPlacesJob: Job = {
  name: "reopen-places",
  cron: "1 * * * *",
  run: async ({ db, now, log }) => {
    const count = await reopenDuePlaces(db, now);
    if (count > 0) log.info({ count }, "Places reopened");
  },
};
