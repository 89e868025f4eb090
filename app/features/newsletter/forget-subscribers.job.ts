import type { Job } from "#app/platform/jobs.server.ts";

import { forgetSubscribers } from "./forget-subscribers.server.ts";

/** Deletes unconfirmed, unsubscribed and bounced addresses daily, after their retention time. */
export const forgetSubscribersJob: Job = {
  name: "forget-subscribers",
  cron: "35 0 * * *",
  run: ({ db, now }) => forgetSubscribers(db, now),
};
