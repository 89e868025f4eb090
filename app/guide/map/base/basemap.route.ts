import { parseLightFileName } from "#app/guide/pictures/picture-file.ts";
import { pictureNotFound, pictureResponse } from "#app/guide/pictures/picture-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/basemap.route";
import { basemapSvg } from "./basemap.server.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  if (file?.name !== "basemap") return pictureNotFound();
  return pictureResponse(basemapSvg(file.light), { isVersioned: false });
}
