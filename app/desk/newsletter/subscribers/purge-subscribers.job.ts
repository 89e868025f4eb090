import type { Job } from "#app/platform/jobs.server.ts";

import { purgeSubscribers } from "./purge-subscribers.server.ts";

/** Deletes unconfirmed, unsubscribed and bounced addresses daily, after their retention time. */
export const purgeSubscribersJob: Job = {
  name: "purge-subscribers",
  cron: "35 0 * * *",
  run: ({ db, now }) => purgeSubscribers(db, now),
};
