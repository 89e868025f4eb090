import { readLightFile } from "../illustrations/picture-file.ts";
import { noSuchPicture, pictureResponse } from "../illustrations/picture-response.ts";
import type { Route } from "./+types/still-pins.route";
import { drawStillPins } from "./draw-still-pins.ts";
import { readStillPins } from "./still-pins.ts";

/** `/map/still/1,736,728;2,647,689/pins-day.svg`: the pins of a static map. */
export function loader({ params }: Route.LoaderArgs): Response {
  const file = readLightFile(params.file);
  const pins = readStillPins(params.pins);
  if (pins === null || (file?.name !== "pins" && file?.name !== "walk")) return noSuchPicture();
  const svg = drawStillPins(pins, { joinsPins: file.name === "walk", theme: file.light });
  return pictureResponse(svg, { isVersioned: false });
}
