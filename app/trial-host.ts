import { isLoopbackName } from "./lib/loopback-name.ts";
import { SettingError } from "./lib/setting-error.ts";
import type { Env } from "./platform/env.server.ts";

/**
 * Call it before a trial build is served.
 *
 * @throws SettingError when it is told to serve a network without being told that this is meant.
 */
export function refuseTrialOnNetwork(env: Env): void {
  const site = new URL(env.siteUrl).hostname;
  if (env.trialOnNetwork) {
    if (!env.devLogin || isLoopbackName(site)) return;
    throw new SettingError(
      `DEV_LOGIN: got "on", but anybody could be an admin at ${JSON.stringify(env.siteUrl)}; set DEV_LOGIN=off`,
    );
  }
  const wanted =
    "this trial build serves this machine only; set TRIAL_ON_NETWORK=yes, or use npm run build and npm run serve";
  if (!isLoopbackName(env.host)) throw new SettingError(`HOST: got ${JSON.stringify(env.host)}, but ${wanted}`);
  if (!isLoopbackName(site)) throw new SettingError(`SITE_URL: got ${JSON.stringify(env.siteUrl)}, but ${wanted}`);
}

/** A name that resolves to loopback but is not ours (DNS rebinding) must not reach the trial build. */
export function isAllowedHost(host: string | undefined, env: Env): boolean {
  if (!__TRIAL__ || env.trialOnNetwork) return true;
  // The one name that nearly every request brings needs no parsing.
  if (host === `localhost:${env.port}`) return true;
  return host !== undefined && isLoopbackName(URL.parse(`http://${host}`)?.hostname ?? "");
}
