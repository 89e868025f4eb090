import { findByEmail } from "#app/features/accounts/standing.server.ts";
import { billingOf } from "#app/features/billing/billing-of.server.ts";
import { refundLastPayment } from "#app/features/billing/refund.server.ts";
import { dollars } from "#app/lib/money.ts";
import { readEnv } from "#app/platform/env.server.ts";

import type { CommandInput } from "./with-database.ts";

/** `refund E-MAIL`: an admin's, bound by no number of days. Asked again it finishes what broke, and gives nothing twice. */
export async function refund({ opened: { db }, words, print }: CommandInput): Promise<number> {
  const [email = "", ...more] = words;
  if (!email.includes("@") || more.length > 0) {
    print("Usage: npm run cli -- refund E-MAIL");
    return 2;
  }
  const now = new Date();
  const provider = billingOf({ db, env: readEnv(process.env), now });
  if (provider === null) {
    print("Payments are not set up here.");
    return 1;
  }
  const person = await findByEmail(db, email);
  const refunded =
    person === null ? null : await refundLastPayment(db, { provider, userId: person.id, by: "operator", now });
  if (refunded === null || refunded.outcome !== "refunded") {
    print(`${email} has no payment to give back.`);
    return 1;
  }
  print(`${email} gets ${dollars(refunded.amountCents)} back, and is a member no longer.`);
  return 0;
}
