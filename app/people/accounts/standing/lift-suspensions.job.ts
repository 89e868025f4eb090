import type { Job } from "#app/platform/jobs.server.ts";

import { liftExpiredSuspensions } from "./account-status.server.ts";

/** Lifts expired suspensions every ten minutes. Signing in lifts one sooner. */
export const liftSuspensionsJob: Job = {
  name: "lift-suspensions",
  cron: "*/10 * * * *",
  run: async ({ db, now, log }) => {
    const count = await liftExpiredSuspensions(db, now);
    if (count > 0) log.info({ count }, "Suspensions have ended");
  },
};
