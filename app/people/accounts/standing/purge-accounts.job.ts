import { createHash } from "node:crypto";

import type { Database } from "#app/db/database.server.ts";
import { retryTransaction } from "#app/db/retry-transaction.server.ts";
import type { Job } from "#app/platform/jobs.server.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";

import { recordChange } from "#app/core/audit/audit.server.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { type BillingProvider, ProviderDown } from "#app/people/membership/billing-provider.ts";
import { stopBillingBeforeDeletion, isBilledElsewhere } from "#app/people/membership/checkout/checkout.server.ts";
import { invalidatePagesOfCopies } from "#app/people/members/lists/copy-list.server.ts";
import { notifyQuestionPagesOfMember } from "#app/people/place-questions/question-pages-of-member.server.ts";
import { notifyPagesOfDeletedMember } from "#app/people/reviews/write/deleted-author-reviews.server.ts";
import { findAccountsToPurge, PURGE_BATCH_MAX, purgeAccount } from "./delete-account.server.ts";

/** A payment provider that doesn't answer costs half a minute per account. The next run handles what is left. */
const RUN_MS_MAX = 10 * 60_000;

/** Permanently removes deleted accounts once their grace period is over. Runs hourly. */
export const purgeAccountsJob: Job = {
  name: "purge-accounts",
  cron: "50 * * * *",
  run: async ({ db, env, now, log }) => {
    const provider = getBillingProvider({ db, env, now, log });
    const endsAt = performance.now() + RUN_MS_MAX;
    let [skippedCount, removedCount] = [0, 0];
    while (removedCount < PURGE_BATCH_MAX) {
      const userIds = await findAccountsToPurge(db, now, skippedCount);
      if (userIds.length === 0) return;
      for (const userId of userIds) {
        if (performance.now() > endsAt) return;
        // Without the account nothing links the provider's customer to a user, so billing must end first. Done outside
        // the transaction because the provider may be slow.
        if (await isUnbilled({ db, now, log, provider, userId })) {
          await removeAccount(db, { userId, now });
          removedCount += 1;
          log.info({ userId }, "A deleted account was removed permanently");
        } else skippedCount += 1;
      }
    }
  },
};

/** Retried: editing a guide locks the guide before the byline, and this transaction locks the byline first. */
async function removeAccount(db: Database, account: { userId: string; now: Date }): Promise<void> {
  await retryTransaction(db, async (tx) => {
    await notifyPagesOfDeletedMember(tx, account.userId);
    await notifyQuestionPagesOfMember(tx, account.userId);
    await invalidatePagesOfCopies(tx, account.userId);
    await invalidatePages(tx, [`member:${account.userId}`]);
    if (!(await purgeAccount(tx, account))) return;
    const actor = { kind: "job", id: purgeAccountsJob.name } as const;
    const subject = { kind: "account", id: opaqueId(account.userId) };
    await recordChange(tx, { actor, action: "account.purge", subject, before: null, after: null, now: account.now });
  });
}

/** A hash that identifies the account only to someone who already has its id, for example from a log or a backup. */
function opaqueId(userId: string): string {
  return createHash("sha256").update(userId).digest("hex");
}

/** Whether the user can no longer be billed. If they can, the reason is logged. */
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
    if (provider !== null) await stopBillingBeforeDeletion(db, { provider, userId, now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "A deleted account was not removed: its subscription could not be canceled");
    return false;
  }
  if (!(await isBilledElsewhere(db, { provider, userId }))) return true;
  log.error(
    { userId },
    "A deleted account was not removed: Stripe, or a Stripe account that isn't configured here, may still bill it",
  );
  return false;
}
