import { readLightFile } from "../illustrations/picture-file.ts";
import { noSuchPicture, pictureResponse } from "../illustrations/picture-response.ts";
import type { Route } from "./+types/basemap.route";
import { basemapSvg } from "./basemap.server.ts";

export function loader({ params }: Route.LoaderArgs): Response {
  const file = readLightFile(params.file);
  if (file?.name !== "basemap") return noSuchPicture();
  return pictureResponse(basemapSvg(file.light), { isVersioned: false });
}
