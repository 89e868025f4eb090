import type { Job } from "#app/platform/jobs.server.ts";

import { getBillingProvider } from "../get-billing-provider.server.ts";
import { finishRefunds } from "../refunds/finish-refunds.server.ts";
import { deleteOldKeys } from "../sandbox/sandbox-api.server.ts";
import { deliverSandboxEvents, deleteDeliveredEvents } from "../sandbox/sandbox-deliveries.server.ts";
import { endMembershipsOfOtherProviders, SYNC_JOB, syncDueMemberships } from "./sync-membership.server.ts";
import { deleteOldEvents } from "../stripe/webhook.server.ts";

/** Hourly: syncs memberships that may have changed without an event, and finishes interrupted refunds. */
export const syncMembershipsJob: Job = {
  name: SYNC_JOB,
  cron: "5 * * * *",
  run: async ({ db, env, now, log }) => {
    await deleteOldEvents(db, now);
    await deleteDeliveredEvents(db, now);
    await deleteOldKeys(db, now);
    const provider = getBillingProvider({ db, env, now, log });
    if (provider === null) return;
    await endMembershipsOfOtherProviders(db, provider, now);
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
