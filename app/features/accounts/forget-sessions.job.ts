import type { Job } from "#app/platform/jobs.server.ts";

import { forgetEndedSessions } from "./sessions.server.ts";

/** Throws away sessions that have ended, daily. */
export const forgetSessionsJob: Job = {
  name: "forget-sessions",
  cron: "25 0 * * *",
  run: ({ db, now }) => forgetEndedSessions(db, now),
};
