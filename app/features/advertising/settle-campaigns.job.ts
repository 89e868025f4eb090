import { billingOf } from "#app/features/billing/billing-of.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";

import { payOwedRefunds } from "./campaign-refunds.server.ts";
import { findLostPayments } from "./pay-campaign.server.ts";
import { settleCampaigns } from "./settle-campaigns.server.ts";

/**
 * Ends campaigns whose days are over, gives back what they didn't deliver, and looks for payments of which nobody has heard.
 * Every ten minutes: nobody waits for longer than that for what depends on no click of theirs.
 */
export const settleCampaignsJob: Job = {
  name: "settle-campaigns",
  cron: "*/10 * * * *",
  run: async ({ db, env, now, log }) => {
    const provider = billingOf({ db, env, now, log });
    await settleCampaigns(db, { provider: provider?.name ?? null, now });
    if (provider === null) return;
    const lost = await findLostPayments(db, { provider, now });
    const owed = await payOwedRefunds(db, { provider, now });
    const [cause] = [...lost, ...owed];
    if (cause === undefined) return;
    throw new Error(`${owed.length} refunds of campaigns are not finished, ${lost.length} buyers not looked at`, {
      cause,
    });
  },
};
