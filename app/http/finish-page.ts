import { deferHydration } from "#app/hydration/deferred-hydration.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { RouteTable } from "#app/platform/route-table.ts";

import { FILE_POLICY, pagePolicy, securityHeaders } from "./security-headers.ts";

/** Default of pages without their own Cache-Control. */
export const CACHE_SHARED = "public, max-age=0, must-revalidate";
export const CACHE_PRIVATE = "private, no-cache";
/** For pages that not even the browser may store, because the device may be shared. */
const CACHE_NONE = "private, no-store";

/** Placeholder for the request id in an error page, which doesn't know it. */
const REQUEST_ID_PLACEHOLDER = /(<code data-request-id="">)%REQUEST_ID%/;

const STRIPE_PAGES = ["https://checkout.stripe.com", "https://billing.stripe.com"];

/** Finishes a page: defers hydration, adds security headers, and puts the request id into error pages. */
export async function finishPage(
  response: Response,
  given: { requestId: string; env: Env; routes: RouteTable; isBuilt: boolean; isCacheable: boolean; isFramed: boolean },
): Promise<Response> {
  const { requestId, env, routes, isBuilt, isCacheable, isFramed } = given;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(securityHeaders(env.siteUrl))) headers.set(name, value);
  if (!headers.has("cache-control")) headers.set("cache-control", isCacheable ? CACHE_SHARED : CACHE_NONE);
  // The mail preview sets its own policy.
  if (!isPage(response) || headers.has("content-security-policy")) {
    if (!headers.has("content-security-policy")) headers.set("content-security-policy", FILE_POLICY);
    return new Response(response.body, { status: response.status, headers });
  }
  const text = await response.text();
  // Only in error pages, and only at the placeholder: a rejected form may contain any text a visitor typed.
  const named = response.status >= 400 ? text.replace(REQUEST_ID_PLACEHOLDER, `$1${requestId}`) : text;
  const html = deferHydration(named);
  const formTargets = formTargetsOf(html, routes, env);
  const { mapStyleUrl } = env;
  headers.set("content-security-policy", pagePolicy(html, { isBuilt, mapStyleUrl, formTargets, isFramed }));
  if (isFramed) headers.set("x-frame-options", "SAMEORIGIN");
  if (response.status >= 400) headers.set("cache-control", "no-store");
  return new Response(html, { status: response.status, headers });
}

export function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}

/** The other sites that forms of a page are redirected to, by what the routes of their actions declare. */
function formTargetsOf(html: string, routes: RouteTable, { identityProvider, stripe }: Env): string[] {
  const actions = new Set([...html.matchAll(/<form[^>]* action="([^"]*)"/g)].map(([, action = ""]) => action));
  const sites = new Set([...actions].map((action) => routes.find(action)?.handle.formRedirectsTo));
  return [
    ...(identityProvider !== null && sites.has("identity-provider") ? [identityProvider.issuer] : []),
    ...(stripe !== null && sites.has("payment-provider") ? STRIPE_PAGES : []),
  ];
}
