import { databaseClock } from "#app/db/database-clock.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { sendNewsletters } from "./send-newsletters.server.ts";

/** Starts and sends newsletters, every minute and when one is started by hand. */
export const sendNewslettersJob: Job = {
  name: "send-newsletters",
  cron: "* * * * *",
  // Rows are locked as they are taken: a run that died must not keep the next one waiting.
  mayOverlap: true,
  run: async ({ db, env, log, signal }) => sendNewsletters(db, { env, now: await databaseClock(db), log, signal }),
};
