import type { RouteHandle } from "#app/platform/route-handle.ts";

import { webManifest } from "./app-icons.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader(): Response {
  return new Response(`${JSON.stringify(webManifest())}\n`, {
    headers: { "content-type": "application/manifest+json; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
