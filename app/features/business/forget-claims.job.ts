import type { Job } from "#app/platform/jobs.server.ts";

import { forgetOldClaims } from "./claims.server.ts";
import { forgetOldInvitations } from "./people.server.ts";

/** Deletes old claims and invitations daily. */
export const forgetClaimsJob: Job = {
  name: "forget-claims",
  cron: "40 0 * * *",
  run: async ({ db, now }) => {
    await forgetOldClaims(db, now);
    await forgetOldInvitations(db, now);
  },
};
