import type { Job } from "#app/platform/jobs.server.ts";

import { anonymizeConfirmers } from "../facts/confirm-fact.server.ts";
import { anonymizeReporters } from "./send-correction.server.ts";

/** Deletes the browser and network hashes of old corrections and confirmations, daily. */
export const deleteReporterDataJob: Job = {
  name: "delete-reporter-data",
  cron: "35 0 * * *",
  run: async ({ db, now }) => {
    await anonymizeReporters(db, now);
    await anonymizeConfirmers(db, now);
  },
};
