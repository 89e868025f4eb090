import { findByEmail } from "#app/features/accounts/standing.server.ts";
import { billingOf } from "#app/features/billing/billing-of.server.ts";
import { refundablePayments, refundPayments } from "#app/features/billing/refund.server.ts";
import { dollars } from "#app/lib/money.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";

import type { CommandInput } from "./with-database.ts";

/**
 * `refund E-MAIL`: an admin's, for what was paid in the last thirty days, or else the last payment, however old. Asked again
 * it finishes what broke, and gives nothing twice.
 */
export async function refund({ opened: { db }, words, print }: CommandInput): Promise<number> {
  const [email = "", ...more] = words;
  if (!email.includes("@") || more.length > 0) {
    print("Usage: npm run cli -- refund E-MAIL");
    return 2;
  }
  const [now, env] = [new Date(), readEnv(process.env)];
  const provider = billingOf({ db, env, now, log: createLogger({ level: env.logLevel, readable: false }) });
  if (provider === null) {
    print("Payments are not set up here.");
    return 1;
  }
  const person = await findByEmail(db, email);
  if (person === null) {
    print(`Nobody signs in with ${email}.`);
    return 1;
  }
  const asker = { provider, userId: person.id, by: "operator", now } as const;
  const due = await refundablePayments(db, asker);
  for (const { id, amountCents, paidAt } of due) print(`${id}: ${dollars(amountCents)}, ${paidAt.toISOString()}`);
  const actor = { kind: "command", id: "refund" } as const;
  const refunded = await refundPayments(db, { ...asker, actor, seen: due.map(({ id }) => id) });
  if (refunded.outcome !== "refunded") {
    print(`${email} has no payment to give back.`);
    return 1;
  }
  print(`${email} gets ${dollars(refunded.amountCents)} back, and is a member no longer.`);
  return 0;
}
