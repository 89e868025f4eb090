import { mixInks } from "./inks/ink.ts";
import { createPen, type Pen } from "./drawing/svg-pen.ts";

/** Inks of the logo: brick, light stone, red-orange door, evening sky and sun. */
const INKS = {
  sky: "#f2b48a",
  sun: "#fbe3b8",
  brick: "#943b27",
  stone: "#f1e3c6",
  door: "#c2402c",
  glass: "#22303c",
  glow: "#ffd98a",
  shadow: "#8f6a93",
} as const;

const SIZE = 512;

/**
 * The square icon of the installed app: the logo's two houses in front of a low sun.
 *
 * @param isMaskable Keeps the content in the middle 80 %, because the operating system crops maskable icons.
 */
export function drawAppIcon({ isMaskable }: { isMaskable: boolean }): string {
  const pen = createPen(2);
  const inset = isMaskable ? 0.74 : 0.94;
  const shift = `translate(${pen.round((SIZE * (1 - inset)) / 2)} ${pen.round(SIZE * (1 - inset))}) scale(${inset})`;
  const ground = `<path fill="${INKS.sky}" d="M0 0h${SIZE}v${SIZE}H0z"/>`;
  const sun = `<circle cx="${SIZE * 0.66}" cy="${SIZE * 0.4}" r="${SIZE * 0.27}" fill="${INKS.sun}"/>`;
  return `${svgOpen(SIZE)}${ground}${sun}<g transform="${shift}">${houses(pen, SIZE)}</g></svg>\n`;
}

/** The favicon: just the houses, so that it works on light and dark tabs. */
export function drawFavicon(): string {
  return `${svgOpen(FAVICON_SIZE)}${houses(createPen(2), FAVICON_SIZE)}</svg>\n`;
}

const FAVICON_SIZE = 64;

function svgOpen(size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">`;
}

/** A tall gabled house and a lower flat-roofed one, at the bottom of a square of the given size. */
function houses(pen: Pen, size: number): string {
  const at = (x: number, y: number) => [size * x, size * y] as const;
  const rect = (x: number, y: number, width: number, height: number) =>
    pen.rect(size * x, size * y, size * width, size * height);
  const gabled = pen.polygon(at(0.1, 1), at(0.1, 0.36), at(0.29, 0.06), at(0.48, 0.36), at(0.48, 1));
  const shade = mixInks(INKS.brick, INKS.shadow, 0.45);
  const parts: [ink: string, d: string][] = [
    [INKS.stone, rect(0.48, 0.34, 0.42, 0.66)],
    [INKS.brick, gabled],
    [shade, pen.polygon(at(0.29, 0.06), at(0.48, 0.36), at(0.48, 1), at(0.29, 1))],
    [mixInks(INKS.stone, INKS.shadow, 0.5), rect(0.48, 0.4, 0.1, 0.6)],
    [INKS.glass, rect(0.44, 0.3, 0.5, 0.09)],
    [INKS.glow, rect(0.2, 0.42, 0.18, 0.16) + rect(0.2, 0.7, 0.18, 0.16)],
    [INKS.glass, pen.arch(size * 0.62, size * 0.52, size * 0.2, size * 0.48)],
    [INKS.door, pen.arch(size * 0.66, size * 0.57, size * 0.12, size * 0.43)],
  ];
  return parts.map(([ink, d]) => `<path fill="${ink}" d="${d}"/>`).join("");
}
