import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/photo-file.route";
import { handlePhotoFile } from "./photo-file.server.ts";

export function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return handlePhotoFile(params.id, siteOf(context));
}
