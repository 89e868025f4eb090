/**
 * Mixes two inks in OKLab, because mixing in sRGB turns brick and sky gray.
 *
 * @param from `#rrggbb`, as is `to`.
 * @param share 0 gives `from`, 1 gives `to`.
 */
export function mixInks(from: string, to: string, share: number): string {
  const key = `${from}${to}${share}`;
  const known = mixes.get(key);
  if (known !== undefined) return known;
  const a = toOklab(from);
  const b = toOklab(to);
  const blend = (x: number, y: number) => x + (y - x) * share;
  const mixed = toHex({ l: blend(a.l, b.l), a: blend(a.a, b.a), b: blend(a.b, b.b) });
  if (mixes.size >= CACHED_MIXES_MAX) mixes.clear();
  mixes.set(key, mixed);
  return mixed;
}

/** OKLab lightness from 0 to 1. Decides whether a glyph on this ink is dark or light. */
export function inkLightness(ink: string): number {
  return toOklab(ink).l;
}

/** Rotates an ink's hue by degrees without changing lightness or chroma. */
export function rotateHue(ink: string, degrees: number): string {
  const { l, a, b } = toOklab(ink);
  const angle = Math.atan2(b, a) + (degrees * Math.PI) / 180;
  const chroma = Math.hypot(a, b);
  return toHex({ l, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) });
}

/** A picture uses about a hundred mixes, most of them shared with other pictures. */
const CACHED_MIXES_MAX = 8192;
const mixes = new Map<string, string>();

type Oklab = { l: number; a: number; b: number };

function toOklab(ink: string): Oklab {
  const n = Number.parseInt(ink.slice(1), 16);
  const red = linear((n >> 16) / 255);
  const green = linear(((n >> 8) & 255) / 255);
  const blue = linear((n & 255) / 255);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toHex({ l: lightness, a, b }: Oklab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = channels.map((channel) => {
    const byte = Math.round(Math.min(1, gamma(Math.max(0, channel))) * 255);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${hex.join("")}`;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function gamma(channel: number): number {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
}
