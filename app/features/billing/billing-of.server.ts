import { isLoopbackName } from "#app/lib/loopback-name.ts";
import type { Site } from "#app/platform/site.ts";

import type { BillingProvider } from "./billing-provider.ts";
import { sandboxProvider } from "./sandbox-provider.server.ts";
import { stripeProvider } from "./stripe-provider.server.ts";
import { isTestKey } from "./test-key.ts";

/**
 * Whoever takes the money here; null where payments are not set up: the sandbox and Stripe's test mode, which anybody can be
 * a member by for nothing, are not for a public address unless `BILLING_SANDBOX=public` says that this is meant.
 */
export function billingOf({ db, env, now, log }: Pick<Site, "db" | "env" | "now" | "log">): BillingProvider | null {
  const { stripe, siteUrl } = env;
  if (stripe !== null) return !isTestKey(stripe.secretKey) || mayBeFree(env) ? stripeProvider(stripe, log) : null;
  return mayBeFree(env) ? sandboxProvider({ db, siteUrl, now }) : null;
}

function mayBeFree({ billingSandbox, siteUrl }: Pick<Site["env"], "billingSandbox" | "siteUrl">): boolean {
  return billingSandbox === "public" || isLoopbackName(new URL(siteUrl).hostname);
}
