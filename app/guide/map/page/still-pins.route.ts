import { parseLightFileName } from "#app/guide/pictures/picture-file.ts";
import { pictureNotFound, pictureResponse } from "#app/guide/pictures/picture-response.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/still-pins.route";
import { drawStaticPins } from "./draw-static-pins.ts";
import { readStaticDots } from "./static-dots.ts";
import { readStaticPins } from "./static-pins.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** `/map/still/1,736,728;2,647,689~0a1b2c/pins-day.svg`: the pins of a static map, and its dots. */
export function loader({ params }: Route.LoaderArgs): Response {
  const file = parseLightFileName(params.file);
  const [list = "", written = ""] = params.pins.split("~", 2);
  const [pins, dots] = [readStaticPins(list), readStaticDots(written)];
  if (pins === null || dots === null || (file?.name !== "pins" && file?.name !== "walk")) return pictureNotFound();
  const svg = drawStaticPins(pins, { dots, joinsPins: file.name === "walk", theme: file.light });
  return pictureResponse(svg, { isVersioned: false });
}
