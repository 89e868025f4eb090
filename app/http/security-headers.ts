import { createHash } from "node:crypto";

import { findInlineScripts } from "#app/hydration/deferred-hydration.ts";

/** The headers of every answer. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    // `no-referrer` would set a form's Origin to `null`, and the site's own forms would be refused.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "geolocation=(self), camera=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  if (siteUrl.startsWith("https:")) headers["strict-transport-security"] = "max-age=63072000; includeSubDomains";
  return headers;
}

/**
 * The Content-Security-Policy of a page: inline scripts by hash, everything else from this server, except an external map
 * style and its tiles. In development, Vite inlines styles.
 */
export function pagePolicy(
  html: string,
  {
    isBuilt,
    mapStyleUrl = null,
    formTargets = [],
    isFramed = false,
  }: {
    isBuilt: boolean;
    mapStyleUrl?: string | null;
    /** Other sites that a form of the page is redirected to. */
    formTargets?: readonly string[];
    /** Whether pages of this site may show it in a frame. */
    isFramed?: boolean;
  },
): string {
  const hashes = [...new Set(findInlineScripts(html))].map((code) => `'sha256-${sha256(code)}'`);
  const mapHost = mapStyleUrl === null ? "" : ` ${new URL(mapStyleUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`.trim(),
    isBuilt ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
    `img-src 'self'${mapHost}`,
    "font-src 'self'",
    `connect-src 'self'${mapHost}`,
    "worker-src 'self'",
    // For the editors' previews of guides and mails, also on pages that were opened before and navigate there.
    "frame-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets.map((target) => new URL(target).origin)].join(" "),
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join("; ");
}

/** For everything but pages: nothing may load or run. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** For the map's worker, which fetches the base map and pins. A worker uses the policy of its own file. */
export function workerPolicy(mapStyleUrl: string | null): string {
  const mapHost = mapStyleUrl === null ? "" : ` ${new URL(mapStyleUrl).origin}`;
  return `default-src 'none'; connect-src 'self'${mapHost}; frame-ancestors 'none'`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
