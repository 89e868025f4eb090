import type { Route } from "./+types/member-house.route";
import { drawMemberHouse } from "#illustrations/houses/member-house.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { parseLightFileName } from "./picture-file.ts";
import { pictureNotFound, pictureResponse } from "./picture-response.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  if (file === null || !/^(?:0|[1-9]\d{0,9})$/.test(file.name)) return pictureNotFound();
  return pictureResponse(drawMemberHouse(Number(file.name), file.light), { isVersioned: false });
}
