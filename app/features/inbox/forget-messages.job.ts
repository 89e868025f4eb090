import type { Job } from "#app/platform/jobs.server.ts";

import { forgetMessages } from "./inbox.server.ts";

/** Forgets daily where old messages to the editors came from, and those that were dealt with long ago. */
export const forgetMessagesJob: Job = {
  name: "forget-messages",
  cron: "20 0 * * *",
  run: ({ db, now }) => forgetMessages(db, now),
};
