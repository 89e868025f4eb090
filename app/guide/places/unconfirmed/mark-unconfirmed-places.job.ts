import type { Job } from "#app/platform/jobs.server.ts";

import { markUnconfirmedPlaces } from "./unconfirmed-places.server.ts";

/** Marks places that nobody has confirmed for two years, at night when few visitors are there. */
export const markUnconfirmedPlacesJob: Job = {
  name: "mark-unconfirmed-places",
  cron: "40 2 * * *",
  run: async ({ db, now, log }) => {
    const counts = await markUnconfirmedPlaces(db, now);
    if (counts.marked + counts.unlisted + counts.relisted > 0) log.info(counts, "Unconfirmed places marked");
  },
};
