import type { Job } from "#app/platform/jobs.server.ts";

import { forgetEndedSessions } from "./sessions.server.ts";
import { forgetAttempts } from "./sign-in-attempts.server.ts";

/** Deletes expired sessions and sign-in attempts. Runs daily. */
export const forgetSessionsJob: Job = {
  name: "forget-sessions",
  cron: "25 0 * * *",
  run: async ({ db, now }) => {
    await forgetEndedSessions(db, now);
    await forgetAttempts(db, now);
  },
};
