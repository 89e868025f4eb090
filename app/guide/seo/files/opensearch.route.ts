import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/opensearch.route";
import { fileResponse } from "./file-response.ts";
import { OPENSEARCH_TYPE, opensearchDescription } from "./opensearch.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ context }: Route.LoaderArgs): Response {
  return fileResponse(opensearchDescription(siteOf(context).env.siteUrl), OPENSEARCH_TYPE);
}
