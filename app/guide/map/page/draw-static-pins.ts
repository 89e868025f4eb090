import type { MapPosition } from "../base/frame.ts";
import { MAP_INKS, type MapInks, type MapTheme } from "../base/map-inks.ts";
import { pinHeads, type PinHead } from "../live/pin-heads.ts";
import type { StaticPin } from "./static-pins.ts";

/**
 * Draws the pins as a picture over the drawn map. Positions are percent and pins are px, so pins keep their size in a
 * box of any size. The dots of other places are below them.
 */
export function drawStaticPins(
  pins: readonly StaticPin[],
  { dots = [], joinsPins, theme }: { dots?: readonly MapPosition[]; joinsPins: boolean; theme: MapTheme },
): string {
  const inks = MAP_INKS[theme];
  const heads = pinHeads(pins.map(({ at }) => at));
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%">',
    `<g stroke="${inks.ink}" stroke-width="2" stroke-dasharray="1 6" stroke-linecap="round">`,
    ...(joinsPins ? pins.slice(1).map((pin, index) => drawLeg(pins[index] ?? pin, pin)) : []),
    `</g><g fill="${inks.ink}" stroke="${inks.paper}" stroke-width="1.5" font-family="Public Sans,Helvetica,Arial,sans-serif"`,
    ' font-size="12.5" font-weight="700" text-anchor="middle">',
    ...dots.map(({ x, y }) => `<circle cx="${x}%" cy="${y}%" r="5"/>`),
    ...pins.map((pin, index) => drawPin(pin, heads[index], inks)),
    "</g></svg>",
  ].join("");
}

/** The dots show the order of the stops, not the route. */
function drawLeg(from: StaticPin, to: StaticPin): string {
  return `<line x1="${from.at.x}%" y1="${from.at.y}%" x2="${to.at.x}%" y2="${to.at.y}%"/>`;
}

/** @param head Undefined: there is no space for a head, and the pin is a dot. */
function drawPin({ label, at }: StaticPin, head: PinHead | undefined, { paper }: MapInks): string {
  const shape =
    head === undefined
      ? '<circle r="5"/>'
      : `<path d="${head.outline}"/>` +
        (label === ""
          ? `<circle cx="${head.x}" cy="${head.y}" r="4" fill="${paper}" stroke="none"/>`
          : `<text x="${head.x}" y="${head.y + 4.5}" fill="${paper}" stroke="none">${label}</text>`);
  return `<svg x="${at.x}%" y="${at.y}%" overflow="visible">${shape}</svg>`;
}
