import type { Route } from "./+types/site-scene.route";
import { readLightFile } from "./picture-file.ts";
import { noSuchPicture, pictureResponse } from "./picture-response.ts";
import { drawSiteScene, isSiteSceneName } from "./site-scenes.ts";

export function loader({ params }: Route.LoaderArgs): Response {
  const file = readLightFile(params.file);
  if (file === null || !isSiteSceneName(file.name)) return noSuchPicture();
  return pictureResponse(drawSiteScene(file.name, file.light), { isVersioned: false });
}
