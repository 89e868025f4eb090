import type { Job } from "#app/platform/jobs.server.ts";

import { billingOf } from "./billing-of.server.ts";
import { finishRefunds } from "./finish-refunds.server.ts";
import { deliverSandboxEvents, forgetDelivered } from "./sandbox-deliveries.server.ts";
import { endOtherMemberships, SYNC_JOB, syncDueMemberships } from "./sync-membership.server.ts";
import { forgetOldEvents } from "./webhook.server.ts";

/** Hourly: syncs memberships that may have changed without an event, and finishes interrupted refunds. */
export const syncMembershipsJob: Job = {
  name: SYNC_JOB,
  cron: "5 * * * *",
  run: async ({ db, env, now, log }) => {
    await forgetOldEvents(db, now);
    await forgetDelivered(db, now);
    const provider = billingOf({ db, env, now, log });
    if (provider === null) return;
    await endOtherMemberships(db, provider, now);
    const refundErrors = await finishRefunds(db, { provider, now });
    const { looked, elsewhere, failed } = await syncDueMemberships(db, { provider, now });
    if (elsewhere > 0) {
      log.error(
        { elsewhere, looked },
        "Customers belong to another account at the payment provider than the key: they have no membership here",
      );
    }
    if (provider.name === "sandbox") await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
    const [cause] = [...refundErrors, ...failed];
    if (cause === undefined) return;
    throw new Error(
      `${failed.length} of ${looked} customers could not be synced, ${refundErrors.length} refunds not finished`,
      { cause },
    );
  },
};
