import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { fileNotFound } from "#app/guide/seo/files/file-response.ts";
import type { Route } from "./+types/import-sample.route";
import { IMPORT_SAMPLES } from "./import-samples.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

/** Bundled at build time, since a running site may not have the source folder. */
const TEXTS = import.meta.glob<string>("/seeds/import-samples/*", { query: "?raw", import: "default", eager: true });

/** Downloads a sample file. */
export function loader({ context, params, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  const sample = IMPORT_SAMPLES.find(({ file }) => file === params.file);
  const text = TEXTS[`/seeds/import-samples/${sample?.file}`];
  if (sample === undefined || text === undefined) return fileNotFound();
  return new Response(text, {
    headers: {
      "content-type": `${sample.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="sample-${sample.file}"`,
      "cache-control": "private, no-store",
    },
  });
}
