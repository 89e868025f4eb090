import type { GlyphInks, GlyphName } from "../drawing/glyphs.ts";
import { mixInks } from "./ink.ts";
import type { Palette } from "./palettes.ts";

/** Inks of an object shown as itself, not on a sign. */
export function objectInks(palette: Palette, name: GlyphName): GlyphInks {
  return {
    main: palette.accent,
    light: palette.paper,
    dark: palette.dark,
    accent: mixInks(palette.glow, palette.accent, 0.25),
    ...naturalInks(palette, name),
  };
}

/** Food has natural colors: a green burger or a red beer would be misread. */
function naturalInks(palette: Palette, name: GlyphName): Partial<GlyphInks> {
  const { accent, glow, leaf, dark, paper, sky, walls } = palette;
  const crust = mixInks(accent, glow, 0.5);
  const glass = mixInks(paper, sky, 0.5);
  const natural: Partial<Record<GlyphName, Partial<GlyphInks>>> = {
    pizza: { main: mixInks(accent, walls[0], 0.6), accent: glow, dark: accent },
    tulip: { accent: leaf },
    produce: { accent: leaf },
    eggplant: { main: mixInks(walls[0], dark, 0.35), accent: leaf },
    lemon: { main: mixInks(glow, accent, 0.18), accent: leaf },
    olive: { main: mixInks(leaf, dark, 0.2), accent: leaf },
    pasta: { main: walls[2], light: glow, accent },
    pepper: { accent: leaf },
    pie: { main: mixInks(accent, dark, 0.35), accent: crust, light: mixInks(crust, paper, 0.35) },
    carrot: { accent: leaf },
    cone: { main: crust, accent },
    burger: { main: crust, accent: leaf },
    bread: { main: mixInks(accent, glow, 0.35) },
    croissant: { main: mixInks(accent, glow, 0.4), dark: mixInks(accent, dark, 0.4) },
    beer: { main: mixInks(glow, accent, 0.45), dark: mixInks(glow, accent, 0.8) },
    cocktail: { main: glass, accent, light: leaf },
    wine: { main: glass, accent },
    taco: { main: glow, accent: leaf, dark: accent },
    trumpet: { main: mixInks(glow, accent, 0.2) },
    wheel: { main: dark, accent },
    envelope: { dark: mixInks(accent, dark, 0.25), light: mixInks(accent, paper, 0.25) },
  };
  return natural[name] ?? {};
}
