import { databaseClock } from "#app/db/database-clock.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { keepDueMails, sendDueMails } from "./outbox.server.ts";

/** Hands what is due to the mail server, every minute; without one it stays where it is for good. */
export const sendMailsJob: Job = {
  name: "send-mails",
  cron: "* * * * *",
  run: async ({ db, log, env, signal }) => {
    if (env.mail === null) return keepDueMails(db);
    const now = await databaseClock(db);
    await sendDueMails(db, { settings: env.mail, siteUrl: env.siteUrl, now, log, signal });
  },
};
