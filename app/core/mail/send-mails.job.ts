import { readDatabaseClock } from "#app/db/database-clock.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { holdDueMails, sendDueMails } from "./outbox.server.ts";

/** Sends due mails every minute. Without a mail server they are held for good. */
export const sendMailsJob: Job = {
  name: "send-mails",
  cron: "* * * * *",
  run: async ({ db, log, env, signal }) => {
    if (env.mail === null) return holdDueMails(db);
    const now = await readDatabaseClock(db);
    await sendDueMails(db, { settings: env.mail, siteUrl: env.siteUrl, now, log, signal });
  },
};
