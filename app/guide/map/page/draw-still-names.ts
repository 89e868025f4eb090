import { MAP_INKS, type MapTheme } from "../base/map-inks.ts";
import { namesWithSpace, type StillName } from "./still-names.ts";

/**
 * Draws names as a picture over the drawn map. Positions are percent and letters are px, as in `drawStaticPins`.
 *
 * @param escape Makes a name safe in XML.
 */
export function drawStillNames(
  names: readonly StillName[],
  { theme, escape }: { theme: MapTheme; escape: (name: string) => string },
): string {
  const { ink, label, land } = MAP_INKS[theme];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%">',
    `<g stroke="${land}" stroke-width="3" stroke-linejoin="round" paint-order="stroke" font-family="Public Sans,Helvetica,Arial,sans-serif" font-size="11">`,
    ...namesWithSpace(names).map(({ kind, name, at }) =>
      kind === "area"
        ? `<text x="${at.x}%" y="${at.y}%" dy="4" text-anchor="middle" font-weight="600" fill="${label}">${escape(name)}</text>`
        : `<text x="${at.x}%" y="${at.y}%" dx="8" dy="4" fill="${ink}">${escape(name)}</text>`,
    ),
    "</g></svg>",
  ].join("");
}
