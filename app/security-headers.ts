import { createHash } from "node:crypto";

import { inlineScripts } from "./late-hydration.ts";

/** On every answer, whoever makes it. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    // `no-referrer` would make a form's Origin `null`, and our own forms would be refused.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "geolocation=(self), camera=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
  };
  if (siteUrl.startsWith("https:")) headers["strict-transport-security"] = "max-age=63072000; includeSubDomains";
  return headers;
}

/**
 * The content security policy of a page: its own inline scripts by hash, everything else from this server, but for the
 * map's style and tiles where an operator has named an outside style.
 * In development Vite puts styles into the page, which no build does.
 */
export function pagePolicy(
  html: string,
  {
    isBuilt,
    mapStyleUrl = null,
    formTargets = [],
  }: {
    isBuilt: boolean;
    mapStyleUrl?: string | null;
    /** Other sites that a form of the page ends at, by an answer that sends it on. */
    formTargets?: readonly string[];
  },
): string {
  const hashes = [...new Set(inlineScripts(html))].map((code) => `'sha256-${sha256(code)}'`);
  const mapHost = mapStyleUrl === null ? "" : ` ${new URL(mapStyleUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`.trim(),
    isBuilt ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
    `img-src 'self'${mapHost}`,
    "font-src 'self'",
    `connect-src 'self'${mapHost}`,
    "worker-src 'self'",
    // Of our own, only a mail that an editor looks at may be framed; a page that was open before leads there too.
    "frame-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formTargets.map((target) => new URL(target).origin)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For everything that is no page: nothing in it may load or run. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** For the map's worker, which reads the ground and the pins by itself: a worker has the policy of its own file. */
export function workerPolicy(mapStyleUrl: string | null): string {
  const mapHost = mapStyleUrl === null ? "" : ` ${new URL(mapStyleUrl).origin}`;
  return `default-src 'none'; connect-src 'self'${mapHost}; frame-ancestors 'none'`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
