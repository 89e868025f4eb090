import type { MiddlewareHandler } from "hono";

import type { RouteTable } from "#app/platform/route-table.ts";

import { plainResponse } from "./plain-answers.server.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

/** Refuses forms that were sent from another site's pages. */
export function requireOwnOrigin(siteUrl: string, routes: RouteTable): MiddlewareHandler<SiteEnvironment> {
  return async (context, next) => {
    const origin = context.req.header("origin");
    // Browsers send the origin of a form. React Router would log a foreign origin as an error.
    const isSameOrigin = origin === undefined || origin === siteUrl || origin === new URL(context.req.url).origin;
    // Set by the browser; pages can't forge it.
    const from = context.req.header("sec-fetch-site");
    const isSameSite = from === undefined || from === "same-origin" || from === "none";
    const isAllowed = (isSameOrigin && isSameSite) || routes.find(context.req.path)?.handle.isOriginChecked === false;
    if (context.req.method === "POST" && !isAllowed) return plainResponse(context, 403);
    // React Router checks again, against an http URL. Behind a proxy that terminates TLS it would refuse the site's own pages,
    // so the header is set to the origin it expects.
    if (origin !== undefined) context.req.raw.headers.set("origin", new URL(context.req.url).origin);
    return next();
  };
}
