import { readDatabaseClock } from "#app/db/database-clock.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { sendNewsletters } from "./send-newsletters.server.ts";

/** Starts and sends newsletters, every minute and when an editor starts one. */
export const sendNewslettersJob: Job = {
  name: "send-newsletters",
  cron: "* * * * *",
  // Rows are locked individually, so that a crashed run doesn't block the next one.
  allowConcurrent: true,
  run: async ({ db, env, log, signal }) => sendNewsletters(db, { env, now: await readDatabaseClock(db), log, signal }),
};
