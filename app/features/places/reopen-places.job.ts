import type { Job } from "#app/platform/jobs.server.ts";

import { reopenDuePlaces } from "./change-place.server.ts";

/** Opens places on the day that whoever runs them named, soon after its midnight; hourly, should that run be missed. */
export const reopenPlacesJob: Job = {
  name: "reopen-places",
  cron: "1 * * * *",
  run: async ({ db, now, log }) => {
    const count = await reopenDuePlaces(db, now);
    if (count > 0) log.info({ count }, "Places have opened again");
  },
};
