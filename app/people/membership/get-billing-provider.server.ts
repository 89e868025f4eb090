import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import type { Site } from "#app/platform/site.ts";

import type { BillingProvider } from "./billing-provider.ts";
import { sandboxProvider } from "./sandbox/sandbox-provider.server.ts";
import { stripeProvider } from "./stripe/stripe-provider.server.ts";
import { isTestKey } from "./stripe/test-key.ts";

/**
 * The configured payment provider; null if payments aren't set up. The sandbox and Stripe's test mode are free, so
 * a public address needs `BILLING_SANDBOX=public` to use them.
 */
export function getBillingProvider({
  db,
  env,
  now,
  log,
}: Pick<Site, "db" | "env" | "now" | "log">): BillingProvider | null {
  const { stripe, siteUrl } = env;
  if (stripe !== null)
    return !isTestKey(stripe.secretKey) || isTestBillingAllowed(env) ? stripeProvider(stripe, log) : null;
  return isTestBillingAllowed(env) ? sandboxProvider({ db, siteUrl, now }, log) : null;
}

function isTestBillingAllowed({ billingSandbox, siteUrl }: Pick<Site["env"], "billingSandbox" | "siteUrl">): boolean {
  return billingSandbox === "public" || isLoopbackHost(new URL(siteUrl).hostname);
}
