import type { Database } from "#app/db/database.server.ts";
import { findUserByEmail } from "#app/people/accounts/standing/account-status.server.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { ProviderDown } from "#app/people/membership/billing-provider.ts";
import { refundablePayments, refundPayments } from "#app/people/membership/refunds/refund.server.ts";
import { formatDollars } from "#app/lib/money.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import type { CommandInput } from "./with-database.ts";

/**
 * `refund EMAIL`: refunds all payments of the last thirty days, or else the last payment, however old. Running it again
 * finishes an interrupted refund and refunds nothing twice.
 */
export async function refund({ opened: { db }, args: words, print }: CommandInput): Promise<number> {
  const [email = "", ...more] = words;
  if (!email.includes("@") || more.length > 0) {
    print("Usage: npm run cli -- refund EMAIL");
    return 2;
  }
  const [now, env] = [new Date(), readEnv(process.env)];
  const provider = getBillingProvider({ db, env, now, log: createLogger({ level: env.logLevel }) });
  if (provider === null) {
    print("Payments aren't set up.");
    return 1;
  }
  const person = await findUserByEmail(db, email);
  if (person === null) {
    print(`No user signs in with ${email}.`);
    return 1;
  }
  try {
    return await refundUser(db, { provider, userId: person.id, by: "operator", now }, { email, print });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    print(`The payment provider doesn't answer: ${error.message}`);
    print("Run the command again. Nothing is refunded twice.");
    return 1;
  }
}

async function refundUser(
  db: Database,
  requester: Parameters<typeof refundablePayments>[1],
  { email, print }: Pick<CommandInput, "print"> & { email: string },
): Promise<number> {
  const due = await refundablePayments(db, requester);
  for (const { id, amountCents, paidAt } of due) print(`${id}: ${formatDollars(amountCents)}, ${paidAt.toISOString()}`);
  const actor = { kind: "command", id: "refund" } as const;
  const refunded = await refundPayments(db, { ...requester, actor, seen: due.map(({ id }) => id) });
  if (refunded.outcome !== "refunded") {
    print(`${email} has no payment to refund.`);
    return 1;
  }
  const { amountCents, notRefundableCents } = refunded;
  if (amountCents > 0) print(`${email} gets a refund of ${formatDollars(amountCents)}, and the membership has ended.`);
  if (notRefundableCents === 0) return 0;
  print(`The payment provider can't refund ${formatDollars(notRefundableCents)}: it is disputed or not refundable.`);
  return 1;
}
