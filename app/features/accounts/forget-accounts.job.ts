import type { Job } from "#app/platform/jobs.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { notifyPagesOfCopies } from "../members/copy-list.server.ts";
import { notifyPagesOfLeaver } from "../reviews/leaving-author.server.ts";
import { accountsToForget, forgetAccount } from "./delete-account.server.ts";

/** Takes deleted accounts away for good once their way back has ended, hourly. */
export const forgetAccountsJob: Job = {
  name: "forget-accounts",
  cron: "50 * * * *",
  run: async ({ db, now, log }) => {
    for (const userId of await accountsToForget(db, now)) {
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
