import { isLoopbackName } from "#app/lib/loopback-name.ts";
import type { Site } from "#app/platform/site.ts";

import type { BillingProvider } from "./billing-provider.ts";
import { sandboxProvider } from "./sandbox-provider.server.ts";
import { stripeProvider } from "./stripe-provider.server.ts";

/**
 * Whoever takes the money here; null where payments are not set up: the sandbox, which anybody can be a member of for
 * nothing, is not for a public address unless `BILLING_SANDBOX=public` says that this is meant.
 */
export function billingOf({ db, env, now }: Pick<Site, "db" | "env" | "now">): BillingProvider | null {
  if (env.stripe !== null) return stripeProvider(env.stripe);
  return hasSandbox(env) ? sandboxProvider({ db, siteUrl: env.siteUrl, now }) : null;
}

function hasSandbox({ billingSandbox, siteUrl }: Pick<Site["env"], "billingSandbox" | "siteUrl">): boolean {
  return billingSandbox === "public" || isLoopbackName(new URL(siteUrl).hostname);
}
