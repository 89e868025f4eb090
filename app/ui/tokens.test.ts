import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TEXT_CONTRAST_MIN = 4.5;
/** For borders of controls and meaningful graphics. Source: WCAG 2.2, 1.4.11. */
const CONTROL_CONTRAST_MIN = 3;

const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const TOKENS = readTokens();

/** Text colors and the backgrounds they appear on. */
const TEXTS: [ink: string, backgrounds: string[]][] = [
  ["ink", ["paper", "paper-2", "paper-3", "brick-wash", "river-wash"]],
  ["stone-6", ["paper", "paper-2", "paper-3"]],
  ["stone-5", ["paper", "paper-2", "paper-3"]],
  ["stone-4", ["paper", "paper-2"]],
  ["brick", ["paper", "paper-2", "brick-wash"]],
  ["river", ["paper", "paper-2", "river-wash"]],
  ["ivy", ["paper", "paper-2", "ivy-wash"]],
  ["brass", ["paper", "paper-2", "brass-wash"]],
  ["blossom", ["paper", "blossom-wash"]],
  ["flag", ["paper", "paper-2", "flag-wash"]],
  ["on-brick", ["brick-fill", "brick-down"]],
  ["paper", ["ink"]],
  ["map-label", ["map-land", "map-block", "map-park"]],
  ["map-waterlabel", ["map-water"]],
];

const CONTROLS: [mark: string, backgrounds: string[]][] = [
  ["stone-3", ["paper", "paper-2"]],
  ["river", ["paper", "paper-2"]],
  ["flag-bar", ["paper", "paper-2"]],
  ["brick-fill", ["paper", "paper-2"]],
];

test("the style sheet's tokens were found", () => {
  expect(TOKENS.size).toBeGreaterThan(30);
});

test.each(cases(TEXTS))("text %s on %s has a contrast of 4.5:1 in the %s theme", (ink, background, theme) => {
  expect(contrast(colorOf(ink, theme), colorOf(background, theme))).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN);
});

test.each(cases(CONTROLS))("control %s on %s has a contrast of 3:1 in the %s theme", (mark, background, theme) => {
  expect(contrast(colorOf(mark, theme), colorOf(background, theme))).toBeGreaterThanOrEqual(CONTROL_CONTRAST_MIN);
});

test("white on black has a contrast of 21:1, so the calculation is right", () => {
  expect(contrast(luminance([1, 0, 0]), luminance([0, 0, 0]))).toBeCloseTo(21, 1);
});

function cases(pairs: [string, string[]][]): [string, string, Theme][] {
  return pairs.flatMap(([ink, backgrounds]) =>
    backgrounds.flatMap((background) => THEMES.map((theme): [string, string, Theme] => [ink, background, theme])),
  );
}

type Oklch = [lightness: number, chroma: number, hue: number];

function readTokens(): Map<string, Record<Theme, Oklch>> {
  const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
  const oklch = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;
  const declaration = new RegExp(String.raw`--([\w-]+): light-dark\(${oklch}, ${oklch}\)`, "g");
  return new Map(
    [...css.matchAll(declaration)].map(([, name = "", ...parts]) => {
      const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = parts.map(Number);
      return [name, { light: [l1 / 100, c1, h1], dark: [l2 / 100, c2, h2] }];
    }),
  );
}

function colorOf(token: string, theme: Theme): number {
  const color = TOKENS.get(token);
  if (color === undefined) throw new Error(`tokens.css has no --${token} with a light and a dark value`);
  return luminance(color[theme]);
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance of an OKLCH color converted to sRGB. Matrices: Björn Ottosson, "A perceptual color space". */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
