import { isLoopbackHost } from "#app/lib/loopback-host.ts";

import type { Env } from "./env.server.ts";

/**
 * Whether this is a trial whose URL is this machine, so that any visitor may load and remove sample activity. At a public
 * URL and in production nobody may.
 */
export function isTrialOfThisMachine(env: Pick<Env, "siteUrl">): boolean {
  return __TRIAL__ && isLoopbackHost(new URL(env.siteUrl).hostname);
}
