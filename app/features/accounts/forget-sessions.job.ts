import type { Job } from "#app/platform/jobs.server.ts";

import { forgetEndedSessions } from "./sessions.server.ts";
import { forgetAttempts } from "./sign-in-attempts.server.ts";

/** Throws away sessions and sign-ins that have ended, daily. */
export const forgetSessionsJob: Job = {
  name: "forget-sessions",
  cron: "25 0 * * *",
  run: async ({ db, now }) => {
    await forgetEndedSessions(db, now);
    await forgetAttempts(db, now);
  },
};
