import { parseLightFileName } from "#app/guide/pictures/picture-file.ts";
import { pictureNotFound, pictureResponse } from "#app/guide/pictures/picture-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/still-pins.route";
import { drawStaticPins } from "./draw-static-pins.ts";
import { readStaticPins } from "./static-pins.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** `/map/still/1,736,728;2,647,689/pins-day.svg`: the pins of a static map. */
export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  const pins = readStaticPins(params.pins);
  if (pins === null || (file?.name !== "pins" && file?.name !== "walk")) return pictureNotFound();
  const svg = drawStaticPins(pins, { joinsPins: file.name === "walk", theme: file.light });
  return pictureResponse(svg, { isVersioned: false });
}
