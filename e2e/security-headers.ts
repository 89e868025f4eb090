import { expect } from "vitest";

/** Headers of every response, for pages and files. */
export const SECURITY_HEADERS = {
  "content-security-policy": expect.stringContaining("default-src 'none'"),
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": expect.stringContaining("camera=()"),
};

/** A request id, unique per request. */
export const REQUEST_ID = /^[0-9a-f-]{36}$/;

/** The sources of a content security policy, by directive. */
export function parsePolicy(header: unknown): Record<string, string[]> {
  const directives = String(header).split(";");
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}
