import type { Job } from "#app/platform/jobs.server.ts";

import { deleteOldNotifications } from "./notifications.server.ts";

/** Deletes old notifications, daily. */
export const deleteOldNotificationsJob: Job = {
  name: "delete-old-notifications",
  cron: "35 0 * * *",
  run: ({ db, now }) => deleteOldNotifications(db, now),
};
