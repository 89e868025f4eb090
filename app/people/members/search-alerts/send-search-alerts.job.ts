import type { Job } from "#app/platform/jobs.server.ts";

import { sendSearchAlerts } from "./send-search-alerts.server.ts";

/** Mails members whose searches find a new place. At noon, when a search for "open now" finds most. */
export const sendSearchAlertsJob: Job = {
  name: "send-search-alerts",
  cron: "10 12 * * *",
  run: async ({ db, now, signal }) => {
    await sendSearchAlerts(db, { now, signal });
  },
};
