import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/fetch-photos.route";
import { handleFetchPhotos } from "./fetch-photos.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return handleFetchPhotos(request, siteOf(context));
}

/** Responds that only POST is allowed. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  return handleFetchPhotos(request, siteOf(context));
}
