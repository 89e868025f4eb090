import type { Job } from "#app/platform/jobs.server.ts";

import { purgeOldClaims } from "./claims.server.ts";
import { purgeOldInvitations } from "../people/people.server.ts";

/** Deletes old claims and invitations daily. */
export const deleteOldClaimsJob: Job = {
  name: "delete-old-claims",
  cron: "40 0 * * *",
  run: async ({ db, now }) => {
    await purgeOldClaims(db, now);
    await purgeOldInvitations(db, now);
  },
};
