import type { Job } from "#app/platform/jobs.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { billingOf } from "../billing/billing-of.server.ts";
import { ProviderDown } from "../billing/billing-provider.ts";
import { cancelForLeaver } from "../billing/checkout.server.ts";
import { notifyPagesOfCopies } from "../members/copy-list.server.ts";
import { notifyPagesOfLeaver } from "../reviews/leaving-author.server.ts";
import { accountsToForget, forgetAccount } from "./delete-account.server.ts";

/** Takes deleted accounts away for good once their way back has ended, hourly. */
export const forgetAccountsJob: Job = {
  name: "forget-accounts",
  cron: "50 * * * *",
  run: async ({ db, env, now, log }) => {
    const provider = billingOf({ db, env, now, log });
    for (const userId of await accountsToForget(db, now)) {
      try {
        // Once it is gone nobody knows whom the provider bills. Before the transaction: the provider may take its time.
        if (provider !== null) await cancelForLeaver(db, { provider, userId, now });
      } catch (error) {
        if (!(error instanceof ProviderDown)) throw error;
        log.error({ err: error, userId }, "A deleted account is kept: what its person pays could not be ended");
        continue;
      }
      await db.transaction(async (tx) => {
        await notifyPagesOfLeaver(tx, userId);
        await notifyPagesOfCopies(tx, userId);
        await notifyPages(tx, [`member:${userId}`]);
        await forgetAccount(tx, { userId, now });
      });
      log.info({ userId }, "A deleted account is gone for good");
    }
  },
};
