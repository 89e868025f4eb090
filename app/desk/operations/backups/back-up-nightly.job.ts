import { randomUUID } from "node:crypto";

import type { Job } from "#app/platform/jobs.server.ts";

import { NIGHTLY_PREFIX, requestRun } from "../runs.server.ts";

/** Nightly: requests a backup, which then runs like one that an admin starts, with its progress and outcome on the same page. */
export const backUpNightlyJob: Job = {
  name: "back-up-nightly",
  cron: "0 3 * * *",
  run: async ({ db, now }) => {
    await requestRun(db, { operation: "back-up", adminId: null, requestId: `${NIGHTLY_PREFIX}${randomUUID()}`, now });
  },
};
