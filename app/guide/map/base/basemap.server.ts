import basemapSeed from "../../../../seeds/catalogue/basemap.json" with { type: "json" };
import { Basemap, drawBasemap } from "./draw-basemap.ts";

const cache = new Map<"day" | "night", string>();

/** The drawn map of the District as SVG. Cached, because it changes only with a build. */
export function basemapSvg(theme: "day" | "night"): string {
  const svg = cache.get(theme) ?? drawBasemap(Basemap.parse(basemapSeed), theme);
  cache.set(theme, svg);
  return svg;
}
