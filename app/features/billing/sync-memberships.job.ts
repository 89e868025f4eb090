import type { Job } from "#app/platform/jobs.server.ts";

import { billingOf } from "./billing-of.server.ts";
import { deliverSandboxEvents, forgetDelivered } from "./sandbox-deliveries.server.ts";
import { endSandboxMemberships, syncDueMemberships } from "./sync-membership.server.ts";
import { forgetOldEvents } from "./webhook.server.ts";

/** Looks hourly at whoever may have changed without our hearing of it: no membership depends on an event that got lost. */
export const syncMembershipsJob: Job = {
  name: "sync-memberships",
  cron: "5 * * * *",
  run: async ({ db, env, now, log }) => {
    await forgetOldEvents(db, now);
    await forgetDelivered(db, now);
    const provider = billingOf({ db, env, now });
    if (provider === null) return;
    if (provider.name !== "sandbox") await endSandboxMemberships(db);
    const { looked, failed } = await syncDueMemberships(db, { provider, now });
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    if (failed.length === 0) return;
    throw new Error(`${failed.length} of ${looked} customers could not be looked at`, { cause: failed[0] });
  },
};
