import type { Job } from "#app/platform/jobs.server.ts";

import { forgetSubscribers } from "./forget-subscribers.server.ts";

/** Forgets daily the addresses that nobody confirmed, and those that get nothing any more. */
export const forgetSubscribersJob: Job = {
  name: "forget-subscribers",
  cron: "35 0 * * *",
  run: ({ db, now }) => forgetSubscribers(db, now),
};
