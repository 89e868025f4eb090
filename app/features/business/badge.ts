import { escapeXml } from "#app/features/seo/xml.ts";
import type { RatingSummary } from "#app/features/places/place.ts";
import { counted } from "#app/ui/counted.ts";

export const BADGE_SIZES = {
  small: { width: 168, height: 36 },
  medium: { width: 260, height: 72 },
  large: { width: 340, height: 104 },
} as const;
export type BadgeSize = keyof typeof BADGE_SIZES;

export const BADGE_STYLES = ["light", "dark"] as const;
export type BadgeStyle = (typeof BADGE_STYLES)[number];

export type BadgeLook = { size: BadgeSize; style: BadgeStyle };

/** What the address says of the look; null for words that say nothing. */
export function readBadgeLook(asked: URLSearchParams): BadgeLook | null {
  const given = { size: asked.get("size") ?? "medium", style: asked.get("style") ?? "light" };
  const size = SIZE_NAMES.find((name) => name === given.size);
  const style = BADGE_STYLES.find((name) => name === given.style);
  return size === undefined || style === undefined ? null : { size, style };
}

export const SIZE_NAMES = ["small", "medium", "large"] as const satisfies BadgeSize[];

/** The address of a place's badge. */
export function badgePath(slug: string, { size, style }: BadgeLook): string {
  return `/badge/${slug}.svg?size=${size}&style=${style}`;
}

/** What a badge shows: a place and its rating, or that there is none to show. */
export type Badge = { name: string; rating: RatingSummary } | null;

/** What it says to whoever can't see it. */
export function badgeText(badge: Badge): string {
  if (badge === null) return "Not listed on Rowhouse";
  const { name, rating } = badge;
  if (rating === null) return `${name} on Rowhouse: no reviews yet`;
  return `${name} on Rowhouse: ${rating.mean.toFixed(1)} of 5 stars, ${counted(rating.count, "review")}`;
}

/** The badge as a file of its own: no script, no font, nothing from elsewhere. */
export function drawBadge(badge: Badge, { size, style }: BadgeLook): string {
  const { width, height } = BADGE_SIZES[size];
  const inks = INKS[style];
  const frame = `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="3" fill="${inks.paper}" stroke="${inks.line}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(badgeText(badge))}</title>`,
    frame,
    DRAWN[size](badge, inks),
    "</svg>\n",
  ].join("");
}

/** The site's own colors, written out: a file in another page knows no tokens. */
const INKS = {
  light: { paper: "#fbf9f5", ink: "#151c29", faint: "#554d44", line: "#b9b2a8", star: "#943b27", empty: "#ded8ce" },
  dark: { paper: "#111724", ink: "#f0ece5", faint: "#b0b4bd", line: "#4c5363", star: "#ea9b7c", empty: "#39404f" },
} as const;
type Inks = (typeof INKS)[BadgeStyle];

const DRAWN: Record<BadgeSize, (badge: Badge, inks: Inks) => string> = {
  small: (badge, inks) =>
    [
      logo({ x: 10, y: 8, scale: 0.66 }, inks),
      badge?.rating
        ? `<path transform="translate(38 9)" d="${STAR}" fill="${inks.star}"/>` +
          text({ x: 62, y: 23, px: 13, weight: 600, ink: inks.ink }, badge.rating.mean.toFixed(1)) +
          text({ x: 86, y: 23, px: 12, ink: inks.faint }, fit(shortReviews(badge.rating.count), 76, 12))
        : text({ x: 38, y: 23, px: 12, ink: inks.faint }, badge === null ? "Not listed" : "No reviews yet"),
    ].join(""),
  medium: (badge, inks) =>
    [
      logo({ x: 14, y: 20, scale: 1.05 }, inks),
      text({ x: 56, y: 30, px: 15, weight: 600, ink: inks.ink }, fit(badge?.name ?? "Not listed", 190, 15)),
      ratingLine(badge, { x: 56, y: 42, inks }),
    ].join(""),
  large: (badge, inks) =>
    [
      logo({ x: 20, y: 30, scale: 1.45 }, inks),
      text({ x: 76, y: 36, px: 18, weight: 600, ink: inks.ink }, fit(badge?.name ?? "Not listed", 246, 18)),
      ratingLine(badge, { x: 76, y: 47, inks }),
      text({ x: 76, y: 87, px: 12, ink: inks.faint }, "Rowhouse, the guide to Washington, DC"),
    ].join(""),
};

/** Five stars, the last one cut where the mean ends, and how many reviews gave them. */
function ratingLine(badge: Badge, { x, y, inks }: { x: number; y: number; inks: Inks }): string {
  if (badge === null) return text({ x, y: y + 13, px: 13, ink: inks.faint }, "on Rowhouse");
  const { rating } = badge;
  if (rating === null) return text({ x, y: y + 13, px: 13, ink: inks.faint }, "No reviews yet");
  const stars = [0, 1, 2, 3, 4].map((n) => `<path transform="translate(${n * STAR_STEP} 0)" d="${STAR}"/>`).join("");
  const filled = (rating.mean / 5) * STAR_STEP * 5;
  return [
    `<g transform="translate(${x} ${y}) scale(.85)">`,
    `<g fill="${inks.empty}">${stars}</g>`,
    `<svg width="${filled.toFixed(1)}" height="20"><g fill="${inks.star}">${stars}</g></svg>`,
    "</g>",
    text({ x: x + 94, y: y + 13, px: 13, weight: 600, ink: inks.ink }, rating.mean.toFixed(1)),
    text({ x: x + 118, y: y + 13, px: 12, ink: inks.faint }, shortReviews(rating.count)),
  ].join("");
}

function shortReviews(count: number): string {
  return counted(count, "review");
}

const STAR = "M10 .8l2.25 6.91h7.26l-5.88 4.27 2.25 6.91L10 14.62l-5.88 4.27 2.25-6.91L.49 7.71h7.26Z";
const STAR_STEP = 21;

const LOGO = "M2 29V11.5L7.5 2L13 11.5V29M13 9.5H24V29M16 29V20.5A2.6 2.6 0 0 1 21.2 20.5V29";

function logo({ x, y, scale }: { x: number; y: number; scale: number }, { ink }: Inks): string {
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${LOGO}" fill="none" stroke="${ink}" stroke-width="2.2"/>`;
}

function text(
  { x, y, px, ink, weight = 400 }: { x: number; y: number; px: number; ink: string; weight?: 400 | 600 },
  words: string,
): string {
  const font = `font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="${px}" font-weight="${weight}"`;
  return `<text x="${x}" y="${y}" ${font} fill="${ink}">${escapeXml(words)}</text>`;
}

/** Cut where it would leave the badge. Which font draws it nobody knows, so letters are reckoned rather wide. */
function fit(words: string, width: number, px: number): string {
  const letters = [...words];
  let used = 0;
  for (const [index, letter] of letters.entries()) {
    used += px * emsOf(letter);
    if (used > width)
      return `${letters
        .slice(0, Math.max(1, index - 2))
        .join("")
        .trimEnd()}…`;
  }
  return words;
}

function emsOf(letter: string): number {
  if ((letter.codePointAt(0) ?? 0) >= FIRST_WIDE) return 1.1;
  if (/[MWmw@%]/.test(letter)) return 0.92;
  if (/[A-Z&]/.test(letter)) return 0.7;
  return /[iljt.,'’ !:|]/.test(letter) ? 0.34 : 0.58;
}

/** From here on scripts are as wide as high; emoji lie far above. */
const FIRST_WIDE = 0x1100;
