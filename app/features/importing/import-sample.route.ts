import { siteOf } from "#app/platform/site.ts";

import { requireRole } from "../accounts/guards.ts";
import { noSuchFile } from "../seo/file-response.ts";
import type { Route } from "./+types/import-sample.route";
import { IMPORT_SAMPLES } from "./import-samples.ts";

/** Part of the build: the folder of a running site may be anywhere. */
const TEXTS = import.meta.glob<string>("/seeds/import-samples/*", { query: "?raw", import: "default", eager: true });

/** A sample file as a download. */
export function loader({ context, params, request }: Route.LoaderArgs): Response {
  requireRole(siteOf(context).viewer, request, ["admin"]);
  const sample = IMPORT_SAMPLES.find(({ file }) => file === params.file);
  const text = TEXTS[`/seeds/import-samples/${sample?.file}`];
  if (sample === undefined || text === undefined) return noSuchFile();
  return new Response(text, {
    headers: {
      "content-type": `${sample.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="sample-${sample.file}"`,
      "cache-control": "private, no-store",
    },
  });
}
