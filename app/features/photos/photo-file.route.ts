import { siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/photo-file.route";
import { answerPhotoFile } from "./photo-file.server.ts";

export function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  return answerPhotoFile(params.id, siteOf(context));
}
