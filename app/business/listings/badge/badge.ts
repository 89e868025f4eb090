import { escapeXml } from "#app/guide/seo/feeds/xml.ts";
import type { RatingSummary } from "#app/guide/places/place.ts";
import type { QueryReader } from "#app/platform/route-handle.ts";
import { pluralize } from "#app/ui/format-count.ts";

export const BADGE_SIZES = {
  small: { width: 168, height: 36 },
  medium: { width: 260, height: 72 },
  large: { width: 340, height: 104 },
} as const;
export type BadgeSize = keyof typeof BADGE_SIZES;

export const BADGE_STYLES = ["light", "dark"] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

export type BadgeOptions = { size: BadgeSize; style: BadgeStyle };

/** The badge options in a URL; null for unknown values. */
export function parseBadgeOptions(search: QueryReader<"size" | "style">): BadgeOptions | null {
  const given = { size: search.get("size") ?? "medium", style: search.get("style") ?? "light" };
  const size = BADGE_SIZE_NAMES.find((name) => name === given.size);
  const style = BADGE_STYLES.find((name) => name === given.style);
  return size === undefined || style === undefined ? null : { size, style };
}

export const BADGE_SIZE_NAMES = ["small", "medium", "large"] as const satisfies BadgeSize[];

/** The path of a place's badge. */
export function badgePath(slug: string, { size, style }: BadgeOptions): string {
  return `/badge/${slug}.svg?size=${size}&style=${style}`;
}

/** The content of a badge; null for a place that isn't listed. */
export type Badge = { name: string; rating: RatingSummary } | null;

/** The text alternative of a badge. */
export function badgeAltText(badge: Badge): string {
  if (badge === null) return "Not listed on Rowhouse";
  const { name, rating } = badge;
  if (rating === null) return `${name} on Rowhouse: no reviews yet`;
  return `${name} on Rowhouse: ${rating.mean.toFixed(1)} of 5 stars, ${pluralize(rating.count, "review")}`;
}

/** The badge as a self-contained SVG: no script, no font, no external files. */
export function renderBadgeSvg(badge: Badge, { size, style }: BadgeOptions): string {
  const { width, height } = BADGE_SIZES[size];
  const palette = PALETTES[style];
  const frame = `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="3" fill="${palette.paper}" stroke="${palette.line}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(badgeAltText(badge))}</title>`,
    frame,
    LAYOUTS[size](badge, palette),
    "</svg>\n",
  ].join("");
}

/** The site's colors as values, because an SVG on another site doesn't have our CSS variables. */
const PALETTES = {
  light: { paper: "#fbf9f5", ink: "#151c29", faint: "#554d44", line: "#b9b2a8", star: "#943b27", empty: "#ded8ce" },
  dark: { paper: "#111724", ink: "#f0ece5", faint: "#b0b4bd", line: "#4c5363", star: "#ea9b7c", empty: "#39404f" },
} as const;
type Palette = (typeof PALETTES)[BadgeStyle];

const LAYOUTS: Record<BadgeSize, (badge: Badge, palette: Palette) => string> = {
  small: (badge, palette) =>
    [
      logo({ x: 10, y: 8, scale: 0.66 }, palette),
      badge?.rating
        ? `<path transform="translate(38 9)" d="${STAR}" fill="${palette.star}"/>` +
          text({ x: 62, y: 23, px: 13, weight: 600, ink: palette.ink }, badge.rating.mean.toFixed(1)) +
          text({ x: 86, y: 23, px: 12, ink: palette.faint }, fit(reviewCountLabel(badge.rating.count), 76, 12))
        : text({ x: 38, y: 23, px: 12, ink: palette.faint }, badge === null ? "Not listed" : "No reviews yet"),
    ].join(""),
  medium: (badge, palette) =>
    [
      logo({ x: 14, y: 20, scale: 1.05 }, palette),
      text({ x: 56, y: 30, px: 15, weight: 600, ink: palette.ink }, fit(badge?.name ?? "Not listed", 190, 15)),
      ratingLine(badge, { x: 56, y: 42, palette }),
    ].join(""),
  large: (badge, palette) =>
    [
      logo({ x: 20, y: 30, scale: 1.45 }, palette),
      text({ x: 76, y: 36, px: 18, weight: 600, ink: palette.ink }, fit(badge?.name ?? "Not listed", 246, 18)),
      ratingLine(badge, { x: 76, y: 47, palette }),
      text({ x: 76, y: 87, px: 12, ink: palette.faint }, "Rowhouse, the guide to Washington, DC"),
    ].join(""),
};

/** Five stars filled up to the mean, with the number of reviews. */
function ratingLine(badge: Badge, { x, y, palette }: { x: number; y: number; palette: Palette }): string {
  if (badge === null) return text({ x, y: y + 13, px: 13, ink: palette.faint }, "on Rowhouse");
  const { rating } = badge;
  if (rating === null) return text({ x, y: y + 13, px: 13, ink: palette.faint }, "No reviews yet");
  const stars = [0, 1, 2, 3, 4].map((n) => `<path transform="translate(${n * STAR_STEP} 0)" d="${STAR}"/>`).join("");
  const filled = (rating.mean / 5) * STAR_STEP * 5;
  return [
    `<g transform="translate(${x} ${y}) scale(.85)">`,
    `<g fill="${palette.empty}">${stars}</g>`,
    `<svg width="${filled.toFixed(1)}" height="20"><g fill="${palette.star}">${stars}</g></svg>`,
    "</g>",
    text({ x: x + 94, y: y + 13, px: 13, weight: 600, ink: palette.ink }, rating.mean.toFixed(1)),
    text({ x: x + 118, y: y + 13, px: 12, ink: palette.faint }, reviewCountLabel(rating.count)),
  ].join("");
}

function reviewCountLabel(count: number): string {
  return pluralize(count, "review");
}

const STAR = "M10 .8l2.25 6.91h7.26l-5.88 4.27 2.25 6.91L10 14.62l-5.88 4.27 2.25-6.91L.49 7.71h7.26Z";
const STAR_STEP = 21;

const LOGO = "M2 29V11.5L7.5 2L13 11.5V29M13 9.5H24V29M16 29V20.5A2.6 2.6 0 0 1 21.2 20.5V29";

function logo({ x, y, scale }: { x: number; y: number; scale: number }, { ink }: Palette): string {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${LOGO}" fill="none" stroke="${ink}" stroke-width="2.2"/>`;
}

function text(
  { x, y, px, ink, weight = 400 }: { x: number; y: number; px: number; ink: string; weight?: 400 | 600 },
  content: string,
): string {
  const font = `font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="${px}" font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" ${font} fill="${ink}">${escapeXml(content)}</text>`;
}

/** Shortens a text to the badge's width. The font is unknown, so letter widths are estimated generously. */
function fit(content: string, width: number, px: number): string {
  const letters = [...content];
  let used = 0;
  for (const [index, letter] of letters.entries()) {
    used += px * emsOf(letter);
    if (used > width)
      return `${letters
        .slice(0, Math.max(1, index - 2))
        .join("")
        .trimEnd()}…`;
  }
  return content;
}

function emsOf(letter: string): number {
  if ((letter.codePointAt(0) ?? 0) >= FIRST_WIDE) return 1.1;
  if (/[MWmw@%]/.test(letter)) return 0.92;
  if (/[A-Z&]/.test(letter)) return 0.7;
  return /[iljt.,'’ !:|]/.test(letter) ? 0.34 : 0.58;
}

/** From this code point on, letters are about as wide as high; emoji come far later. */
const FIRST_WIDE = 0x1100;
