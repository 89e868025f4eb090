import type { Job } from "#app/platform/jobs.server.ts";

import { deleteOldMails } from "./outbox.server.ts";

/** Deletes old mails, daily. */
export const deleteOldMailsJob: Job = {
  name: "delete-old-mails",
  cron: "45 0 * * *",
  run: ({ db, now }) => deleteOldMails(db, now),
};
