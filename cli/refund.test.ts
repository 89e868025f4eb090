import { expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { startCheckout } from "#app/people/membership/checkout/checkout.server.ts";
import { buildUser } from "#tests/builders.ts";
import { StripeDouble } from "#tests/stripe-double.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { refund } from "./refund.ts";

test("refund refunds once, reports a provider outage, and reports what can't be refunded", async ({ db }) => {
  // The command goes by the real time.
  const stripe = new StripeDouble(db, new Date());
  const { provider, now } = stripe;
  for (const [index, email] of ["mia@example.com", "ben@example.com"].entries()) {
    const { id: userId } = await buildUser(db, { email });
    const tier = index === 0 ? "vip" : "city-insider";
    const { url } = await startCheckout(db, { provider, userId, email, siteUrl: "http://localhost", tier, now });
    await stripe.pay(url);
  }

  stripe.failNext("error", "error", "error", "error", "error", "error");
  expect(await run(db, "mia@example.com")).toMatchObject({ code: 1, said: expect.stringContaining("doesn't answer") });
  stripe.failNext();
  expect(await run(db, "mia@example.com")).toMatchObject({
    code: 0,
    said: expect.stringContaining("gets a refund of $50"),
  });
  expect((await run(db, "mia@example.com")).said).toContain("has no payment to refund");
  stripe.controls.refundError = "charge_not_refundable";
  const refused = await run(db, "ben@example.com");
  expect([refused.code, refused.said.includes("gets a refund")]).toEqual([1, false]);
  expect(refused.said).toContain("can't refund $20");
});

async function run(db: Database, email: string): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const opened = { ...(await workerDatabase()), db };
  const code = await refund({ opened, args: [email], print: (line) => lines.push(line) });
  return { code, said: lines.join("\n") };
}
