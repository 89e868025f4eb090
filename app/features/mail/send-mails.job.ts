import { databaseClock } from "#app/db/database-clock.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { keepDueMails, sendDueMails } from "./outbox.server.ts";

/** Sends due mails every minute. Without a mail server they are held for good. */
export const sendMailsJob: Job = {
  name: "send-mails",
  cron: "* * * * *",
  run: async ({ db, log, env, signal }) => {
    if (env.mail === null) return keepDueMails(db);
    const now = await databaseClock(db);
    await sendDueMails(db, { settings: env.mail, siteUrl: env.siteUrl, now, log, signal });
  },
};
