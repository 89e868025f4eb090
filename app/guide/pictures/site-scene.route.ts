import type { Route } from "./+types/site-scene.route";
import { parseLightFileName } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";
import { drawSiteScene, isSiteSceneName } from "#illustrations/site-scenes.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  if (file === null || !isSiteSceneName(file.name)) return pictureNotFound();
  return pictureResponse(drawSiteScene(file.name, file.light), { isVersioned: false });
}
