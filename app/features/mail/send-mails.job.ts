import type { Job } from "#app/platform/jobs.server.ts";

import { sendDueMails } from "./outbox.server.ts";

/** Hands what is due to the mail server, every minute; without one there is nothing to do. */
export const sendMailsJob: Job = {
  name: "send-mails",
  cron: "* * * * *",
  run: async ({ db, log, env }) => {
    if (env.mail !== null) await sendDueMails(db, { settings: env.mail, now: () => new Date(), log });
  },
};
