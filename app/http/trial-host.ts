import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import { SettingError } from "#app/lib/setting-error.ts";
import type { Env } from "#app/platform/env.server.ts";

/**
 * Refuses to serve a trial build on a network by accident. Call it before serving.
 *
 * @throws SettingError when HOST or SITE_URL is not this machine and TRIAL_ON_NETWORK isn't set.
 */
export function assertTrialIsLocal(env: Env): void {
  const site = new URL(env.siteUrl).hostname;
  if (env.trialOnNetwork) {
    if (!env.devLogin || isLoopbackHost(site)) return;
    throw new SettingError(
      `DEV_LOGIN: got "on", but anyone could sign in as an admin at ${JSON.stringify(env.siteUrl)}; set DEV_LOGIN=off`,
    );
  }
  const wanted =
    "a trial build works on this machine only; set TRIAL_ON_NETWORK=yes, or use npm run build and npm run serve";
  if (!isLoopbackHost(env.host)) throw new SettingError(`HOST: got ${JSON.stringify(env.host)}, but ${wanted}`);
  if (!isLoopbackHost(site)) throw new SettingError(`SITE_URL: got ${JSON.stringify(env.siteUrl)}, but ${wanted}`);
}

/**
 * Whether a trial is opened by another name of this machine than its SITE_URL, such as 127.0.0.1 for localhost. Cookies and
 * what forms redirect to work at one name only.
 */
export function isOtherTrialName(host: string, env: Env): boolean {
  if (!__TRIAL__ || env.trialOnNetwork || env.siteUrl.endsWith(`//${host}`)) return false;
  // Another port is a forwarded one, and the site's own URL may not be reachable there.
  return URL.parse(`http://${host}`)?.port === new URL(env.siteUrl).port;
}

/** Foreign names that resolve to loopback (DNS rebinding) must not reach the trial build. */
export function isAllowedHost(host: string | undefined, env: Env): boolean {
  if (!__TRIAL__ || env.trialOnNetwork) return true;
  // Fast path for the usual name.
  if (host === `localhost:${env.port}`) return true;
  return host !== undefined && isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? "");
}
