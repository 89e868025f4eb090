import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/robots.route";
import { fileResponse } from "./file-response.ts";
import { robotsTxt } from "./robots.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ context }: Route.LoaderArgs): Response {
  const { env, routes } = siteOf(context);
  return fileResponse(robotsTxt(env.siteUrl, routes.all), "text/plain; charset=utf-8");
}
