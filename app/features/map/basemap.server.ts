import basemapSeed from "../../../seeds/catalogue/basemap.json" with { type: "json" };
import { Basemap, drawBasemap } from "./draw-basemap.ts";

const drawn = new Map<"day" | "night", string>();

/** The drawn map of the District. Drawn once: it changes only with the catalogue that is built in. */
export function basemapSvg(theme: "day" | "night"): string {
  const svg = drawn.get(theme) ?? drawBasemap(Basemap.parse(basemapSeed), theme);
  drawn.set(theme, svg);
  return svg;
}
