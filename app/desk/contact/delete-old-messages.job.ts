import type { Job } from "#app/platform/jobs.server.ts";

import { deleteExpiredMessages } from "./messages.server.ts";

/** Daily: clears sender hashes of old messages, and deletes spam and settled messages past their retention. */
export const deleteOldMessagesJob: Job = {
  name: "delete-old-messages",
  cron: "20 0 * * *",
  run: ({ db, now }) => deleteExpiredMessages(db, now),
};
