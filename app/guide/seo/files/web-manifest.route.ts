import { webManifest } from "./app-icons.ts";

export function loader(): Response {
  return new Response(`${JSON.stringify(webManifest())}\n`, {
    headers: { "content-type": "application/manifest+json; charset=utf-8", "cache-control": "public, max-age=86400" },
  });
}
