import type { Job } from "#app/platform/jobs.server.ts";

import { forgetConfirmers } from "./confirm-fact.server.ts";
import { forgetReporters } from "./send-correction.server.ts";

/** Deletes the browser and network hashes of old corrections and confirmations, daily. */
export const forgetReportersJob: Job = {
  name: "forget-reporters",
  cron: "35 0 * * *",
  run: async ({ db, now }) => {
    await forgetReporters(db, now);
    await forgetConfirmers(db, now);
  },
};
