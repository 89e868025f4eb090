import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/llms.route";
import { fileResponse } from "./file-response.ts";
import { loadLlmsData } from "./llms-queries.server.ts";
import { llmsTxt } from "./llms.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const site = siteOf(context);
  const text = llmsTxt(site.env.siteUrl, await loadLlmsData(site.db, site));
  return fileResponse(text, "text/plain; charset=utf-8");
}
