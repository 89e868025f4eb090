import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/stock-photo-file.route";
import { handlePhotoFile } from "./stock-photo-file.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return handlePhotoFile(params.id, siteOf(context));
}
