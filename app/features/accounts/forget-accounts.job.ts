import { createHash } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { retriedTransaction } from "#app/db/retried-transaction.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";
import { notifyPages } from "#app/platform/page-tags.server.ts";

import { recordChange } from "../audit/audit.server.ts";
import { billingOf } from "../billing/billing-of.server.ts";
import { type BillingProvider, ProviderDown } from "../billing/billing-provider.ts";
import { cancelForLeaver, isBilledElsewhere } from "../billing/checkout.server.ts";
import { notifyPagesOfCopies } from "../members/copy-list.server.ts";
import { notifyPagesOfAsker } from "../questions/leaving-asker.server.ts";
import { notifyPagesOfLeaver } from "../reviews/leaving-author.server.ts";
import { accountsToForget, FORGOTTEN_AT_ONCE_MAX, forgetAccount } from "./delete-account.server.ts";

/** A provider that doesn't answer takes half a minute for each. What one run doesn't get to, the next does. */
const FORGET_MS_MAX = 10 * 60_000;

/** Takes deleted accounts away for good once their way back has ended, hourly. */
export const forgetAccountsJob: Job = {
  name: "forget-accounts",
  cron: "50 * * * *",
  run: async ({ db, env, now, log }) => {
    const provider = billingOf({ db, env, now, log });
    const endsAt = performance.now() + FORGET_MS_MAX;
    let [keptCount, forgottenCount] = [0, 0];
    while (forgottenCount < FORGOTTEN_AT_ONCE_MAX) {
      const leavers = await accountsToForget(db, now, keptCount);
      if (leavers.length === 0) return;
      for (const userId of leavers) {
        if (performance.now() > endsAt) return;
        // Once it is gone nobody knows whom the provider bills. Before the transaction: the provider may take its time.
        if (await isUnbilled({ db, now, log, provider, userId })) {
          await forget(db, { userId, now });
          forgottenCount += 1;
          log.info({ userId }, "A deleted account is gone for good");
        } else keptCount += 1;
      }
    }
  },
};

/** Tried again: whoever works on a guide that somebody signs locks it first, and here their byline goes first. */
async function forget(db: Database, leaver: { userId: string; now: Date }): Promise<void> {
  await retriedTransaction(db, async (tx) => {
    await notifyPagesOfLeaver(tx, leaver.userId);
    await notifyPagesOfAsker(tx, leaver.userId);
    await notifyPagesOfCopies(tx, leaver.userId);
    await notifyPages(tx, [`member:${leaver.userId}`]);
    if (!(await forgetAccount(tx, leaver))) return;
    const actor = { kind: "job", id: forgetAccountsJob.name } as const;
    const subject = { kind: "account", id: opaqueId(leaver.userId) };
    await recordChange(tx, { actor, action: "account.forget", subject, before: null, after: null, now: leaver.now });
  });
}

/** Says which account it was only to whoever has its id from elsewhere, as from a log or a backup; from it no id follows. */
function opaqueId(userId: string): string {
  return createHash("sha256").update(userId).digest("hex");
}

/** Whether nothing can be billed to somebody any more; if not, the log says why. */
async function isUnbilled({
  db,
  now,
  log,
  provider,
  userId,
}: Pick<Parameters<Job["run"]>[0], "db" | "now" | "log"> & {
  provider: BillingProvider | null;
  userId: string;
}): Promise<boolean> {
  try {
    if (provider !== null) await cancelForLeaver(db, { provider, userId, now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A deleted account is kept: what its person pays could not be ended");
    return false;
  }
  if (!(await isBilledElsewhere(db, { provider, userId }))) return true;
  log.error(
    { userId },
    "A deleted account is kept: Stripe, or an account there that isn't set up here, may bill its person",
  );
  return false;
}
