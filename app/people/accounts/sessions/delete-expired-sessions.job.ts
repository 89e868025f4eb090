import type { Job } from "#app/platform/jobs.server.ts";

import { deleteExpiredSessions } from "./sessions.server.ts";
import { deleteExpiredSignInAttempts } from "../sign-in/sign-in-attempts.server.ts";

/** Deletes expired sessions and sign-in attempts. Runs daily. */
export const deleteExpiredSessionsJob: Job = {
  name: "delete-expired-sessions",
  cron: "25 0 * * *",
  run: async ({ db, now }) => {
    await deleteExpiredSessions(db, now);
    await deleteExpiredSignInAttempts(db, now);
  },
};
