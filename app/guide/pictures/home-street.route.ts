import type { Route } from "./+types/home-street.route";
import { drawHomeStreet } from "#illustrations/houses/home-street.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { parseLightFileName } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

const SEASONS = ["spring", "summer", "autumn", "winter"] as const;

export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  const season = SEASONS.find((name) => name === file?.name);
  if (file === null || season === undefined) return pictureNotFound();
  return pictureResponse(drawHomeStreet({ season, light: file.light }), { isVersioned: false });
}
