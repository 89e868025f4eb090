import type { FeatureCollection } from "../page/map-features.ts";

export function geoJsonResponse(features: FeatureCollection<unknown>): Response {
  return new Response(JSON.stringify(features), { headers: { "content-type": "application/geo+json" } });
}

/** A 400 response as problem JSON (RFC 9457), as elsewhere on the site. */
export function geoJsonProblem(detail: string): Response {
  return new Response(JSON.stringify({ type: "about:blank", title: "Bad Request", status: 400, detail }), {
    status: 400,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}
