import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { processCampaignRefunds } from "./campaign-refunds.server.ts";
import { findMissedPayments } from "./pay-campaign.server.ts";
import { settleCampaigns } from "./settle-campaigns.server.ts";

/** Every ten minutes: ends campaigns that are over, refunds unspent money, and finds payments without an event. */
export const settleCampaignsJob: Job = {
  name: "settle-campaigns",
  cron: "*/10 * * * *",
  run: async ({ db, env, now, log }) => {
    const provider = getBillingProvider({ db, env, now, log });
    await settleCampaigns(db, { provider: provider?.name ?? null, now });
    if (provider === null) return;
    const syncErrors = await findMissedPayments(db, { provider, now });
    const refundErrors = await processCampaignRefunds(db, { provider, now });
    const [cause] = [...syncErrors, ...refundErrors];
    if (cause === undefined) return;
    throw new Error(
      `${refundErrors.length} campaign refunds are not finished, ${syncErrors.length} buyers could not be synced`,
      {
        cause,
      },
    );
  },
};
